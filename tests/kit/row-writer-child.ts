// Writes rows until it is killed. Its argument: `WriterOptions` as JSON.
import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '../../lib/db/client.ts';
import type { WriterOptions } from './row-writer.ts';

const { place, from, synchronous, last } = JSON.parse(process.argv[2] ?? '') as WriterOptions;
const { db, engine } = await openDatabase(place);
if (last === undefined) await write();
else await count(last);

async function write(): Promise<never> {
  if (synchronous) {
    await sql.raw(`pragma synchronous = ${synchronous}`).execute(db);
    // A checkpoint flushes. Between the last acknowledged row and the cut, a fast writer reaches one.
    await sql`pragma wal_autocheckpoint = 0`.execute(db);
  }
  await db
    .insertInto('tenant')
    .values({ id: 'ours', name: '本组织', enabled: 1, createdAt: 1 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const history = { version: 1, createdBy: '', updatedBy: '', updatedAt: 0 };
  for (let number = from; ; number += 1) {
    const names = { postCode: `p${number}`, postName: `岗位${number}`, postSort: number, status: '0' };
    await db
      .insertInto('post')
      .values({ tenantId: 'ours', ...names, ...history, createdAt: number })
      .execute();
    // Unbuffered: an acknowledgement in this process's buffer would be lost with it.
    writeSync(1, `${number}\n`);
  }
}

async function count(to: number): Promise<void> {
  const { rows } = await db
    .selectFrom('post')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('postSort', '>=', from)
    .where('postSort', '<=', to)
    .executeTakeFirstOrThrow();
  const checked =
    engine === 'libsql' ? await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db) : null;
  const file = checked?.rows.map(({ integrityCheck }) => integrityCheck).join('; ') ?? 'ok';
  writeSync(1, JSON.stringify({ rows, file }));
  process.exit(0);
}
