import type { Transaction } from 'kysely';
import type { Engine } from '../../db/dialect.ts';
import type { Database } from '../../db/schema.ts';
import type { TenantScope } from './tenant-scope.ts';

/**
 * Serializes changes of related records in a tenant (permissions, trees, dictionary names). Take it before any row
 * lock, otherwise two transactions could deadlock. Other inserts are not blocked.
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
