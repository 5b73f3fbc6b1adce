import type { Clock } from '../../../../kernel/clock.ts';
import type { Logger } from '../../../../kernel/logger.ts';
import { err, ok, type Result } from '../../../../kernel/result.ts';
import type { GrantWatch, OpenView, Refusal, ViewCounter, ViewedCamera, ViewKind } from '../../../ports.ts';
import type { StreamEnd } from '../../../stream/reader.ts';
import type { LiveViewer, ViewerSubscription } from '../live-viewer.ts';
import type { Connections, ViewerGrant } from './connections.ts';
import type { PathProblem } from './live-path.ts';
import { type Answer, answerForEnd, answerForRefusal, answers } from './refusal.ts';
import type { Transport } from './transport.ts';

/** What a ticket permits: one stream, until the grant ends. */
export interface Permit extends ViewerGrant {
  /** The same for all tickets of a stream, so that one can renew another. For the log too. */
  readonly stream: string;
  readonly camera: ViewedCamera;
  /** `viewer` may be called before this returns. */
  subscribe(viewer: LiveViewer): ViewerSubscription;
}

/** One kind of streams. `Wanted`: what a path names. */
export interface StreamKind<Wanted> {
  readonly viewKind: ViewKind;
  parse(target: string): Result<Wanted, PathProblem>;
  /** Rejects, or permits something else, only if the gate fails. */
  admit(ticket: string, wanted: Wanted): Promise<Result<Permit, Refusal>>;
  readonly grants: GrantWatch;
}

export interface ServeContext<Wanted> {
  readonly kind: StreamKind<Wanted>;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absent: views are not counted. */
  readonly views: ViewCounter | undefined;
  readonly isStopping: () => boolean;
}

/** Ends that are no failure: the viewer, its permission or the recording has come to its end. */
const regularEnds: ReadonlySet<string> = new Set([
  ...['server.stopping', 'tracks.changed', 'grant.ended', 'grant.expired'],
  ...['replay.rangeEnd', 'replay.noMore'],
]);

/** An admitted viewer, for its later messages. */
export interface Viewing {
  /**
   * Handles a further ticket. One for the same stream extends the permission to that of its grant; any other
   * is ignored. Never rejects.
   */
  renew(ticket: string): Promise<void>;
}

/** Serves a viewer from ticket to last byte, for both transports. Null if not admitted. Never rejects. */
export async function serveViewer<Wanted>(
  context: ServeContext<Wanted>,
  transport: Transport,
  ticket: string,
  wanted: Wanted,
): Promise<Viewing | null> {
  let isGone = false;
  transport.onClosed(() => {
    isGone = true;
  });
  const admitted = await admit(context, ticket, wanted);
  if (isGone) return null;
  if (context.isStopping()) transport.refuse(answers.stopping);
  else if (!admitted.ok) transport.refuse(admitted.error);
  else return watch(context, transport, wanted, admitted.value);
  return null;
}

async function admit<Wanted>(
  { kind, clock, logger }: ServeContext<Wanted>,
  ticket: string,
  wanted: Wanted,
): Promise<Result<Permit, Answer>> {
  try {
    const decision = await kind.admit(ticket, wanted);
    if (!decision.ok) return err(answerForRefusal(decision.error));
    return decision.value.expiresAt <= clock.now() ? err(answers.grantExpired) : ok(decision.value);
  } catch (error) {
    logger.error({ error }, 'gate failed');
    return err(answers.gateFailed);
  }
}

function watch<Wanted>(
  context: ServeContext<Wanted>,
  transport: Transport,
  wanted: Wanted,
  permit: Permit,
): Viewing | null {
  const { connections, logger, views, kind } = context;
  const { stream, camera } = permit;
  let subscription: ViewerSubscription | null = null;
  let isOpen = false;
  let isOver = false;
  let view: OpenView | null = null;
  const fail = (code: string) => views?.failed(camera, kind.viewKind, code);

  const membership = connections.add(permit, (end) => subscription?.finish(end));
  if (!membership) {
    fail(answers.tooMany.code);
    transport.refuse(answers.tooMany);
    return null;
  }

  function over(end: StreamEnd | null): boolean {
    if (isOver) return false;
    isOver = true;
    membership!.leave();
    view?.close();
    if (end && !regularEnds.has(end.code)) fail(end.code);
    logger.debug({ stream, code: end?.code ?? 'viewer.left' }, 'viewer ended');
    return true;
  }

  transport.onClosed(() => {
    if (over(null)) subscription?.close();
  });
  transport.onProgress(() => subscription?.resume());
  subscription = permit.subscribe({
    open(tracks) {
      isOpen = true;
      transport.open(tracks);
    },
    hasCapacity: () => transport.hasCapacity(),
    write: (bytes) => transport.write(bytes),
    cork: () => transport.cork(),
    uncork: () => transport.uncork(),
    flows(isFlowing) {
      if (isOver) return;
      view ??= views?.open(camera, kind.viewKind) ?? null;
      view?.flows(isFlowing);
    },
    end(end, lastTag) {
      if (!over(end)) return;
      if (isOpen) transport.finish(answerForEnd(end), lastTag);
      else transport.refuse(answerForEnd(end));
    },
  });

  return {
    async renew(ticket) {
      if (isOver) return;
      const next = await admit(context, ticket, wanted);
      if (isOver) return;
      const isRenewed = next.ok && next.value.stream === stream && membership.renew(next.value);
      logger.debug({ stream, isRenewed }, 'viewer sent another ticket');
    },
  };
}
