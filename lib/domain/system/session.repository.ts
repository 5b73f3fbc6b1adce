import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type TenantScope, tenantScope } from '../access/tenant-scope.ts';

/** One signed-in browser of a console user. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: EpochMs;
  readonly lastSeenAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly revokedAt: EpochMs | null;
}

const maxUserAgentChars = 512;
const columns = [
  'id',
  'userId',
  'address',
  'userAgent',
  'createdAt',
  'lastSeenAt',
  'expiresAt',
  'revokedAt',
] as const;

export function sessionRepository(db: Db) {
  return {
    async insert(scope: TenantScope, session: Session, tokenHash: string): Promise<void> {
      const userAgent = session.userAgent.slice(0, maxUserAgentChars);
      await db
        .insertInto('session')
        .values({ ...session, userAgent, tenantId: scope.tenantId, tokenHash })
        .execute();
    },

    /** Sessions that neither ended nor were revoked, newest first. */
    async listOpen(scope: TenantScope, now: EpochMs): Promise<readonly Session[]> {
      return db
        .selectFrom('session')
        .select(columns)
        .where('tenantId', '=', scope.tenantId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .orderBy('id', 'desc')
        .execute();
    },

    /** False when the tenant has no such session or it was revoked before. */
    async revoke(scope: TenantScope, id: string, now: EpochMs): Promise<boolean> {
      const result = await db
        .updateTable('session')
        .set({ revokedAt: now })
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', id)
        .where('revokedAt', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    /** Across tenants: the cookie is what tells the tenant. Revoked and ended sessions are found too. */
    async findByTokenHashAnywhere(
      tokenHash: string,
    ): Promise<{ readonly session: Session; readonly scope: TenantScope } | null> {
      const row = await db
        .selectFrom('session')
        .select([...columns, 'tenantId'])
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst();
      if (!row) return null;
      const { tenantId, ...session } = row;
      return { session, scope: tenantScope(tenantId) };
    },
  };
}
