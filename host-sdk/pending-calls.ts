import { PlayerError, type SdkCode } from './player-error.ts';
import type { PlayerFailure } from './types.ts';

/** Why a call ended without a result. */
export type CallEnd = SdkCode | PlayerFailure;

/** A call without a response yet. A tuple, because indexes minify better than property names. */
export type PendingCall = readonly [
  name: string,
  /** Posts the request and starts its timeout. */
  send: () => void,
  /** Ends the call: rejects with the failure, resolves if there is none. */
  settle: (failure: CallEnd | 0, value?: unknown) => void,
];
/** Indexes of PendingCall. */
export const send = 1;
export const settle = 2;

export type AddCall = (
  name: string,
  /** Called when the request is sent. If it throws, the call rejects with `uncloneable`. */
  makeData: () => unknown,
  signal?: AbortSignal | undefined,
  seconds?: number,
  id?: number,
) => Promise<never>;

/**
 * Tracks calls until they end: by response, abort signal, timeout, or `settle`. `post` sends an envelope of
 * lib/protocol: kind, id, name, data. Call 0 is the handshake: calls added while it is pending are sent by the code
 * that completes it.
 */
export const createPendingCalls = (
  post: (k: number, i: number, t: string, d?: unknown) => void,
): [
  calls: ReadonlyMap<number, PendingCall>,
  add: AddCall,
  all: (part: 1 | 2, value?: CallEnd) => void,
  /** Rejects all later calls with this failure. */
  refuse: (failure: CallEnd) => void,
] => {
  const calls = new Map<number, PendingCall>();
  let lastId = 0;
  let end: CallEnd | undefined;

  return [
    calls,
    (t, makeData, signal, seconds = 10, i = ++lastId) =>
      new Promise((resolve, reject) => {
        const mustWait = calls.has(0);
        let timer: number;
        const settleIt: PendingCall[typeof settle] = (failure, value) => {
          calls.delete(i);
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          failure ? reject(new PlayerError(failure, t)) : resolve(value as never);
        };
        /** Also cancels the work in the frame. */
        const cancel = (code: SdkCode) => {
          post(4, i, t);
          settleIt(code);
        };
        const abort = () => cancel('aborted');
        const sendIt = () => {
          timer = setTimeout(cancel, seconds * 1_000, i ? 'timeout' : 'handshake-timeout') as never;
          try {
            post(0, i, t, makeData());
          } catch {
            settleIt('uncloneable');
          }
        };
        calls.set(i, [t, sendIt, settleIt]);
        signal?.addEventListener('abort', abort);
        end ? settleIt(end) : signal?.aborted ? abort() : mustWait || sendIt();
      }),
    (part, value) =>
      calls.forEach((call) => {
        call[part](value as never);
      }),
    (failure) => {
      end ??= failure;
    },
  ];
};
