import { expect } from 'expect';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, it } from 'vitest';
import type { Database } from '../../../lib/db/schema.ts';
import { PostgresReserve } from '../../../lib/server/postgres-reserve.ts';
import { FakeClock } from '../../kit/fake-clock.ts';

/** A PostgreSQL whose disk is full until `isFull` is false, with the times of the attempts to hold the reserve. */
function fullDatabase(clock: FakeClock) {
  const disk = { isFull: true, attempts: [] as number[] };
  const connection = {
    async executeQuery({ sql }: { readonly sql: string }) {
      if (!sql.startsWith('insert')) return { rows: [] };
      disk.attempts.push(clock.monotonic());
      if (disk.isFull) throw Object.assign(new Error('could not extend file'), { code: '53100' });
      return { rows: [] };
    },
    // biome-ignore lint/correctness/useYield: statements here return no stream
    async *streamQuery() {
      throw new Error('not needed');
    },
  };
  const nothing = async () => undefined;
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection as never,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  });
  return { db, disk };
}

describe('the reserve on the disk of PostgreSQL', () => {
  it('is tried again after 4 s, then at growing intervals up to 30 s, and from 4 s once it was held', async () => {
    const clock = new FakeClock();
    const { db, disk } = fullDatabase(clock);
    const reserve = new PostgresReserve(db, clock);
    const watch = async (seconds: number) => {
      const before = clock.monotonic();
      let isHeld = false;
      while (clock.monotonic() - before < seconds * 1_000 && !isHeld) {
        isHeld = await reserve.hold();
        await clock.advance(2_000);
      }
      return isHeld;
    };
    expect(await watch(120)).toBe(false);
    const waits = disk.attempts.slice(1).map((at, index) => at - disk.attempts[index]!);
    expect(waits).toEqual([4_000, 8_000, 16_000, 30_000, 30_000, 30_000].slice(0, waits.length));
    expect(waits.length).toBeGreaterThanOrEqual(5);
    disk.isFull = false;
    expect(await watch(32)).toBe(true);
    disk.isFull = true;
    disk.attempts.length = 0;
    expect(await watch(10)).toBe(false);
    expect(disk.attempts[1]! - disk.attempts[0]!).toBe(4_000);
  });

  it('is not tried while a change uses its space, and a change waits until the attempt has failed and was cleared', async () => {
    const clock = new FakeClock();
    const { db, disk } = fullDatabase(clock);
    const reserve = new PostgresReserve(db, clock);
    const order: string[] = [];
    // Lets every promise settle that depends on nothing else.
    const turn = () => new Promise((next) => setImmediate(next));
    let endFirst = () => {};
    const first = reserve.use(() => new Promise<void>((ended) => (endFirst = ended)));
    const held = reserve.hold().then(() => order.push('attempt'));
    await turn();
    const second = reserve.use(async () => order.push('second'));
    await turn();
    expect([order, disk.attempts]).toEqual([[], []]);
    endFirst();
    await Promise.all([first, held, second]);
    expect(disk.attempts).toHaveLength(1);
    expect(order).toEqual(['attempt', 'second']);
  });
});
