import type { Selectable } from 'kysely';
import { z } from 'zod';
import { capabilities, maxTokenSeconds } from '../../contracts/lapp/token-get.call.ts';
import type { Db } from '../../db/client.ts';
import type { ApplicationTable } from '../../db/schema.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';
import type { TokenPolicy } from './camera-list.ts';

export interface Application {
  readonly id: string;
  readonly name: string;
  readonly appKey: string;
  readonly allowedOrigins: readonly string[];
  readonly tokenPolicy: TokenPolicy;
  readonly isEnabled: boolean;
  readonly secretRotatedAt: EpochMs;
  readonly createdAt: EpochMs;
  /** Department whose users see it in the console. Null: only users with access to all data. */
  readonly deptId: number | null;
  /** The console's own application, for previews. Only our own pages may frame it; it cannot be changed. */
  readonly isBuiltIn: boolean;
}

/** Columns that only the console uses. */
export interface ApplicationExtra {
  readonly remark: string | null;
  /** Account name. */
  readonly createdBy: string;
}

/** An application found by its public key, not yet authenticated: use it only to check the secret. */
export interface FoundApplication {
  readonly application: Application;
  readonly scope: TenantScope;
  readonly secretHash: string;
  readonly isTenantEnabled: boolean;
}

const storedOrigins = z.array(z.string());
const storedPolicy = z.object({
  maxTokenSeconds: z.number().int().min(60).max(maxTokenSeconds),
  capabilities: z.array(z.enum(capabilities)).nullable(),
});

