import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Two that wait for one another, or a state that passed meanwhile: PostgreSQL gives one of them up, undone. */
const serializationFailure: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const maxAttempts = 4;

/** PostgreSQL gave the transaction up: whoever began it begins anew. */
export const isSerializationFailure = (error: unknown): boolean =>
  serializationFailure.has((error as { code?: unknown } | null)?.code);

const behind = new WeakMap<Transaction<Database>, (() => void)[]>();

/** Runs when the transaction has gone through, before `transact` returns. Must not throw. */
export function afterCommit(transaction: Transaction<Database>, run: () => void): void {
  const runs = behind.get(transaction);
  if (!runs) throw new Error('only a transaction of `transact` knows when it has gone through');
  runs.push(run);
}

/** What was to run is forgotten from here on, by calling the answer: a savepoint was rolled back. */
export function savedRuns(transaction: Transaction<Database>): () => void {
  const runs = behind.get(transaction) ?? [];
  const saved = runs.length;
  return () => void runs.splice(saved);
}

/**
 * One transaction. It is run anew when the database gave it up for another one's sake, so `run` changes nothing but
 * the database, and what it returns. Throws what `run` throws.
 */
export async function transact<T>(
  db: Kysely<Database>,
  run: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    const runs: (() => void)[] = [];
    let result: T;
    try {
      result = await db.transaction().execute((transaction) => {
        behind.set(transaction, runs);
        return run(transaction);
      });
    } catch (error) {
      if (attempts >= maxAttempts || !isSerializationFailure(error)) throw error;
      continue;
    }
    for (const follow of runs) follow();
    return result;
  }
}
