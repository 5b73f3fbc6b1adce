/** Calls without a session are counted by address of the client, in each process. */
import type { Clock } from '../../kernel/clock.ts';
import { MemoryFailureLimiter } from './memory-failure-limiter.ts';

/** Many devices or readers may share an address. */
const perMinute = 600;

/** Counts a call. False: more than 600 in a minute came from this address. */
export function callLimit(clock: Clock, kind: string): (clientAddress: string) => boolean {
  const limiter = new MemoryFailureLimiter(clock);
  const limit = { kind, maxFailures: perMinute, windowMs: 60_000 };
  return (clientAddress) => limiter.count([[limit, clientAddress]]) === 0;
}
