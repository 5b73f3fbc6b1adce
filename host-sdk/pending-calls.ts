import { PlayerError, type SdkCode } from './player-error.ts';
import type { CallOptions, PlayerFailure } from './types.ts';

/** What a call can end with, besides its result. */
export type CallEnd = SdkCode | PlayerFailure;

/** A call without an answer yet. */
export interface PendingCall {
  /** Its name. */
  readonly t: string;
  /** Posts it; its time runs from now. */
  readonly send: () => void;
  /** The one place where a call ends: rejects with the failure, resolves without one. */
  readonly settle: (failure: CallEnd | 0, value?: unknown) => void;
  /** Ends it when its time is over. */
  readonly sweep: () => void;
}

/** Calls by id. Call 0 is the handshake: while it is pending the others wait for whoever ends it to send them. */
export type PendingCalls = ReadonlyMap<number, PendingCall>;

type AddCall = (
  name: string,
  data: unknown,
  options?: CallOptions,
  timeoutMs?: number,
  id?: number,
) => Promise<never>;

/**
 * Every call ends: by its answer, its signal, its time, or because its owner settles it. `post` sends an envelope
 * of lib/protocol: kind, id, name, data. Somebody must call `sweep` of all calls from time to time.
 */
export const createPendingCalls = (
  post: (k: number, i: number, t: string, d?: unknown) => void,
): [calls: PendingCalls, add: AddCall] => {
  const calls = new Map<number, PendingCall>();
  let lastId = 0;

  const add: AddCall = (t, d, options, timeoutMs = 10_000, i = ++lastId) =>
    new Promise((resolve, reject) => {
      let deadline: number;
      const settle: PendingCall['settle'] = (failure, value) => {
        calls.delete(i);
        options?.signal?.removeEventListener('abort', abort);
        failure ? reject(new PlayerError(failure, t)) : resolve(value as never);
      };
      /** The frame shall stop the work. */
      const cancel = (code: SdkCode) => {
        post(4, i, t);
        settle(code);
      };
      const abort = () => cancel('aborted');
      const send = () => {
        deadline = performance.now() + timeoutMs;
        try {
          post(0, i, t, d);
        } catch {
          settle('uncloneable');
        }
      };
      const mustWait = calls.has(0);
      calls.set(i, {
        t,
        send,
        settle,
        sweep() {
          if (deadline < performance.now()) cancel(i ? 'timeout' : 'handshake-timeout');
        },
      });
      options?.signal?.addEventListener('abort', abort);
      if (options?.signal?.aborted) abort();
      else if (!mustWait) send();
    });

  return [calls, add];
};
