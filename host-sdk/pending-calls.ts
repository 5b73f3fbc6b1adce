import { PlayerError, type SdkCode } from './player-error.ts';
import type { CallOptions, PlayerFailure } from './types.ts';

/** What a call can end with, besides its result. */
export type CallEnd = SdkCode | PlayerFailure;

/** A call without an answer yet. A tuple, so that `all` reaches what its caller names in one byte. */
export type PendingCall = readonly [
  name: string,
  /** Posts it; its time runs from now. */
  send: () => void,
  /** The one place where a call ends: rejects with the failure, resolves without one. */
  settle: (failure: CallEnd | 0, value?: unknown) => void,
  /** Ends it when its time is over. Somebody must do this from time to time. */
  sweep: () => void,
];
/** Places in a PendingCall. */
export const send = 1;
export const settle = 2;
export const sweep = 3;

export type AddCall = (
  name: string,
  /** Asked for when it is sent. Where it throws, the call ends as `uncloneable`. */
  makeData: () => unknown,
  options?: CallOptions | undefined,
  timeoutMs?: number,
  id?: number,
) => Promise<never>;

/**
 * Every call ends: by its answer, its signal, its time, or because its owner settles it. `post` sends an envelope
 * of lib/protocol: kind, id, name, data. Call 0 is the handshake: while it is pending the others wait for whoever
 * ends it to send them.
 */
export const createPendingCalls = (
  post: (k: number, i: number, t: string, d?: unknown) => void,
): [
  calls: ReadonlyMap<number, PendingCall>,
  add: AddCall,
  all: (part: 1 | 2 | 3, value?: CallEnd) => void,
  /** Calls from now on end with this. */
  refuse: (failure: CallEnd) => void,
] => {
  const calls = new Map<number, PendingCall>();
  let lastId = 0;
  let end: CallEnd | undefined;

  return [
    calls,
    (t, makeData, options, timeoutMs = 10_000, i = ++lastId) =>
      new Promise((resolve, reject) => {
        const signal = options?.signal;
        const mustWait = calls.has(0);
        let deadline: number;
        const settleIt: PendingCall[typeof settle] = (failure, value) => {
          calls.delete(i);
          signal?.removeEventListener('abort', abort);
          failure ? reject(new PlayerError(failure, t)) : resolve(value as never);
        };
        /** The frame shall stop the work. */
        const cancel = (code: SdkCode) => {
          post(4, i, t);
          settleIt(code);
        };
        const abort = () => cancel('aborted');
        const sendIt = () => {
          deadline = performance.now() + timeoutMs;
          try {
            post(0, i, t, makeData());
          } catch {
            settleIt('uncloneable');
          }
        };
        calls.set(i, [
          t,
          sendIt,
          settleIt,
          () => {
            if (deadline < performance.now()) cancel(i ? 'timeout' : 'handshake-timeout');
          },
        ]);
        signal?.addEventListener('abort', abort);
        end ? settleIt(end) : signal?.aborted ? abort() : mustWait || sendIt();
      }),
    (part, value) =>
      calls.forEach((call) => {
        call[part](value as never);
      }),
    (failure) => {
      end = failure;
    },
  ];
};
