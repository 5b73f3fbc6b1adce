import { type PlayerError, type SdkCode, sdkError } from './player-error.ts';

/** The envelope of lib/protocol: kind, id, name, data. */
export interface Envelope {
  k: number;
  i: number;
  t: string;
  d?: unknown;
}

/** A call without an answer yet. */
export interface PendingCall {
  readonly name: string;
  /** Posts it; the time it may take runs from now. */
  send(): void;
  /** The one place where a call ends: rejects with the error, resolves without one. */
  settle(error?: PlayerError, value?: unknown): void;
  /** Ends it from this side, and tells the frame to stop the work. */
  cancel(code: SdkCode): void;
  /** On the clock of `performance.now()`. A call that waits to be sent has none. */
  deadline?: number;
}

/** One timer looks this often for calls that waited too long. It runs only while there are calls. */
const sweepMs = 250;

/** The pending calls by id, and a function that adds one, to be sent by whoever adds it. */
export function createPendingCalls(
  post: (message: Envelope) => void,
): [
  calls: ReadonlyMap<number, PendingCall>,
  add: (id: number, name: string, data: unknown, timeoutMs: number, signal?: AbortSignal) => Promise<unknown>,
] {
  const calls = new Map<number, PendingCall>();
  let timer: ReturnType<typeof setInterval> | undefined;

  const sweep = () => {
    // A call without a deadline compares false.
    for (const [id, call] of calls)
      if (call.deadline! < performance.now()) call.cancel(id ? 'timeout' : 'handshake-timeout');
    if (!calls.size) {
      clearInterval(timer);
      timer = undefined;
    }
  };

  const add = (i: number, t: string, d: unknown, timeoutMs: number, signal?: AbortSignal) =>
    new Promise<unknown>((resolve, reject) => {
      const abort = () => call.cancel('aborted');
      const call: PendingCall = {
        name: t,
        send() {
          call.deadline = performance.now() + timeoutMs;
          try {
            post({ k: 0, i, t, d });
          } catch {
            call.settle(sdkError('uncloneable', t));
          }
        },
        settle(error, value) {
          calls.delete(i);
          signal?.removeEventListener('abort', abort);
          if (error) reject(error);
          else resolve(value);
        },
        cancel(code) {
          post({ k: 4, i, t });
          call.settle(sdkError(code, t));
        },
      };
      calls.set(i, call);
      timer ??= setInterval(sweep, sweepMs);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
    });

  return [calls, add];
}
