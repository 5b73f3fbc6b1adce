import type { Kysely } from 'kysely';
import { keyText, newTable } from '../console-table.ts';

/** What is tried and must not be tried too often, or twice. */
export async function limitTables(db: Kysely<never>): Promise<void> {
  await newTable(db, 'captcha', keyText('id'), {
    answerHash: 'text',
    purpose: 'text',
    address: 'text',
    expiresAt: 'big',
  }).execute();

  await newTable(db, 'failureCount', keyText('name'), {
    failures: 'int',
    windowEndsAt: 'big',
    blockedUntil: 'big?',
  }).execute();

  await newTable(db, 'submission', keyText('key'), {
    userId: 'int',
    answer: 'text?',
    startedAt: 'big',
    expiresAt: 'big',
  }).execute();
}
