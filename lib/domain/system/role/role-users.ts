/** The users of a role; assigning and removing it. */

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Page } from '../../../contracts/admin/envelope.ts';
import { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import { contains } from '../../../db/contains.ts';
import type { Database } from '../../../db/schema.ts';
import { transact } from '../../../db/transact.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { recordOperations } from '../../audit/operation-log.ts';
import { notFound, refused } from '../../errors/admin-error.ts';
import type { Actor, CallContext } from '../../identity/actor.ts';
import { permissionsChanged } from '../../identity/load-actor.ts';
import { maskedSearches } from '../../resource/masked-searches.ts';
import { isMaskedFor, masked, requireSearch } from '../../resource/masks.ts';
import { tenantZone } from '../../resource/tenant-zone.ts';
import { shippedDepts } from '../../seed/shipped.ts';
import { lockTenant } from '../../tenancy/tenant-lock.ts';
import { mustOutrank, permissionsOfRoles, requirePermissionsOf } from '../grants.ts';
import type { Reader, SystemDeps } from '../system-deps.ts';
import { mustLeaveAdmin, userTexts } from '../user/user-rules.ts';

const texts = {
  disabled: { 'zh-CN': '角色已停用', 'en-US': 'A disabled role cannot be assigned' },
  tooMany: { 'zh-CN': '一个用户最多 20 个角色', 'en-US': 'A user can have at most 20 roles' },
} as const satisfies Record<string, LocalText>;
const maxRoles = 20;

export interface RoleUsersQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly roleId: number;
  readonly userName?: string | undefined;
  readonly phonenumber?: string | undefined;
}

export interface RoleUser {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly deptName: string | null;
  readonly email: string | null;
  readonly phonenumber: string | null;
  readonly status: '0' | '1';
  readonly createTime: string;
}

/** Users within the caller's data scope. */
export function userInDataScope(actor: Pick<Actor, 'dataScope' | 'userId'>) {
  return (build: ExpressionBuilder<Database & { user: Database['user'] }, 'user'>): Expression<SqlBool> => {
    const { dataScope } = actor;
    if (dataScope.kind === 'everything') return build.lit(true);
    const ways: Expression<SqlBool>[] = [];
    if (dataScope.deptIds.length > 0) ways.push(build('user.deptId', 'in', [...dataScope.deptIds]));
    if (dataScope.own) ways.push(build('user.id', '=', actor.userId));
    return ways.length === 0 ? build.lit(false) : build.or(ways);
  };
}

