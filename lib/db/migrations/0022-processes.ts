import type { Kysely } from 'kysely';
import { keyText, newTable } from './console-table.ts';

/** The running processes on one database, with what they measured last. */
export async function up(db: Kysely<never>): Promise<void> {
  await newTable(db, 'serverProcess', keyText('id'), {
    name: 'text',
    figures: 'text',
    streams: 'text',
    startedAt: 'big',
    expiresAt: 'big',
  }).execute();
}
