import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { isSerializationFailure, savedRuns } from '../../db/transact.ts';
import { AdminError } from '../errors/admin-error.ts';
import { explain } from './database-faults.ts';
import type { TableShape } from './table-shape.ts';

/**
 * Runs `work` in a savepoint. An expected error rolls back only that and is returned; any other error ends the whole
 * transaction.
 */
export async function inSavepoint<T>(
  transaction: Transaction<Database>,
  shape: TableShape,
  run: () => Promise<T>,
): Promise<T | AdminError> {
  await sql`savepoint part`.execute(transaction);
  const forgetRuns = savedRuns(transaction);
  try {
    const result = await run();
    await sql`release savepoint part`.execute(transaction);
    return result;
  } catch (caught) {
    if (isSerializationFailure(caught)) throw caught;
    const error = explain(caught, shape, 'write');
    if (!(error instanceof AdminError)) throw error;
    await sql`rollback to savepoint part`.execute(transaction);
    await sql`release savepoint part`.execute(transaction);
    forgetRuns();
    return error;
  }
}
