import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { OpenDatabase } from '../db/client.ts';
import type { Clock } from '../kernel/clock.ts';
import type { DatabaseProbe } from './storage-watch.ts';

/** More than the free space of a few pages, so that the database needs new ones. */
const probeBytes = 48 * 1024;
const key = 'storage.probe';

/** A row of the idempotency records, which is expired from the start and therefore deleted by their maintenance. */
export function databaseProbe({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>, clock: Clock): DatabaseProbe {
  return {
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
