import { expect } from 'expect';
import { sql } from 'kysely';
import { afterAll, beforeAll, it } from 'vitest';
import { type DatabaseBench, engines } from '../kit/databases.ts';

/** PostgreSQL ends connections when it restarts, and when an administrator ends them. */

let bench: DatabaseBench;
beforeAll(async () => {
  bench = await engines.find(({ engine }) => engine === 'PostgreSQL')!.start();
});
afterAll(() => bench.stop());

it('a connection that ends between two statements of a transaction undoes it; the process goes on', async () => {
  const { db } = await bench.openEmpty();
  const tenant = { id: 'lost', name: 'lost', enabled: 1, createdAt: 0 } as const;
  const transaction = db.transaction().execute(async (inside) => {
    await inside.insertInto('tenant').values(tenant).execute();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(inside);
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 10000)`.execute(db);
    // Lets the end of the connection arrive while no statement is under way.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await inside.selectFrom('tenant').select('id').execute();
  });
  await expect(transaction).rejects.toThrow();
  expect(await db.selectFrom('tenant').select('id').execute()).toEqual([]);
});
