import type { Ms } from '../../kernel/units.ts';
import type { Rate } from './rate.ts';

export interface GatewayLimits {
  /** Sessions in this process. */
  readonly sessions: number;
  /** Sessions of one grant; one grant may serve all viewers of an integrator's page. */
  readonly sessionsPerGrant: number;
  /** WebSockets and HTTP sessions of one address. */
  readonly connectionsPerAddress: number;
  readonly handlesPerSession: number;
  /** Events that wait for a long poll. */
  readonly waitingEvents: number;
  /** Messages of one WebSocket. */
  readonly messages: Rate;
  /** HTTP requests, WebSockets and new sessions of one address. */
  readonly requests: Rate;
}

export const defaultGatewayLimits: GatewayLimits = {
  sessions: 1_024,
  sessionsPerGrant: 256,
  connectionsPerAddress: 512,
  handlesPerSession: 4,
  waitingEvents: 64,
  // A client sends some dozen candidates at once, then a keepalive each 25 s.
  messages: { burst: 200, perSecond: 20 },
  requests: { burst: 1_000, perSecond: 200 },
};

/**
 * A session whose WebSocket was lost can be claimed this long; likewise the pause between two long polls. With the time
 * to hang up, below the 5 s within which a closed tab is silent.
 */
export const absenceMs: Ms = 4_500;
/** A WebSocket without a session is closed after this. */
export const createWithinMs: Ms = 10_000;
