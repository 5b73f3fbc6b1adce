import type { Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Older versions of a theme are deleted when it is published. */
export const maxThemeVersions = 200;

export interface NewThemeVersion {
  readonly themeId: string;
  readonly number: number;
  readonly record: string;
  readonly restoredFrom: number | null;
  /** Account name; empty: the command line. */
  readonly publishedBy: string;
  readonly publishedAt: EpochMs;
}

export type ThemeVersionRow = Omit<NewThemeVersion, 'themeId' | 'record'>;

/** `db`: a transaction in a change. */
export function themeVersions(db: Kysely<Database>) {
  const ofTheme = ({ tenantId }: TenantScope, themeId: string) =>
    db.selectFrom('themeVersion').where('tenantId', '=', tenantId).where('themeId', '=', themeId);

  return {
    async add({ tenantId }: TenantScope, version: NewThemeVersion): Promise<void> {
      await db
        .insertInto('themeVersion')
        .values({ ...version, tenantId })
        .execute();
      await db
        .deleteFrom('themeVersion')
        .where('tenantId', '=', tenantId)
        .where('themeId', '=', version.themeId)
        .where('number', '<=', version.number - maxThemeVersions)
        .execute();
    },

    /** The newest first. */
    list: (scope: TenantScope, themeId: string): Promise<readonly ThemeVersionRow[]> =>
      ofTheme(scope, themeId)
        .select(['number', 'restoredFrom', 'publishedBy', 'publishedAt'])
        .orderBy('number', 'desc')
        .execute(),

    /** JSON as stored; null if there is none. */
    async record(scope: TenantScope, themeId: string, number: number): Promise<string | null> {
      const row = await ofTheme(scope, themeId)
        .select('record')
        .where('number', '=', number)
        .executeTakeFirst();
      return row?.record ?? null;
    },
  };
}
