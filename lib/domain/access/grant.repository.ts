import { z } from 'zod';
import { type Capability, capabilities } from '../../contracts/lapp/token-get.call.ts';
import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraList } from './camera-list.ts';

/** A range of recordings; `toMs` is exclusive. */
export interface GrantRange {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** The stored row of an access token. */
export interface Grant {
  readonly id: string;
  readonly applicationId: string;
  readonly cameras: CameraList;
  readonly capabilities: readonly Capability[];
  readonly createdAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly revokedAt: EpochMs | null;
  /** Of a share: no recordings outside of it are shown. Null: not limited to a range. */
  readonly range: GrantRange | null;
}

export interface NamedGrant extends Grant {
  /** Empty: no name. */
  readonly name: string;
}

/** Who requested a grant in the console. */
export interface GrantOwner {
  /** Department of the application, whose users see the grant. */
  readonly deptId: number | null;
  /** Account name; empty for the integrator and the command line. */
  readonly createdBy: string;
  /** The grant ends with this console session. Null: it is not bound to one. */
  readonly sessionId: string | null;
  /** Empty: no name. */
  readonly name: string;
  /** The grant is limited to this share and ends with it. Null: to none. */
  readonly shareId: string | null;
}

/** The grant of an open preview, with the camera it covers. */
export interface OpenPreview {
  readonly grant: Grant;
  readonly scope: TenantScope;
  readonly sessionId: string;
}

/** A grant with all records that can end it. */
export interface GrantStatus {
  readonly grant: Grant;
  readonly scope: TenantScope;
  readonly isApplicationEnabled: boolean;
  readonly isTenantEnabled: boolean;
  /** Of a preview: when its console session ends; 0 when it has ended. Infinity for other grants. */
  readonly sessionEndsAt: EpochMs;
  /** Of a shared recording: when the share ends; 0 when it was removed, or its maker disabled. Infinity for other grants. */
  readonly shareEndsAt: EpochMs;
}

const storedCameras = z.array(z.string()).nullable();
const storedCapabilities = z.array(z.enum(capabilities));

export function grantRepository(db: Db) {
  const statusRows = () =>
    db
      .selectFrom('accessTokenGrant')
      .innerJoin('application', 'application.id', 'accessTokenGrant.applicationId')
      .innerJoin('tenant', 'tenant.id', 'accessTokenGrant.tenantId')
      .leftJoin('session', 'session.id', 'accessTokenGrant.sessionId')
      .leftJoin('user', 'user.id', 'session.userId')
      .leftJoin('recordingShare', 'recordingShare.id', 'accessTokenGrant.shareId')
      .leftJoin('user as sharer', (join) =>
        join
          .onRef('sharer.tenantId', '=', 'recordingShare.tenantId')
          .onRef('sharer.username', '=', 'recordingShare.createdBy'),
      )
      .select([
        'accessTokenGrant.id',
        'accessTokenGrant.tenantId',
        'accessTokenGrant.applicationId',
        'accessTokenGrant.cameras',
        'accessTokenGrant.capabilities',
        'accessTokenGrant.createdAt',
        'accessTokenGrant.expiresAt',
        'accessTokenGrant.revokedAt',
        'application.enabled as applicationEnabled',
        'tenant.enabled as tenantEnabled',
        'accessTokenGrant.sessionId',
        'session.revokedAt as sessionRevokedAt',
        'session.expiresAt as sessionExpiresAt',
        'user.status as userStatus',
        'accessTokenGrant.shareId',
        'recordingShare.fromAt as shareFrom',
        'recordingShare.toAt as shareTo',
        'recordingShare.expiresAt as shareExpiresAt',
        'sharer.status as sharerStatus',
      ]);

  return {
    async insert(
      scope: TenantScope,
      grant: Grant,
      tokenHash: string,
      owner: GrantOwner = { deptId: null, createdBy: '', sessionId: null, name: '', shareId: null },
    ): Promise<void> {
      await db
        .insertInto('accessTokenGrant')
        .values({
          id: grant.id,
          tenantId: scope.tenantId,
          applicationId: grant.applicationId,
          tokenHash,
          cameras: grant.cameras === null ? null : JSON.stringify(grant.cameras),
          capabilities: JSON.stringify(grant.capabilities),
          createdAt: grant.createdAt,
          expiresAt: grant.expiresAt,
          revokedAt: grant.revokedAt,
          ...owner,
        })
        .execute();
    },

    /** False when the tenant has no such grant or it was already revoked. */
    async revoke(scope: TenantScope, grantId: string, now: EpochMs): Promise<boolean> {
      const result = await db
        .updateTable('accessTokenGrant')
        .set({ revokedAt: now })
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', grantId)
        .where('revokedAt', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async setDept(scope: TenantScope, applicationId: string, deptId: number | null): Promise<void> {
      await db
        .updateTable('accessTokenGrant')
        .set({ deptId })
        .where('tenantId', '=', scope.tenantId)
        .where('applicationId', '=', applicationId)
        .execute();
    },

    /** Ids of the grants of one application that are neither expired nor revoked. */
    async openGrantIds(scope: TenantScope, applicationId: string, now: EpochMs): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('accessTokenGrant')
        .select('id')
        .where('tenantId', '=', scope.tenantId)
        .where('applicationId', '=', applicationId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Ids of the grants of these shares that are neither expired nor revoked. */
    async openGrantIdsOfShares(
      scope: TenantScope,
      shareIds: readonly string[],
      now: EpochMs,
    ): Promise<readonly string[]> {
      if (shareIds.length === 0) return [];
      const rows = await db
        .selectFrom('accessTokenGrant')
        .select('id')
        .where('tenantId', '=', scope.tenantId)
        .where('shareId', 'in', shareIds)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .execute();
      return rows.map((row) => row.id);
    },

    /** Grants that are neither expired nor revoked, newest first. */
    async listOpen(scope: TenantScope, now: EpochMs, limit: number): Promise<readonly NamedGrant[]> {
      const rows = await statusRows()
        .where('accessTokenGrant.tenantId', '=', scope.tenantId)
        .where('accessTokenGrant.revokedAt', 'is', null)
        .where('accessTokenGrant.expiresAt', '>', now)
        .select('accessTokenGrant.name')
        .orderBy('accessTokenGrant.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...toGrantStatus(row).grant, name: row.name }));
    },

    async countOpen(scope: TenantScope, now: EpochMs): Promise<number> {
      const row = await db
        .selectFrom('accessTokenGrant')
        .select((build) => build.fn.countAll<number>().as('count'))
        .where('tenantId', '=', scope.tenantId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .executeTakeFirstOrThrow();
      return row.count;
    },

    /** Across tenants: all open previews, for the periodic permission check. */
    async openPreviewsAnywhere(now: EpochMs): Promise<readonly OpenPreview[]> {
      const rows = await statusRows()
        .where('accessTokenGrant.sessionId', 'is not', null)
        .where('accessTokenGrant.revokedAt', 'is', null)
        .where('accessTokenGrant.expiresAt', '>', now)
        .execute();
      return rows.map((row) => ({
        grant: toGrantStatus(row).grant,
        scope: tenantScope(row.tenantId),
        sessionId: row.sessionId ?? '',
      }));
    },

    /** Across tenants: the token identifies the tenant. */
    async findByTokenHashAnywhere(tokenHash: string): Promise<GrantStatus | null> {
      const row = await statusRows().where('accessTokenGrant.tokenHash', '=', tokenHash).executeTakeFirst();
      return row ? toGrantStatus(row) : null;
    },

    /** Across tenants: the media plane checks all its viewers at once. The order is not kept. */
    async findManyAnywhere(grantIds: readonly string[]): Promise<readonly GrantStatus[]> {
      const found: GrantStatus[] = [];
      for (let from = 0; from < grantIds.length; from += maxIdsPerQuery) {
        const ids = grantIds.slice(from, from + maxIdsPerQuery);
        found.push(
          ...(await statusRows().where('accessTokenGrant.id', 'in', ids).execute()).map(toGrantStatus),
        );
      }
      return found;
    },

    /**
     * Deletes grants that ended before `before`, and those of previews and shares that ended before `previewsBefore`, of
     * all tenants.
     */
    async deleteEndedAnywhere(before: EpochMs, previewsBefore: EpochMs = before): Promise<number> {
      const result = await db
        .deleteFrom('accessTokenGrant')
        .where((row) =>
          row.or([
            row('expiresAt', '<', before),
            row.and([row('sessionId', 'is not', null), row('expiresAt', '<', previewsBefore)]),
            row.and([row('shareId', 'is not', null), row('expiresAt', '<', previewsBefore)]),
          ]),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
export type GrantRepository = ReturnType<typeof grantRepository>;

/** SQLite allows 32,766 parameters per statement, PostgreSQL 65,535. Smaller batches are planned just as well. */
const maxIdsPerQuery = 500;

interface GrantStatusRow {
  id: string;
  tenantId: string;
  applicationId: string;
  cameras: string | null;
  capabilities: string;
  createdAt: EpochMs;
  expiresAt: EpochMs;
  revokedAt: EpochMs | null;
  applicationEnabled: 0 | 1;
  tenantEnabled: 0 | 1;
  sessionId: string | null;
  sessionRevokedAt: EpochMs | null;
  sessionExpiresAt: EpochMs | null;
  /** Null: no session, or it was deleted. */
  userStatus: string | null;
  shareId: string | null;
  /** Null: no share, or it was removed. */
  shareFrom: EpochMs | null;
  shareTo: EpochMs | null;
  shareExpiresAt: EpochMs | null;
  /** Of who made the share. Null: no share, or the account was deleted. */
  sharerStatus: string | null;
}

function toGrantStatus(row: GrantStatusRow): GrantStatus {
  return {
    grant: {
      id: row.id,
      applicationId: row.applicationId,
      cameras: row.cameras === null ? null : storedCameras.parse(JSON.parse(row.cameras)),
      capabilities: storedCapabilities.parse(JSON.parse(row.capabilities)),
      createdAt: row.createdAt,
      expiresAt: row.expiresAt,
      revokedAt: row.revokedAt,
      range: row.shareId === null ? null : { fromMs: row.shareFrom ?? 0, toMs: row.shareTo ?? 0 },
    },
    scope: tenantScope(row.tenantId),
    isApplicationEnabled: row.applicationEnabled === 1,
    isTenantEnabled: row.tenantEnabled === 1,
    sessionEndsAt: sessionEndOf(row),
    shareEndsAt: shareEndOf(row),
  };
}

/** A share ends with the account of who made it, as its sessions do. */
function shareEndOf(row: GrantStatusRow): EpochMs {
  if (row.shareId === null) return Number.POSITIVE_INFINITY;
  return row.sharerStatus === '0' ? (row.shareExpiresAt ?? 0) : 0;
}

function sessionEndOf(row: GrantStatusRow): EpochMs {
  if (row.sessionId === null) return Number.POSITIVE_INFINITY;
  const isOpen = row.userStatus === '0' && row.sessionRevokedAt === null;
  return isOpen ? (row.sessionExpiresAt ?? 0) : 0;
}
