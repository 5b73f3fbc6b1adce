import type { Clock } from '../../../../kernel/clock.ts';
import type { Logger } from '../../../../kernel/logger.ts';
import type { Result } from '../../../../kernel/result.ts';
import type { Admission, LiveGate, Refusal } from '../../../ports.ts';
import type { StreamEnd } from '../../../stream/reader.ts';
import type { ViewableStreams, ViewerSubscription } from '../live-viewer.ts';
import type { Connections } from './connections.ts';
import type { WantedStream } from './live-path.ts';
import { type Answer, answerForEnd, answerForRefusal, answers } from './refusal.ts';
import type { Transport } from './transport.ts';

export interface ServeContext {
  readonly plane: ViewableStreams;
  readonly gate: LiveGate;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isStopping: () => boolean;
}

/** An admitted viewer, for its later messages. */
export interface Viewing {
  /**
   * Handles a further ticket. One for the same stream extends the permission to that of its grant; any other
   * is ignored. Never rejects.
   */
  renew(ticket: string): Promise<void>;
}

/** Serves a viewer from ticket to last byte, for both transports. Null if not admitted. Never rejects. */
export async function serveViewer(
  context: ServeContext,
  transport: Transport,
  ticket: string,
  wanted: WantedStream,
): Promise<Viewing | null> {
  let isGone = false;
  transport.onClosed(() => {
    isGone = true;
  });
  const admitted = await admit(context, ticket, wanted);
  if (isGone) return null;
  if (context.isStopping()) transport.refuse(answers.stopping);
  else if (!admitted.ok) transport.refuse(admitted.error);
  else return watch(context, transport, admitted.value);
  return null;
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
    logger.error({ error }, 'gate failed');
    return { ok: false, error: answers.gateFailed };
  }
  if (!decision.ok) return { ok: false, error: answerForRefusal(decision.error) };
  const { key, expiresAt } = decision.value;
  if (!isWanted(key, wanted)) {
    logger.error({ wanted }, 'gate admitted to another stream');
    return { ok: false, error: answers.gateFailed };
  }
  if (expiresAt <= clock.now()) return { ok: false, error: answers.grantExpired };
  return decision;
}

/** Guards against serving another stream than requested. */
function isWanted(key: WantedStream, wanted: WantedStream): boolean {
  return (
    key.deviceSerial === wanted.deviceSerial &&
    key.channelNo === wanted.channelNo &&
    key.profile === wanted.profile &&
    key.video === wanted.video
  );
}

function watch(context: ServeContext, transport: Transport, admission: Admission): Viewing | null {
  const { plane, connections, logger } = context;
  let subscription: ViewerSubscription | null = null;
  let isOpen = false;
  let isOver = false;

  const membership = connections.add(admission, (end) => subscription?.finish(end));
  if (!membership) {
    transport.refuse(answers.tooMany);
    return null;
  }

  function over(end: StreamEnd | null): boolean {
    if (isOver) return false;
    isOver = true;
    membership!.leave();
    logger.debug({ ...admission.key, code: end?.code ?? 'viewer.left' }, 'viewer ended');
    return true;
  }

  transport.onClosed(() => {
    if (over(null)) subscription?.close();
  });
  transport.onProgress(() => subscription?.resume());
  subscription = plane.subscribe(admission.key, {
    open(tracks) {
      isOpen = true;
      transport.open(tracks);
    },
    hasCapacity: () => transport.hasCapacity(),
    write: (bytes) => transport.write(bytes),
    cork: () => transport.cork(),
    uncork: () => transport.uncork(),
    end(end, lastTag) {
      if (!over(end)) return;
      if (isOpen) transport.finish(answerForEnd(end), lastTag);
      else transport.refuse(answerForEnd(end));
    },
  });

  return {
    async renew(ticket) {
      if (isOver) return;
      const next = await admit(context, ticket, admission.key);
      if (isOver) return;
      // The path identifies the stream except for its tenant.
      const isSame = next.ok && next.value.key.tenantId === admission.key.tenantId;
      const isRenewed = isSame && membership.renew(next.value);
      logger.debug({ ...admission.key, isRenewed }, 'viewer sent another ticket');
    },
  };
}
