import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** A site or customer that devices belong to. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly createdAt: EpochMs;
}

export function companyRepository(db: Db) {
  return {
    async insert(scope: TenantScope, company: Company): Promise<void> {
      await db
        .insertInto('company')
        .values({ ...company, tenantId: scope.tenantId })
        .execute();
    },

    /** Ordered by creation time. */
    async list(scope: TenantScope): Promise<readonly Company[]> {
      return db
        .selectFrom('company')
        .select(['id', 'name', 'createdAt'])
        .where('tenantId', '=', scope.tenantId)
        .orderBy('id')
        .execute();
    },
  };
}
