import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { createPendingCalls } from '../../host-sdk/pending-calls.ts';

type Posted = [kind: number, id: number, name: string, data?: unknown];
const request = 0;
const cancel = 4;

let posted: Posted[];
let calls: ReturnType<typeof createPendingCalls>[0];
let add: ReturnType<typeof createPendingCalls>[1];

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  [calls, add] = createPendingCalls((...message) => posted.push(message));
});
afterEach(() => {
  vi.useRealTimers();
});

/** The code of the error that a call ends with. */
const endOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: { readonly code: string }) => error.code,
  );
/** Settles a call, as the answer of the frame does. */
const answer = (id: number, value: unknown) => calls.get(id)![2](0, value);

describe('a call that ends without an answer', () => {
  it('ends the work in the frame when its signal is aborted', async () => {
    const stop = new AbortController();
    const ended = endOf(add('export', () => ({ begin: 1 }), stop.signal));
    expect(posted).toEqual([[request, 1, 'export', { begin: 1 }]]);
    stop.abort();
    expect(await ended).toBe('aborted');
    expect(posted.slice(1)).toEqual([[cancel, 1, 'export']]);
    expect(calls.size).toBe(0);
  });

  it('ends the work in the frame after its timeout', async () => {
    const ended = endOf(add('seek', () => ({}), undefined, 3));
    vi.advanceTimersByTime(2_999);
    expect(posted).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(await ended).toBe('timeout');
    expect(posted.slice(1)).toEqual([[cancel, 1, 'seek']]);
  });
});

describe('a call that was answered', () => {
  it('cancels nothing afterwards: neither by its signal nor by its timeout', async () => {
    const stop = new AbortController();
    const call = add('play', () => ({}), stop.signal);
    answer(1, 'played');
    expect(await call).toBe('played');
    stop.abort();
    vi.runAllTimers();
    expect(posted).toEqual([[request, 1, 'play', {}]]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
