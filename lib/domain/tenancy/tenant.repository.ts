import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from './tenant-scope.ts';

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly createdAt: EpochMs;
}

export function tenantRepository(db: Db) {
  return {
    /** False when the id already exists: of two concurrent calls one inserts. */
    async insert(tenant: Tenant): Promise<boolean> {
      const result = await db
        .insertInto('tenant')
        .values({
          id: tenant.id,
          name: tenant.name,
          enabled: tenant.isEnabled ? 1 : 0,
          createdAt: tenant.createdAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    async find(scope: TenantScope): Promise<Tenant | null> {
      const row = await db
        .selectFrom('tenant')
        .selectAll()
        .where('id', '=', scope.tenantId)
        .executeTakeFirst();
      return row
        ? { id: row.id, name: row.name, isEnabled: row.enabled === 1, createdAt: row.createdAt }
        : null;
    },

    async setEnabled(scope: TenantScope, isEnabled: boolean): Promise<void> {
      await db
        .updateTable('tenant')
        .set({ enabled: isEnabled ? 1 : 0 })
        .where('id', '=', scope.tenantId)
        .execute();
    },
  };
}
