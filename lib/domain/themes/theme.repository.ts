import type { Selectable } from 'kysely';
import type { ThemeType } from '../../contracts/theme/theme.ts';
import type { Db } from '../../db/client.ts';
import type { ThemeTable } from '../../db/schema.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The columns for lists. */
export interface ThemeRow {
  readonly id: string;
  readonly name: string;
  readonly type: ThemeType;
  /** Starts at 1 and increases with each change. */
  readonly version: number;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export interface ThemeRowWithRecord extends ThemeRow {
  /** JSON as stored; check it after reading. */
  readonly record: string;
}

const columns = ['id', 'name', 'type', 'version', 'createdAt', 'updatedAt'] as const;

export function themeRepository(db: Db) {
  return {
    /** False when the tenant already has this id. */
    async insert(scope: TenantScope, row: ThemeRowWithRecord): Promise<boolean> {
      const result = await db
        .insertInto('theme')
        .values({ ...row, tenantId: scope.tenantId })
        .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Ordered by creation time. */
    async list(scope: TenantScope): Promise<readonly ThemeRow[]> {
      return db
        .selectFrom('theme')
        .select(columns)
        .where('tenantId', '=', scope.tenantId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute();
    },

    async count(scope: TenantScope): Promise<number> {
      const { count } = await db
        .selectFrom('theme')
        .select((expression) => expression.fn.countAll<number>().as('count'))
        .where('tenantId', '=', scope.tenantId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async find(scope: TenantScope, id: string): Promise<ThemeRowWithRecord | null> {
      const row: Selectable<Omit<ThemeTable, 'tenantId'>> | undefined = await db
        .selectFrom('theme')
        .select([...columns, 'record'])
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },

    /** False when it does not exist or has another version. */
    async update(
      scope: TenantScope,
      id: string,
      version: number,
      change: Pick<ThemeRowWithRecord, 'name' | 'type' | 'record' | 'updatedAt'>,
    ): Promise<boolean> {
      const result = await db
        .updateTable('theme')
        .set({ ...change, version: version + 1 })
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** False when the tenant has no such theme. */
    async delete(scope: TenantScope, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('theme')
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}
export type ThemeRepository = ReturnType<typeof themeRepository>;