export function roleUsers(deps: SystemDeps) {
  const { db, engine } = deps.database;
  const zoneOf = tenantZone(deps);
  const searches = maskedSearches(deps, systemUser);

  async function isEnabled(transaction: Reader, roleId: number): Promise<boolean> {
    const role = await transaction
      .selectFrom('role')
      .select('status')
      .where('id', '=', roleId)
      .executeTakeFirst();
    return role?.status === '0';
  }

  async function mustExist({ scope }: Actor, roleId: number): Promise<void> {
    if (!(await permissionsOfRoles(db, scope, [roleId])).has(roleId)) throw notFound();
  }

  async function list(call: CallContext, query: RoleUsersQuery, has: boolean): Promise<Page<RoleUser>> {
    const { actor } = call;
    const { tenantId } = actor.scope;
    await mustExist(actor, query.roleId);
    const phone = systemUser.fields.phonenumber;
    const email = systemUser.fields.email;
    const isPhoneHidden = isMaskedFor(actor, phone);
    const { userName, phonenumber } = query;
    let people = db
      .selectFrom('user')
      .leftJoin('dept', 'dept.id', 'user.deptId')
      .where('user.tenantId', '=', tenantId)
      .where((build) => userInDataScope(actor)(build as never))
      .where((build) => {
        const held = build.exists(
          build
            .selectFrom('userRole')
            .select('userRole.userId')
            .whereRef('userRole.userId', '=', 'user.id')
            .where('userRole.roleId', '=', query.roleId),
        );
        return has ? held : build.not(held);
      });
    if (userName) people = people.where(contains(engine, 'user.username', userName));
    if (phonenumber) {
      requireSearch(actor, systemUser, 'phonenumber');
      people = isPhoneHidden
        ? people.where('user.phone', '=', phonenumber)
        : people.where(contains(engine, 'user.phone', phonenumber));
    }
    if (phonenumber) await searches.record(call, [{ field: 'phonenumber', op: 'eq', value: phonenumber }]);
    const counted = await people.select((build) => build.fn.countAll().as('total')).executeTakeFirstOrThrow();
    const rows = await people
      .select([
        'user.id',
        'user.username',
        'user.displayName',
        'user.email',
        'user.phone',
        'user.status',
        'user.createdAt',
        'dept.deptName',
      ])
      .orderBy('user.id')
      .limit(query.pageSize)
      .offset((query.pageNum - 1) * query.pageSize)
      .execute();
    const zone = await zoneOf(tenantId);
    const hide = (isHidden: boolean, rule: 'phone' | 'email', value: string | null) =>
      isHidden ? (masked(rule, value) as string | null) : value;
    return {
      records: rows.map((row) => ({
        userId: row.id,
        userName: row.username,
        nickName: row.displayName,
        deptName: shippedDepts.shown(call.locale, row.deptName),
        email: hide(isMaskedFor(actor, email), 'email', row.email),
        phonenumber: hide(isPhoneHidden, 'phone', row.phone),
        status: row.status === '0' ? '0' : '1',
        createTime: zone.text(row.createdAt),
      })),
      total: Number(counted.total),
      pageNum: query.pageNum,
      pageSize: query.pageSize,
    };
  }

  async function change(
    call: CallContext,
    roleId: number,
    userIds: readonly number[],
    gives: boolean,
  ): Promise<void> {
    const { actor } = call;
    const { tenantId } = actor.scope;
    const ids = [...new Set(userIds)];
    await transact(db, async (transaction) => {
      await lockTenant(deps.database, transaction, actor.scope);
      const granted = (await permissionsOfRoles(transaction, actor.scope, [roleId])).get(roleId);
      if (!granted) throw notFound();
      const people = await transaction
        .selectFrom('user')
        .select(['user.id', 'user.displayName', 'user.deptId', 'user.isRoot'])
        .where('user.tenantId', '=', tenantId)
        .where('user.id', 'in', ids)
        .where((build) => userInDataScope(actor)(build as never))
        .execute();
      if (people.length !== ids.length) throw notFound();
      if (ids.includes(actor.userId)) throw refused(userTexts.rolesOfSelf);
      if (people.some(({ isRoot }) => isRoot === 1)) throw refused(userTexts.rolesOfRoot);
      await mustOutrank(
        transaction,
        actor,
        people.map(({ id, deptId }) => ({ userId: id, isRoot: false, deptId })),
      );
      for (const { deptId } of people) await requirePermissionsOf(transaction, actor, [roleId], deptId);
      const held = await transaction
        .selectFrom('userRole')
        .select(['userId', 'roleId'])
        .where('tenantId', '=', tenantId)
        .where('userId', 'in', ids)
        .orderBy('roleId')
        .execute();
      const rolesOf = (userId: number) =>
        held.filter((pair) => pair.userId === userId).map((pair) => pair.roleId);
      if (gives && ids.some((id) => !rolesOf(id).includes(roleId)) && !(await isEnabled(transaction, roleId)))
        throw refused(texts.disabled);
      if (gives && ids.some((id) => rolesOf(id).length >= maxRoles && !rolesOf(id).includes(roleId))) {
        throw refused(texts.tooMany);
      }
      if (gives) {
        await transaction
          .insertInto('userRole')
          .values(ids.map((userId) => ({ tenantId, userId, roleId })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      } else {
        await transaction
          .deleteFrom('userRole')
          .where('tenantId', '=', tenantId)
          .where('roleId', '=', roleId)
          .where('userId', 'in', ids)
          .execute();
      }
      // A form of the user that was read before must not bring the former roles back.
      const changed = ids.filter((id) => rolesOf(id).includes(roleId) !== gives);
      if (changed.length > 0)
        await transaction
          .updateTable('user')
          .set((row) => ({
            version: row('version', '+', 1),
            updatedBy: actor.username,
            updatedAt: deps.clock.now(),
          }))
          .where('tenantId', '=', tenantId)
          .where('id', 'in', changed)
          .execute();
      await permissionsChanged(transaction, actor.scope);
      if (!gives && granted.isAdmin) await mustLeaveAdmin({ call, transaction });
      await recordOperations(
        deps,
        people.map(({ id: userId, displayName }) => ({
          call,
          title: systemUser.title,
          type: 'grant' as const,
          bizKey: `${systemUser.key}:${userId}`,
          bizName: displayName,
          diff: [
            {
              field: 'roleIds',
              label: systemUser.fields.roleIds.label['zh-CN'],
              from: rolesOf(userId),
              to: gives
                ? [...new Set([...rolesOf(userId), roleId])]
                : rolesOf(userId).filter((id) => id !== roleId),
            },
          ],
        })),
        transaction,
      );
    });
  }

  return {
    allocated: (call: CallContext, query: RoleUsersQuery) => list(call, query, true),
    unallocated: (call: CallContext, query: RoleUsersQuery) => list(call, query, false),
    give: (call: CallContext, roleId: number, userIds: readonly number[]) =>
      change(call, roleId, userIds, true),
    take: (call: CallContext, roleId: number, userIds: readonly number[]) =>
      change(call, roleId, userIds, false),
  };
}
