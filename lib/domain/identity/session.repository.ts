import type { Kysely, Transaction } from 'kysely';
import type { Changes } from '../../db/changes.ts';
import type { Database } from '../../db/schema.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

/** Why a session was ended early. */
export type EndReason = 'logout' | 'kicked' | 'password' | 'disabled' | 'removed';

export interface OpenedSession {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: number;
  readonly tokenHash: string;
  readonly address: string;
  readonly userAgent: string;
  readonly isRemembered: boolean;
  readonly now: EpochMs;
  readonly expiresAt: EpochMs;
}

/** A session with its user. */
export type SessionRow = NonNullable<Awaited<ReturnType<ReturnType<typeof sessionRepository>['find']>>>;

export function sessionRepository(db: Kysely<Database>) {
  /** Everything that a call needs to know about its caller except permissions. */
  const withUser = () =>
    db
      .selectFrom('session')
      .innerJoin('user', 'user.id', 'session.userId')
      .innerJoin('tenant', 'tenant.id', 'session.tenantId')
      .leftJoin('dept', 'dept.id', 'user.deptId')
      .select([
        'session.id as sessionId',
        'session.tenantId',
        'session.userId',
        'session.isRemembered',
        'session.authenticatedAt',
        'session.lastSeenAt',
        'session.expiresAt',
        'session.revokedAt',
        'session.revokedReason',
        'user.username',
        'user.displayName',
        'user.deptId',
        'user.status',
        'user.isRoot',
        'user.mustChangePassword',
        'user.totpSealed',
        'tenant.enabled as tenantEnabled',
        'tenant.permissionsVersion',
        'dept.deptName',
      ]);

  // Every call runs the first of these, so they are compiled once. The value is given at each run.
  const byId = withUser().where('session.id', '=', '').compile();
  const byToken = withUser().where('session.tokenHash', '=', '').compile();
  const firstOf = async (compiled: typeof byId, value: string) => {
    const statement: typeof byId = { ...compiled, parameters: [value] };
    const { rows } = await db.executeQuery(statement);
    return rows[0];
  };

  return {
    find: (id: string) => firstOf(byId, id),

    findByToken: (tokenHash: string) => firstOf(byToken, tokenHash),

    async open({ now, isRemembered, ...session }: OpenedSession): Promise<void> {
      await db
        .insertInto('session')
        .values({
          ...session,
          isRemembered: isRemembered ? 1 : 0,
          authenticatedAt: now,
          createdAt: now,
          lastSeenAt: now,
          revokedAt: null,
          revokedReason: null,
        })
        .execute();
    },

    async seen(id: string, now: EpochMs): Promise<void> {
      await db.updateTable('session').set({ lastSeenAt: now }).where('id', '=', id).execute();
    },

    async authenticated(id: string, now: EpochMs): Promise<void> {
      await db.updateTable('session').set({ authenticatedAt: now }).where('id', '=', id).execute();
    },

    openOf: (scope: TenantScope, userId: number, now: EpochMs) =>
      db
        .selectFrom('session')
        .select(['id', 'address', 'userAgent', 'isRemembered', 'createdAt', 'lastSeenAt', 'expiresAt'])
        .where('tenantId', '=', scope.tenantId)
        .where('userId', '=', userId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', now)
        .orderBy('lastSeenAt', 'desc')
        .limit(100)
        .execute(),

    async deleteEndedAnywhere(before: EpochMs): Promise<void> {
      await db.deleteFrom('session').where('expiresAt', '<', before).execute();
    },
  };
}

/**
 * Ends open sessions in the transaction of the change that ends them: those of `ids`, or all of a user's except one.
 * Their next call returns U0231. Returns the number of sessions ended.
 */
export async function endSessions(
  { transaction, changes }: { readonly transaction: Transaction<Database>; readonly changes: Changes },
  scope: TenantScope,
  which: { readonly ids: readonly string[] } | { readonly userIds: readonly number[]; readonly but?: string },
  because: EndReason,
  now: EpochMs,
): Promise<number> {
  const named = 'ids' in which ? which.ids : which.userIds;
  if (named.length === 0) return 0;
  let update = transaction
    .updateTable('session')
    .set({ revokedAt: now, revokedReason: because })
    .where('tenantId', '=', scope.tenantId)
    .where('revokedAt', 'is', null);
  if ('ids' in which) update = update.where('id', 'in', [...which.ids]);
  else {
    update = update.where('userId', 'in', [...which.userIds]);
    if (which.but !== undefined) update = update.where('id', '!=', which.but);
  }
  const { numUpdatedRows } = await update.executeTakeFirst();
  // Calls read the row; open streams must be notified.
  if (numUpdatedRows > 0n) await changes.notify(transaction, 'session', [scope.tenantId]);
  return Number(numUpdatedRows);
}
