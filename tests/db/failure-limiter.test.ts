import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Db } from '../../lib/db/client.ts';
import { databaseFailureLimiter } from '../../lib/domain/limits/database-failure-limiter.ts';
import type { FailureLimit, FailureLimiter, LimitedName } from '../../lib/domain/limits/failure-limiter.ts';
import { MemoryFailureLimiter, maxNames } from '../../lib/domain/limits/memory-failure-limiter.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const windowMs = 60_000;
const three: FailureLimit = { kind: 'three', maxFailures: 3, windowMs };
const two: FailureLimit = { kind: 'two', maxFailures: 2, windowMs };
const withBackoff: FailureLimit = { kind: 'backoff', maxFailures: 10, windowMs: 100_000, backoffFrom: 3 };

/** The tests for every implementation. `create` returns two limiters that share their counters. */
function limiterSuite(create: (clock: FakeClock) => readonly [FailureLimiter, FailureLimiter]): void {
  let clock: FakeClock;
  let limiter: FailureLimiter;
  let other: FailureLimiter;
  beforeEach(() => {
    clock = new FakeClock();
    [limiter, other] = create(clock);
  });
  const countTimes = async (times: number, ...names: LimitedName[]) => {
    for (let done = 0; done < times; done += 1) expect(await limiter.count(names)).toBe(0);
  };

  it('blocks a name until the end of the window after too many failures', async () => {
    await countTimes(2, [three, 'a']);
    await clock.advance(10_000);
    expect(await limiter.check([[three, 'a']])).toBe(0);
    await countTimes(1, [three, 'a']);
    expect(await limiter.check([[three, 'a']])).toBe(windowMs - 10_000);
    expect(await limiter.count([[three, 'a']])).toBe(windowMs - 10_000);
    await clock.advance(windowMs - 10_000);
    await countTimes(3, [three, 'a']);
    expect(await limiter.check([[three, 'a']])).toBe(windowMs);
  });

  it('counts names and kinds separately', async () => {
    await countTimes(2, [two, 'a']);
    expect(await limiter.check([[two, 'b']])).toBe(0);
    expect(await limiter.check([[three, 'a']])).toBe(0);
  });

  it('shares one count between several limits of its kind', async () => {
    await countTimes(2, [three, 'a']);
    expect(await limiter.check([[{ ...three, maxFailures: 2 }, 'a']])).toBe(windowMs);
  });

  it('counts all names of an attempt, or none, and waits for the longest delay', async () => {
    await countTimes(1, [two, 'a']);
    await clock.advance(10_000);
    await countTimes(1, [three, 'b'], [two, 'a']);
    expect(
      await limiter.count([
        [three, 'b'],
        [two, 'a'],
      ]),
    ).toBe(windowMs - 10_000);
    await countTimes(2, [three, 'b']);
    const both = [
      [three, 'b'],
      [two, 'a'],
    ] as const;
    expect(await limiter.check(both)).toBe(windowMs);
  });

  it('can revoke a failure, and its back-off', async () => {
    await countTimes(3, [withBackoff, 'a'], [three, 'a']);
    expect(await limiter.check([[withBackoff, 'a']])).toBe(1_000);
    await limiter.takeBack([
      [withBackoff, 'a'],
      [three, 'a'],
    ]);
    expect(
      await limiter.check([
        [withBackoff, 'a'],
        [three, 'a'],
      ]),
    ).toBe(0);
    await countTimes(1, [three, 'a']);
    expect(await limiter.check([[three, 'a']])).toBe(windowMs);
  });

  it('revokes no more than was counted', async () => {
    await countTimes(1, [two, 'a']);
    for (let times = 0; times < 3; times += 1)
      await limiter.takeBack([
        [two, 'a'],
        [two, 'never counted'],
      ]);
    await countTimes(2, [two, 'a']);
    expect(await limiter.count([[two, 'a']])).toBe(windowMs);
  });

  it('doubles the back-off with each failure, until the window ends', async () => {
    const name = [[withBackoff, 'a']] as const;
    await countTimes(2, ...name);
    for (const backoffMs of [1_000, 2_000, 4_000, 8_000]) {
      await countTimes(1, ...name);
      expect(await limiter.count(name)).toBe(backoffMs);
      await clock.advance(backoffMs);
    }
    await clock.advance(withBackoff.windowMs);
    await countTimes(2, ...name);
    expect(await limiter.check(name)).toBe(0);
  });

  it('counts nothing without failures', async () => {
    for (let times = 0; times < 5; times += 1) expect(await limiter.count([[two, 'a']], 0)).toBe(0);
    await countTimes(2, [two, 'a']);
    expect(await limiter.count([[two, 'a']], 0)).toBe(windowMs);
  });

  it('can delete names', async () => {
    await countTimes(2, [two, 'a'], [three, 'a']);
    await limiter.forget([
      [two, 'a'],
      [three, 'a'],
    ]);
    expect(await limiter.check([[two, 'a']])).toBe(0);
    await countTimes(2, [two, 'a'], [three, 'a']);
  });

  it('allows no more concurrent attempts than the limit', async () => {
    const waits = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? other : limiter).count([
          [three, 'a'],
          [withBackoff, `name ${index}`],
        ]),
      ),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });
}

describe('failure limiter in memory', () => {
  limiterSuite((clock) => {
    const limiter = new MemoryFailureLimiter(clock);
    return [limiter, limiter];
  });

  it('does not depend on the wall clock', () => {
    const clock = new FakeClock();
    const limiter = new MemoryFailureLimiter(clock);
    limiter.count([[two, 'a']]);
    limiter.count([[two, 'a']]);
    clock.setWall(clock.now() + 10 * windowMs);
    expect(limiter.check([[two, 'a']])).toBe(windowMs);
  });

  it('drops the oldest of too many names of one kind, and none of other kinds', () => {
    const limiter = new MemoryFailureLimiter(new FakeClock());
    const one = { ...two, maxFailures: 1 };
    limiter.count([[three, 'a']]);
    for (let made = 0; made <= maxNames; made += 1) limiter.count([[one, `name ${made}`]]);
    expect(limiter.check([[one, 'name 0']])).toBe(0);
    expect(limiter.check([[one, 'name 1']])).toBe(windowMs);
    expect(limiter.check([[{ ...three, maxFailures: 1 }, 'a']])).toBe(windowMs);
  });
});

describe.each(engines)('failure limiter in the database, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let db: Db;
  beforeAll(async () => {
    bench = await start();
    ({ db } = await bench.openEmpty());
  });
  afterAll(() => bench.stop());
  beforeEach(() => db.deleteFrom('failureCount').execute());

  limiterSuite((clock) => [databaseFailureLimiter(db, clock), databaseFailureLimiter(db, clock)]);

  it('deletes rows whose window has ended', async () => {
    const clock = new FakeClock();
    const limiter = databaseFailureLimiter(db, clock);
    await limiter.count([[two, 'a']]);
    await clock.advance(windowMs + 1);
    await limiter.count([[two, 'b']]);
    await limiter.forgetEnded();
    expect(await db.selectFrom('failureCount').select(['name', 'failures']).execute()).toEqual([
      { name: 'two/b', failures: 1 },
    ]);
  });

  it('keeps failures when the transaction is rolled back', async () => {
    const limiter = databaseFailureLimiter(db, new FakeClock());
    await limiter.count([[two, 'a']]);
    const rolledBack = db.transaction().execute(async (transaction) => {
      await limiter.forget([[two, 'a']], transaction);
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(await db.selectFrom('failureCount').selectAll().execute()).toHaveLength(1);
  });
});
