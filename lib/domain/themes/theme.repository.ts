import type { Kysely } from 'kysely';
import type { ThemeType } from '../../contracts/theme/theme.ts';
import type { Database } from '../../db/schema.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** The columns for lists. */
export interface ThemeRow {
  readonly id: string;
  readonly name: string;
  readonly type: ThemeType;
  /** Starts at 1 and increases with each change. */
  readonly version: number;
  /** Of the version that players receive; null: never published. */
  readonly publishedNumber: number | null;
  readonly createdAt: EpochMs;
  readonly updatedAt: EpochMs;
}

export interface ThemeRowWithRecord extends ThemeRow {
  /** JSON as stored; check it after reading. */
  readonly record: string;
}

/** What is written with each change from the command line, which publishes it at once. */
export interface PublishedTheme extends Pick<ThemeRow, 'name' | 'type' | 'updatedAt'> {
  readonly intro: string;
  readonly record: string;
  readonly publishedNumber: number;
}

const columns = ['id', 'name', 'type', 'version', 'publishedNumber', 'createdAt', 'updatedAt'] as const;

const published = (theme: PublishedTheme) => ({
  ...theme,
  ...{ state: 'published' as const, publishAt: theme.updatedAt, publishBy: '', updatedBy: '' },
});

/** `db`: a transaction in a change. */
export function themeRepository(db: Kysely<Database>) {
  return {
    /** False when the tenant already has this id. */
    async insert(scope: TenantScope, id: string, theme: PublishedTheme): Promise<boolean> {
      const result = await db
        .insertInto('theme')
        .values({
          ...published(theme),
          ...{ id, tenantId: scope.tenantId, version: 1, createdBy: '', createdAt: theme.updatedAt },
        })
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

    /** With the draft. */
    async find(scope: TenantScope, id: string): Promise<ThemeRowWithRecord | null> {
      const row = await db
        .selectFrom('theme')
        .select([...columns, 'record'])
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },

    /** With what was published last; null: nothing was. */
    async findPublished(scope: TenantScope, id: string): Promise<ThemeRowWithRecord | null> {
      const row = await db
        .selectFrom('theme')
        .innerJoin('themeVersion', (join) =>
          join
            .onRef('themeVersion.tenantId', '=', 'theme.tenantId')
            .onRef('themeVersion.themeId', '=', 'theme.id')
            .onRef('themeVersion.number', '=', 'theme.publishedNumber'),
        )
        .select([
          ...(['theme.id', 'theme.name', 'theme.type', 'theme.version', 'theme.publishedNumber'] as const),
          ...(['theme.createdAt', 'themeVersion.publishedAt as updatedAt', 'themeVersion.record'] as const),
        ])
        .where('theme.tenantId', '=', scope.tenantId)
        .where('theme.id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },

    /** False when it does not exist or has another version. */
    async update(scope: TenantScope, id: string, version: number, theme: PublishedTheme): Promise<boolean> {
      const result = await db
        .updateTable('theme')
        .set({ ...published(theme), version: version + 1 })
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
