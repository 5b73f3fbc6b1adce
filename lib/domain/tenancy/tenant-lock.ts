import type { Transaction } from 'kysely';
import type { Engine } from '../../db/dialect.ts';
import type { Database } from '../../db/schema.ts';
import type { TenantScope } from './tenant-scope.ts';

/**
 * Changes of what hangs together in a tenant (rights, trees, names of dictionaries) come one after the other. Taken
 * before any row: whoever has a row and then waits for the turn would be waited for. Others' inserts go on meanwhile.
 */
export async function lockTenant(
  { engine }: { readonly engine: Engine },
  transaction: Transaction<Database>,
  scope: TenantScope,
): Promise<void> {
  // The embedded database has one writer anyway.
  if (engine !== 'postgres') return;
  await transaction
    .selectFrom('tenant')
    .select('id')
    .where('id', '=', scope.tenantId)
    .forNoKeyUpdate()
    .execute();
}
