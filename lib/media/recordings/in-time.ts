import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

/** A slower object store is of no use, and whoever waits for it keeps what others need. */
const minBytesPerS = 64 * 1024;
const leastMs: Ms = 30_000;

/**
 * What is done with so many bytes of an object store, ended when it takes too long: a store that sends a byte now and then
 * is never idle. Rejects with `objects.unreachable` then, and with the reason of `signal`.
 */
export async function inTime<Value>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  bytes: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const late = new AbortController();
  const slow = new AppError('objects.unreachable', 'The object store is too slow.');
  const cancel = clock.after(leastMs + (bytes / minBytesPerS) * 1_000, () => late.abort(slow));
  const either = AbortSignal.any([signal, late.signal]);
  try {
    return await work(either);
  } catch (error) {
    throw either.aborted ? either.reason : error;
  } finally {
    cancel();
  }
}
