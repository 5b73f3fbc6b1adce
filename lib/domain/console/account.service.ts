/** What people read and change of themselves. */

import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Actor } from './actor.ts';
import { notFound } from './admin-error.ts';
import type { SettingReader } from './setting-reader.ts';
import { wireTime } from './wire-time.ts';

export interface AccountDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: SettingReader;
}
export type AccountService = ReturnType<typeof accountService>;

export function accountService({ db, settings }: AccountDeps) {
  const rowOf = async ({ scope, userId }: Actor) => {
    const row = await db
      .selectFrom('user')
      .selectAll()
      .where('tenantId', '=', scope.tenantId)
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  };

  return {
    /** `/get-user-info`. */
    async describe(actor: Actor) {
      const row = await rowOf(actor);
      const zone = await settings.timeZone(actor.scope);
      return {
        tenantId: actor.scope.tenantId,
        avatar: row.avatar ?? '',
        roleCodes: [...actor.roleKeys],
        permissions: [...actor.permissions].sort(),
        nickName: row.displayName,
        userId: actor.userId,
        userName: row.username,
        pwdChangeRequired: actor.mustChangePassword,
        totpRequired: actor.mustEnableTotp ?? false,
        totpAdvised: row.isRoot === 1 && row.totpSealed === null,
        lastLoginTime: row.loginAt === null ? null : wireTime(row.loginAt, zone),
        deptName: actor.deptName,
      };
    },
  };
}
