import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { OpenDatabase } from '../db/client.ts';
import type { Clock } from '../kernel/clock.ts';
import { DiskReserve } from './disk-reserve.ts';
import { PostgresReserve } from './postgres-reserve.ts';
import type { WatchedDatabase } from './storage-watch.ts';

/** More than the free space of a few pages, so that the database needs new ones. */
const probeBytes = 48 * 1024;
const key = 'storage.probe';

export function watchedDatabase(
  { db, engine }: Pick<OpenDatabase, 'db' | 'engine'>,
  dataDir: string,
  clock: Clock,
): WatchedDatabase {
  return {
    reserve:
      engine === 'postgres'
        ? new PostgresReserve(db, clock)
        : new DiskReserve(join(dataDir, 'oriel.reserve')),

    // A row of the idempotency records that is expired from the start, so that their maintenance deletes it.
    async write() {
      const now = clock.now();
      const row = { response: randomBytes(probeBytes).toString('base64'), startedAt: now, expiresAt: now };
      await db
        .insertInto('idempotencyRecord')
        .values({ key, userId: 0, ...row })
        .onConflict((found) => found.column('key').doUpdateSet(row))
        .execute();
    },

    async isReadOnly() {
      // The embedded database has no such state of its own.
      if (engine === 'libsql') return false;
      const { rows } = await sql<{ readOnly: string }>`
        select current_setting('transaction_read_only') as "read_only"`.execute(db);
      return rows[0]?.readOnly === 'on';
    },
  };
}
