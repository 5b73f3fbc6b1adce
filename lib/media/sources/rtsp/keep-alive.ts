/**
 * Keeps a session alive. Cameras list methods that they then refuse (454, 501) or do not answer, so an answer only
 * decides which method is used: whether the camera is still there is seen from its media.
 */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ms } from '../../../kernel/units.ts';
import { firstHeader, type RtspResponse } from './rtsp-message.ts';

export type KeepAliveMethod = 'GET_PARAMETER' | 'SET_PARAMETER' | 'OPTIONS';

export interface KeepAliveTerms {
  readonly everyMs: Ms;
  /** In the order in which they are tried; at least one. */
  readonly methods: readonly KeepAliveMethod[];
}

export interface KeepAliveOptions extends KeepAliveTerms {
  /** The longest wait for an answer. */
  readonly requestMs: Ms;
  /** Resolves with the status of the answer, or null if none came within `waitMs`. Never rejects. */
  send(method: KeepAliveMethod, waitMs: Ms): Promise<number | null>;
}

/** `gone`: every method was refused, and the camera says that it does not know the session. */
export type KeepAliveOutcome = 'renewed' | 'refused' | 'gone' | 'silent';

/** A camera may have been updated. */
const rememberMs: Ms = 24 * 3_600_000;
const maxRemembered = 2_000;

/**
 * Cameras that close the connection when a method arrives: in the next session it is not used, or they would reconnect for
 * ever. By address.
 */
export class KeepAliveMemory {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #closed = new Map<string, Map<KeepAliveMethod, Ms>>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** The camera closed the connection instead of an answer. */
  noteClosed(url: string, method: KeepAliveMethod): void {
    const known = this.#closed.get(url) ?? new Map<KeepAliveMethod, Ms>();
    known.set(method, this.#clock.monotonic());
    this.#closed.delete(url);
    this.#closed.set(url, known);
    for (const oldest of this.#closed.keys()) {
      if (this.#closed.size <= maxRemembered) break;
      this.#closed.delete(oldest);
    }
  }

  /** Without those that closed the connection lately. OPTIONS stays: every camera has answered it before. */
  usable(url: string, methods: readonly KeepAliveMethod[]): readonly KeepAliveMethod[] {
    const known = this.#closed.get(url);
    return methods.filter((method) => {
      const closedAt = known?.get(method);
      const isClosed = closedAt !== undefined && this.#clock.monotonic() - closedAt < rememberMs;
      return method === 'OPTIONS' || !isClosed;
    });
  }
}

const defaultTimeoutSeconds = 60;
/** RFC 2326, 11.3.5. */
const sessionNotFound = 454;

/** `options`: the response to OPTIONS. `timeoutSeconds`: of the session; null: not given. */
export function keepAliveTerms(options: RtspResponse, timeoutSeconds: number | null): KeepAliveTerms {
  const listed = options.status === 200 ? (firstHeader(options.headers, 'public') ?? '') : '';
  const optional = (['GET_PARAMETER', 'SET_PARAMETER'] as const).filter((method) =>
    new RegExp(`\\b${method}\\b`, 'i').test(listed),
  );
  const seconds = Math.max(4, Math.min(timeoutSeconds ?? defaultTimeoutSeconds, 120));
  return { everyMs: (seconds * 1000) / 2, methods: [...optional, 'OPTIONS'] };
}

export class KeepAlive {
  readonly #options: KeepAliveOptions;
  readonly #waitMs: Ms;
  #current = 0;
  #isOpen = false;

  constructor(options: KeepAliveOptions) {
    this.#options = options;
    // All methods within one interval: the last one is still in time for the session.
    this.#waitMs = Math.min(options.requestMs, options.everyMs / options.methods.length);
  }

  /**
   * Sends the method that worked last; if it is refused or not answered, the others at once. Null: an earlier call is
   * still waiting for answers.
   */
  async renew(): Promise<KeepAliveOutcome | null> {
    if (this.#isOpen) return null;
    this.#isOpen = true;
    const { methods, send } = this.#options;
    const statuses: (number | null)[] = [];
    for (let count = 0; count < methods.length; count += 1) {
      const status = await send(methods[this.#current]!, this.#waitMs);
      statuses.push(status);
      if (status !== null && status >= 200 && status < 300) break;
      this.#current = (this.#current + 1) % methods.length;
    }
    this.#isOpen = false;
    return outcomeOf(statuses);
  }
}

function outcomeOf(statuses: readonly (number | null)[]): KeepAliveOutcome {
  const last = statuses.at(-1) ?? null;
  if (last !== null && last >= 200 && last < 300) return 'renewed';
  if (statuses.includes(sessionNotFound)) return 'gone';
  return statuses.every((status) => status === null) ? 'silent' : 'refused';
}
