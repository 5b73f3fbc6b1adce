import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Result } from '../../kernel/result.ts';
import type { LivePlane } from '../live-plane.ts';
import type { Admission, LiveGate, Refusal } from '../ports.ts';
import type { StreamEnd, Subscription } from '../relay/viewer.ts';
import type { Connections } from './connections.ts';
import type { WantedStream } from './live-path.ts';
import { type Answer, answerForEnd, answerForRefusal, answers } from './refusal.ts';
import type { Transport } from './transport.ts';

export interface ServeContext {
  readonly plane: LivePlane;
  readonly gate: LiveGate;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isStopping: () => boolean;
}

/** From ticket to last byte, the same for both transports. Never rejects. */
export async function serveViewer(
  context: ServeContext,
  transport: Transport,
  ticket: string,
  wanted: WantedStream,
): Promise<void> {
  let isGone = false;
  transport.onGone(() => {
    isGone = true;
  });
  const admitted = await admit(context, ticket, wanted);
  if (isGone) return;
  if (context.isStopping()) transport.refuse(answers.stopping);
  else if (!admitted.ok) transport.refuse(admitted.error);
  else watch(context, transport, admitted.value);
}

async function admit(
  { gate, clock, logger }: ServeContext,
  ticket: string,
  wanted: WantedStream,
): Promise<Result<Admission, Answer>> {
  let decision: Result<Admission, Refusal>;
  try {
    decision = await gate.admit(ticket, wanted);
  } catch (error) {
    logger.error({ error }, 'the gate failed');
    return { ok: false, error: answers.gateFailed };
  }
  if (!decision.ok) return { ok: false, error: answerForRefusal(decision.error) };
  const { key, expiresAt } = decision.value;
  if (!isWanted(key, wanted)) {
    logger.error({ wanted }, 'the gate admitted to another stream');
    return { ok: false, error: answers.gateFailed };
  }
  if (expiresAt <= clock.now()) return { ok: false, error: answers.grantExpired };
  return decision;
}

/** Wrong-picture faults begin where two parts of a program disagree on what was asked for. */
function isWanted(key: WantedStream, wanted: WantedStream): boolean {
  return (
    key.deviceSerial === wanted.deviceSerial &&
    key.channelNo === wanted.channelNo &&
    key.profile === wanted.profile &&
    key.video === wanted.video
  );
}

function watch(
  { plane, connections, logger }: ServeContext,
  transport: Transport,
  admission: Admission,
): void {
  let subscription: Subscription | null = null;
  let isOpen = false;
  let isOver = false;

  const leave = connections.add({
    grantId: admission.grantId,
    expiresAt: admission.expiresAt,
    finish: (end) => subscription?.finish(end),
  });
  if (!leave) {
    transport.refuse(answers.tooMany);
    return;
  }

  function over(end: StreamEnd | null): boolean {
    if (isOver) return false;
    isOver = true;
    leave!();
    logger.debug({ ...admission.key, code: end?.code ?? 'viewer.left' }, 'viewer ended');
    return true;
  }

  transport.onGone(() => {
    if (over(null)) subscription?.close();
  });
  transport.onProgress(() => subscription?.resume());
  subscription = plane.subscribe(admission.key, {
    open(tracks) {
      isOpen = true;
      transport.open(tracks);
    },
    hasRoom: () => transport.hasRoom(),
    write: (bytes) => transport.write(bytes),
    cork: () => transport.cork(),
    uncork: () => transport.uncork(),
    end(end, lastTag) {
      if (!over(end)) return;
      if (isOpen) transport.finish(answerForEnd(end), lastTag);
      else transport.refuse(answerForEnd(end));
    },
  });
}
