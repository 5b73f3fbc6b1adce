import type { Db } from '../../db/client.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type TenantScope, tenantScope } from '../access/tenant-scope.ts';

/** A person who works in the console. The password's hash is asked for by name, never listed. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly isEnabled: boolean;
  readonly createdAt: EpochMs;
}

export interface UserToSignIn {
  readonly user: User;
  readonly scope: TenantScope;
  /** Argon2id in PHC form. Null: nobody can sign in with a password yet. */
  readonly passwordHash: string | null;
  readonly isTenantEnabled: boolean;
}

export function userRepository(db: Db) {
  return {
    /** False when the name is taken, by whichever tenant. */
    async insert(scope: TenantScope, user: User, passwordHash: string | null): Promise<boolean> {
      const result = await db
        .insertInto('user')
        .values({
          id: user.id,
          tenantId: scope.tenantId,
          username: user.username,
          displayName: user.displayName,
          passwordHash,
          enabled: user.isEnabled ? 1 : 0,
          createdAt: user.createdAt,
        })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .executeTakeFirst();
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },

    /** By time of creation. */
    async list(scope: TenantScope): Promise<readonly User[]> {
      const rows = await db
        .selectFrom('user')
        .select(['id', 'username', 'displayName', 'enabled', 'createdAt'])
        .where('tenantId', '=', scope.tenantId)
        .orderBy('id')
        .execute();
      return rows.map(({ enabled, ...user }) => ({ ...user, isEnabled: enabled === 1 }));
    },

    /** Across tenants: people sign in with their name alone. */
    async findByNameAnywhere(username: string): Promise<UserToSignIn | null> {
      const row = await db
        .selectFrom('user')
        .innerJoin('tenant', 'tenant.id', 'user.tenantId')
        .selectAll('user')
        .select('tenant.enabled as tenantEnabled')
        .where('user.username', '=', username)
        .executeTakeFirst();
      if (!row) return null;
      const { id, displayName, createdAt } = row;
      return {
        user: { id, username: row.username, displayName, isEnabled: row.enabled === 1, createdAt },
        scope: tenantScope(row.tenantId),
        passwordHash: row.passwordHash,
        isTenantEnabled: row.tenantEnabled === 1,
      };
    },
  };
}
