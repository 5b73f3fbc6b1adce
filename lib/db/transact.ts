import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Two that wait for one another, or a state that passed meanwhile: PostgreSQL gives one of them up, undone. */
const lostTurn: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const mostTries = 4;

/** PostgreSQL gave the transaction up: whoever began it begins anew. */
export const isLostTurn = (error: unknown): boolean =>
  lostTurn.has((error as { code?: unknown } | null)?.code);

/**
 * One transaction. It is run anew when the database gave it up for another one's sake, so `run` changes nothing but
 * the database, and what it returns. Throws what `run` throws.
 */
export async function transact<T>(
  db: Kysely<Database>,
  run: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (tries >= mostTries || !isLostTurn(error)) throw error;
    }
  }
}
