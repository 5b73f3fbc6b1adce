import type { z } from 'zod';
import type { resetPassword, rolesOfUser } from '../../../contracts/admin/calls/system-user.calls.ts';
import type { TreeNode } from '../../../contracts/admin/calls/wire.ts';
import { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import { transact } from '../../../db/transact.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { recordOperation } from '../../audit/operation-log.ts';
import { operationTitles } from '../../audit/operation-titles.ts';
import { notFound, refused } from '../../errors/admin-error.ts';
import type { CallContext } from '../../identity/actor.ts';
import { fieldChanges } from '../../resource/field-changes.ts';
import type { ResourceService } from '../../resource/resource-service.ts';
import { tableService } from '../../resource/table-service.ts';
import { tenantZone } from '../../resource/tenant-zone.ts';
import { shippedRoles } from '../../seed/shipped.ts';
import { operatorScope } from '../../tenancy/operator-scope.ts';
import { lockTenant } from '../../tenancy/tenant-lock.ts';
import { deptNodes } from '../dept/dept-nodes.ts';
import { hasPermissionsOf, isAlmighty, mustOutrank, permissionsOfRoles } from '../grants.ts';
import type { Reader, SystemDeps } from '../system-deps.ts';
import { type PreparedPasswords, userBinding } from './user-binding.ts';

const resetSelf: LocalText = {
  'zh-CN': '请在个人设置中修改自己的密码',
  'en-US': 'Change your own password in your personal settings',
};

const ownFactor: LocalText = {
  'zh-CN': '请在个人设置中停用自己的两步验证',
  'en-US': 'Disable your own two-step verification in your personal settings',
};
const noFactor: LocalText = {
  'zh-CN': '该用户未启用两步验证',
  'en-US': 'This user has not enabled two-step verification',
};

export interface UserService extends ResourceService<typeof systemUser> {
  deptTree(call: CallContext): Promise<readonly TreeNode[]>;
  /** Only the caller receives the password. */
  resetPassword(
    call: CallContext,
    userId: number,
  ): Promise<z.input<NonNullable<(typeof resetPassword)['data']>>>;
  /** Throws U0200 for the caller's own account and when two-step verification is not set up. */
  resetTotp(call: CallContext, userId: number): Promise<void>;
  unlock(call: CallContext, userId: number): Promise<void>;
  /** Throws 404 for a name outside the data scope, whether it exists or not. */
  unlockByName(call: CallContext, userName: string): Promise<void>;
  roles(call: CallContext, userId: number): Promise<z.input<NonNullable<(typeof rolesOfUser)['data']>>>;
  giveRoles(call: CallContext, userId: number, roleIds: readonly number[], version: number): Promise<void>;
}

export function userService(deps: SystemDeps): UserService {
  const { db } = deps.database;
  const { passwords, limits, settings } = deps;
  const prepared: PreparedPasswords = new WeakMap();
  const table = tableService(deps, userBinding(deps, prepared));
  const zoneOf = tenantZone(deps);

  /** The whole row, for callers who may change the user. */
  async function person(call: CallContext, userId: number) {
    await table.get(call, userId); // 404 outside the data scope
    const row = await db
      .selectFrom('user')
      .select(['id', 'username', 'displayName', 'deptId', 'isRoot', 'passwordHash', 'version'])
      .where('tenantId', '=', call.actor.scope.tenantId)
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  }

  async function unlock(call: CallContext, userId: number): Promise<void> {
    const { id, username, displayName, deptId, isRoot } = await person(call, userId);
    await transact(db, async (transaction) => {
      await mustOutrank(transaction, call.actor, [{ userId: id, isRoot: isRoot === 1, deptId }]);
      await limits.unlock(username, transaction);
      await recordOperation(
        deps,
        {
          call,
          title: systemUser.title,
          type: 'update',
          bizKey: `${systemUser.key}:${userId}`,
          bizName: displayName,
          param: { unlock: username },
        },
        transaction,
      );
    });
  }

  return {
    ...table,

    async get(call, id) {
      const row = await table.get(call, id);
      const maxRetries = await settings.get(operatorScope, 'sys.login.maxRetry');
      const { failures, lockedUntil } = await limits.lockStatus(row.userName, { maxRetries });
      const zone = await zoneOf(call.actor.scope.tenantId);
      return {
        ...row,
        failCount: failures,
        lockUntil: lockedUntil === null ? null : zone.text(lockedUntil),
      };
    },

    async create(call, values) {
      const { scope } = call.actor;
      const { password, ...stored } = await passwords.oneTime(scope);
      prepared.set(call, stored);
      const zone = await zoneOf(scope.tenantId);
      return { ...(await table.create(call, values)), password, validUntil: zone.text(stored.validUntil) };
    },

    deptTree: (call) => deptNodes(db, call),

    async resetPassword(call, userId) {
      const { actor } = call;
      const row = await person(call, userId);
      if (row.id === actor.userId) throw refused(resetSelf);
      const mayReset = (reader: Reader) =>
        mustOutrank(reader, actor, [{ userId: row.id, isRoot: row.isRoot === 1, deptId: row.deptId }]);
      // Checked before the hash is computed, and again in the transaction, where permissions can no longer change.
      await mayReset(db);
      const { password, hash, validUntil } = await passwords.oneTime(actor.scope);
      await transact(db, async (transaction) => {
        await lockTenant(deps.database, transaction, actor.scope);
        await mayReset(transaction);
        await passwords.set(transaction, actor.scope, row, {
          hash,
          oneTimeValidUntil: validUntil,
          by: actor.username,
        });
        await recordOperation(
          deps,
          {
            call,
            title: systemUser.title,
            type: 'update',
            bizKey: `${systemUser.key}:${userId}`,
            bizName: row.displayName,
            param: { resetPwd: row.username },
          },
          transaction,
        );
        await limits.unlock(row.username, transaction);
      });
      const zone = await zoneOf(actor.scope.tenantId);
      return {
        userName: row.username,
        nickName: row.displayName,
        password,
        validUntil: zone.text(validUntil),
      };
    },

    async resetTotp(call, userId) {
      const { actor } = call;
      const { id, displayName, deptId, isRoot } = await person(call, userId);
      if (id === actor.userId) throw refused(ownFactor);
      await transact(db, async (transaction) => {
        await lockTenant(deps.database, transaction, actor.scope);
        await mustOutrank(transaction, actor, [{ userId: id, isRoot: isRoot === 1, deptId }]);
        const { numUpdatedRows } = await transaction
          .updateTable('user')
          .set({ totpSealed: null, totpStep: null })
          .where('tenantId', '=', actor.scope.tenantId)
          .where('id', '=', id)
          .where('totpSealed', 'is not', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw refused(noFactor);
        await recordOperation(
          deps,
          {
            call,
            title: operationTitles.secondFactorOff,
            type: 'update',
            bizKey: `${systemUser.key}:${userId}`,
            bizName: displayName,
            diff: fieldChanges(systemUser, { totpEnabled: true }, { totpEnabled: false }),
          },
          transaction,
        );
      });
    },

    unlock,

    async unlockByName(call, userName) {
      const row = await db
        .selectFrom('user')
        .select('id')
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where((build) => build(build.fn('lower', ['username']), '=', userName.toLowerCase()))
        .executeTakeFirst();
      if (!row) throw notFound();
      await unlock(call, row.id);
    },

    async roles(call, userId) {
      const { actor } = call;
      const { id, username, displayName, deptId, version } = await person(call, userId);
      const all = await db
        .selectFrom('role')
        .select(['id', 'roleName', 'roleKey', 'status'])
        .where('tenantId', '=', actor.scope.tenantId)
        .orderBy('roleSort')
        .orderBy('id')
        .execute();
      const permissionsByRole = await permissionsOfRoles(
        db,
        actor.scope,
        all.map((role) => role.id),
      );
      const held = await db
        .selectFrom('userRole')
        .select('roleId')
        .where('tenantId', '=', actor.scope.tenantId)
        .where('userId', '=', userId)
        .execute();
      const roles = [];
      for (const { id: roleId, roleName, roleKey, status } of all) {
        const given = permissionsByRole.get(roleId);
        roles.push({
          roleId,
          roleName: shippedRoles.shown(call.locale, roleName),
          roleKey,
          status: status === '0' ? ('0' as const) : ('1' as const),
          flag: held.some((pair) => pair.roleId === roleId),
          assignable:
            isAlmighty(actor) || (given !== undefined && (await hasPermissionsOf(db, actor, given, deptId))),
        });
      }
      return { user: { userId: id, userName: username, nickName: displayName, version }, roles };
    },

    async giveRoles(call, userId, roleIds, version) {
      // Uses the update of the form: same rules, same log.
      await table.update(call, userId, { roleIds: [...roleIds] }, version);
    },
  };
}