export function applicationRepository(db: Db) {
  return {
    /** False when the organisation already has its built-in application. */
    async insert(
      scope: TenantScope,
      row: Application & { readonly secretHash: string },
      extra: ApplicationExtra = { remark: null, createdBy: '' },
    ): Promise<boolean> {
      const result = await db
        .insertInto('application')
        .values({
          id: row.id,
          tenantId: scope.tenantId,
          name: row.name,
          appKey: row.appKey,
          secretHash: row.secretHash,
          secretRotatedAt: row.secretRotatedAt,
          allowedOrigins: JSON.stringify(row.allowedOrigins),
          tokenPolicy: JSON.stringify(row.tokenPolicy),
          enabled: row.isEnabled ? 1 : 0,
          createdAt: row.createdAt,
          deptId: row.deptId,
          isBuiltIn: row.isBuiltIn ? 1 : 0,
          ...extra,
          updatedBy: extra.createdBy,
          updatedAt: row.createdAt,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** Ordered by creation time. */
    async list(scope: TenantScope): Promise<readonly Application[]> {
      const rows = await db
        .selectFrom('application')
        .selectAll()
        .where('tenantId', '=', scope.tenantId)
        .orderBy('id')
        .execute();
      return rows.map(toApplication);
    },

    async find(scope: TenantScope, appKey: string): Promise<Application | null> {
      const row = await db
        .selectFrom('application')
        .selectAll()
        .where('tenantId', '=', scope.tenantId)
        .where('appKey', '=', appKey)
        .executeTakeFirst();
      return row ? toApplication(row) : null;
    },

    async findById(scope: TenantScope, id: string): Promise<Application | null> {
      const row = await db
        .selectFrom('application')
        .selectAll()
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row ? toApplication(row) : null;
    },

    async findBuiltIn(scope: TenantScope): Promise<Application | null> {
      const row = await db
        .selectFrom('application')
        .selectAll()
        .where('tenantId', '=', scope.tenantId)
        .where('isBuiltIn', '=', 1)
        .executeTakeFirst();
      return row ? toApplication(row) : null;
    },

    /** Account name of the last console user who changed it; empty when none did, or when it does not exist. */
    async lastWriter(scope: TenantScope, id: string): Promise<string> {
      const row = await db
        .selectFrom('application')
        .select('updatedBy')
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.updatedBy ?? '';
    },

    /** Writes the given values. False when the row's version is no longer `version`. */
    async set(
      scope: TenantScope,
      before: Application,
      change: {
        readonly values: {
          readonly name?: string | undefined;
          readonly allowedOrigins?: readonly string[] | undefined;
          readonly maxTokenSeconds?: number | undefined;
          readonly capabilities?: TokenPolicy['capabilities'] | undefined;
          readonly isEnabled?: boolean | undefined;
          readonly deptId?: number | null | undefined;
          readonly remark?: string | null | undefined;
        };
        readonly version: number;
        /** Account name. */
        readonly by: string;
        readonly now: EpochMs;
      },
    ): Promise<boolean> {
      const { values, version, by, now } = change;
      const policy: TokenPolicy = {
        maxTokenSeconds: values.maxTokenSeconds ?? before.tokenPolicy.maxTokenSeconds,
        capabilities:
          values.capabilities === undefined ? before.tokenPolicy.capabilities : values.capabilities,
      };
      const result = await db
        .updateTable('application')
        .set({
          name: values.name ?? before.name,
          allowedOrigins: JSON.stringify(values.allowedOrigins ?? before.allowedOrigins),
          tokenPolicy: JSON.stringify(policy),
          enabled: (values.isEnabled ?? before.isEnabled) ? 1 : 0,
          deptId: values.deptId === undefined ? before.deptId : values.deptId,
          ...(values.remark === undefined ? {} : { remark: values.remark }),
          version: version + 1,
          updatedBy: by,
          updatedAt: now,
        })
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', before.id)
        .where('version', '=', version)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** False when the tenant has no such application. */
    async replaceSecret(
      scope: TenantScope,
      appKey: string,
      secretHash: string,
      by: string,
      now: EpochMs,
    ): Promise<boolean> {
      const result = await db
        .updateTable('application')
        .set((row) => ({
          secretHash,
          secretRotatedAt: now,
          version: row('version', '+', 1),
          updatedBy: by,
          updatedAt: now,
        }))
        .where('tenantId', '=', scope.tenantId)
        .where('appKey', '=', appKey)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** False when it differs from `before` or no longer exists. */
    async update(
      scope: TenantScope,
      before: Application,
      after: Pick<Application, 'name' | 'allowedOrigins'>,
    ): Promise<boolean> {
      const result = await db
        .updateTable('application')
        .set((row) => ({
          name: after.name,
          allowedOrigins: JSON.stringify(after.allowedOrigins),
          version: row('version', '+', 1),
          // Not changed by a console user.
          updatedBy: '',
        }))
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', before.id)
        .where('name', '=', before.name)
        .where('allowedOrigins', '=', JSON.stringify(before.allowedOrigins))
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Deletes its grants too. False when the tenant has no such application. */
    async delete(scope: TenantScope, appKey: string): Promise<boolean> {
      const result = await db
        .deleteFrom('application')
        .where('tenantId', '=', scope.tenantId)
        .where('appKey', '=', appKey)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    /** False when the tenant has no such application. */
    async setEnabled(scope: TenantScope, appKey: string, isEnabled: boolean): Promise<boolean> {
      const result = await db
        .updateTable('application')
        .set((row) => ({ enabled: isEnabled ? 1 : 0, version: row('version', '+', 1), updatedBy: '' }))
        .where('tenantId', '=', scope.tenantId)
        .where('appKey', '=', appKey)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Across tenants: keys are unique in the system, and the tenant of a caller is not known before its key is. */
    async findByKeyAnywhere(appKey: string): Promise<FoundApplication | null> {
      const row = await db
        .selectFrom('application')
        .innerJoin('tenant', 'tenant.id', 'application.tenantId')
        .selectAll('application')
        .select('tenant.enabled as tenantEnabled')
        .where('application.appKey', '=', appKey)
        .executeTakeFirst();
      if (!row) return null;
      return {
        application: toApplication(row),
        scope: tenantScope(row.tenantId),
        secretHash: row.secretHash,
        isTenantEnabled: row.tenantEnabled === 1,
      };
    },
  };
}
export type ApplicationRepository = ReturnType<typeof applicationRepository>;

function toApplication(row: Selectable<ApplicationTable>): Application {
  return {
    id: row.id,
    name: row.name,
    appKey: row.appKey,
    allowedOrigins: storedOrigins.parse(JSON.parse(row.allowedOrigins)),
    tokenPolicy: storedPolicy.parse(JSON.parse(row.tokenPolicy)),
    isEnabled: row.enabled === 1,
    secretRotatedAt: row.secretRotatedAt,
    createdAt: row.createdAt,
    deptId: row.deptId,
    isBuiltIn: row.isBuiltIn === 1,
  };
}
