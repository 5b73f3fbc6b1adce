import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Connections } from '../outputs/flv/delivery/connections.ts';
import type { TalkAdmission, TalkGate } from '../talk-ports.ts';
import { absenceMs, type GatewayLimits } from './limits.ts';
import { randomGatewayId } from './random-gateway-id.ts';
import { Session, type SessionEnd } from './session.ts';

const stoppingEnd: SessionEnd = {
  handles: { code: 'server.stopping', message: 'The server is stopping.' },
  close: { code: 1001, reason: 'server.stopping' },
};

/** All sessions, their permissions and their number. */
export class Sessions {
  /** Connections by address, and sessions by grant. */
  readonly connections: Connections;
  private readonly running = new Map<number, Session>();
  /** Ended sessions with events that a long poll has not fetched. */
  private readonly unread = new Map<number, Session>();
  /** Handles of ended sessions that are being closed. */
  private readonly closing = new Set<Promise<void>>();

  constructor(
    gate: TalkGate,
    private readonly clock: Clock,
    logger: Logger,
    private readonly limits: GatewayLimits,
  ) {
    this.connections = new Connections(gate, clock, logger, {
      perAddress: limits.connectionsPerAddress,
      perGrant: limits.sessionsPerGrant,
    });
  }

  get size(): number {
    return this.running.size;
  }

  get handles(): number {
    let count = 0;
    for (const session of this.running.values()) count += session.handleCount;
    return count;
  }

  get isFull(): boolean {
    return this.running.size >= this.limits.sessions;
  }

  /** Null: too many sessions. `onEnded` is called once. */
  open(admission: TalkAdmission, token: string, onEnded: () => void): Session | null {
    if (this.isFull) return null;
    let id = randomGatewayId();
    while (this.running.has(id) || this.unread.has(id)) id = randomGatewayId();
    const membership = this.connections.add(admission, ({ code, message }) =>
      session.end({ handles: { code, message }, close: { code: 4403, reason: code } }),
    );
    if (!membership) return null;
    const session = new Session({
      ...{ id, token, admission, clock: this.clock, limits: this.limits },
      onEnded: (ended, closed) => {
        this.running.delete(id);
        this.closing.add(closed);
        void closed.finally(() => this.closing.delete(closed));
        membership.leave();
        if (ended.hasUnread) this.keepUnread(ended);
        onEnded();
      },
    });
    this.running.set(id, session);
    return session;
  }

  /** The session, if it is open and this is its token. */
  find(id: number | null, token: string): Session | null {
    return holder(id === null ? undefined : this.running.get(id), token);
  }

  /** Also a session that has ended and has events left. */
  findToRead(id: number, token: string): Session | null {
    const ended = this.unread.get(id);
    return holder(this.running.get(id) ?? (ended?.hasUnread ? ended : undefined), token);
  }

  /** Ends all. Resolves when their handles have closed. */
  async close(): Promise<void> {
    for (const session of [...this.running.values()]) session.end(stoppingEnd);
    this.connections.close();
    await Promise.all(this.closing);
  }

  private keepUnread(session: Session): void {
    this.unread.set(session.id, session);
    this.clock.after(absenceMs, () => this.unread.delete(session.id));
  }
}

function holder(session: Session | undefined, token: string): Session | null {
  return session?.holds(token) ? session : null;
}
