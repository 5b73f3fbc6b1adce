import type { Kysely, Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Deadlock, or a serialization conflict: PostgreSQL rolls one of the transactions back. */
const serializationFailure: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const maxAttempts = 4;

/** True when PostgreSQL rolled the transaction back; retry it. */
export const isSerializationFailure = (error: unknown): boolean =>
  serializationFailure.has((error as { code?: unknown } | null)?.code);

const behind = new WeakMap<Transaction<Database>, (() => void)[]>();

/** Runs after the commit, before `transact` returns. Must not throw. */
export function afterCommit(transaction: Transaction<Database>, run: () => void): void {
  const runs = behind.get(transaction);
  if (!runs) throw new Error('the transaction was not started by `transact`');
  runs.push(run);
}

/** For a savepoint: calling the returned function drops all callbacks that were added after this call. */
export function savedRuns(transaction: Transaction<Database>): () => void {
  const runs = behind.get(transaction) ?? [];
  const saved = runs.length;
  return () => void runs.splice(saved);
}

/**
 * Runs one transaction. It is retried when the database rolled it back because of a conflict, so `run` must have no
 * effects besides the database and its return value. Throws what `run` throws.
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
