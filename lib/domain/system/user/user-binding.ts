/** Users: their row, roles and posts, and the rules that protect users with more permissions than the caller. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import type { FilterOf } from '../../../contracts/admin/row-types.ts';
import { grantRepository } from '../../access/grant.repository.ts';
import type { CallContext } from '../../identity/actor.ts';
import { permissionsChanged } from '../../identity/load-actor.ts';
import type { OneTimePassword } from '../../identity/passwords.ts';
import { endSessions } from '../../identity/session.repository.ts';
import { type Change, once, type ServerResource } from '../../resource/server-resource.ts';
import { shippedDepts, shippedRoles } from '../../seed/shipped.ts';
import type { SystemDeps } from '../system-deps.ts';
import { addPairs, decorateUsers, replacePairs } from './user-pairs.ts';
import {
  beforeBatch,
  beforeCreate,
  beforeRemove,
  beforeUpdate,
  mustLeaveAdmin,
  wasAdmin,
} from './user-rules.ts';

/** One-time passwords computed before the transaction, by call. */
export type PreparedPasswords = WeakMap<CallContext, Pick<OneTimePassword, 'hash' | 'validUntil'>>;

export function userBinding(
  deps: SystemDeps,
  prepared: PreparedPasswords,
): ServerResource<typeof systemUser> {
  const { clock } = deps;
  const { changes } = deps.database;

  /** What is watched by links of these users: their grants count no longer, which open streams must be told. */
  async function endShares({ call, transaction }: Change, makers: readonly string[]): Promise<void> {
    const { scope } = call.actor;
    const shares = await transaction
      .selectFrom('recordingShare')
      .select('id')
      .where('tenantId', '=', scope.tenantId)
      .where('createdBy', 'in', [...makers])
      .execute();
    const ids = shares.map(({ id }) => id);
    const grants = await grantRepository(transaction).openGrantIdsOfShares(scope, ids, deps.clock.now());
    await changes.notify(transaction, 'grant', grants);
  }

  return {
    definition: systemUser,
    table: 'user',
    isSerialized: true,
    columns: {
      userName: 'username',
      nickName: 'displayName',
      phonenumber: 'phone',
      loginIp: 'loginAddress',
      loginDate: 'loginAt',
      pwdUpdateDate: 'passwordChangedAt',
      totpEnabled: { column: 'totpSealed', read: (sealed) => sealed !== null, write: () => null },
      deptName: null,
      postIds: null,
      postNames: null,
      roleIds: null,
      roleNames: null,
      failCount: null,
      lockUntil: null,
    },
    dataScope: { dept: 'deptId', owner: 'id' },
    shipped: { deptName: shippedDepts, roleNames: shippedRoles },
    filters: { deptId: withinDept, postIds: withPost },
    madeWith: (call) => ({
      isRoot: 0,
      // Imported users get no password; they can sign in only after one was set.
      passwordHash: prepared.get(call)?.hash ?? null,
      mustChangePassword: 1,
      oneTimeValidUntil: prepared.get(call)?.validUntil ?? null,
    }),
    before: {
      several: beforeBatch,
      create: beforeCreate,
      update: beforeUpdate,
      remove: beforeRemove,
    },
    after: {
      async create({ call, transaction }, id, values) {
        const changed = await replacePairs(transaction, call.actor.scope, id, values);
        if (changed.roles) await permissionsChanged(transaction, call.actor.scope);
      },
      async createBatch({ call, transaction }, made) {
        const changed = await addPairs(transaction, call.actor.scope, made);
        if (changed.roles) await permissionsChanged(transaction, call.actor.scope);
      },
      async update(own, id, values, row) {
        const { call, transaction } = own;
        const { scope } = call.actor;
        const changed = await replacePairs(transaction, scope, id, values);
        if (changed.roles || 'deptId' in values || 'status' in values) {
          await once(own, 'permissionsChanged', () => permissionsChanged(transaction, scope));
          if (wasAdmin(row)) await mustLeaveAdmin(change(call, transaction));
        }
        if (values.status === '1') {
          const within = { transaction, changes };
          await endSessions(within, scope, { userIds: [id] }, 'disabled', clock.now());
          await endShares(own, [row.userName]);
        }
      },
      async remove(own, rows) {
        const { call, transaction } = own;
        const { scope } = call.actor;
        await endShares(
          own,
          rows.map(({ userName }) => userName),
        );
        await transaction
          .updateTable('dept')
          .set({ leaderUserId: null })
          .where('tenantId', '=', scope.tenantId)
          .where(
            'leaderUserId',
            'in',
            rows.map(({ userId }) => userId),
          )
          .execute();
        await permissionsChanged(transaction, scope);
        // Their sessions were deleted with them.
        await changes.notify(transaction, 'session', [scope.tenantId]);
        if (rows.some(wasAdmin)) await mustLeaveAdmin(change(call, transaction));
      },
    },
    decorate: (call, rows) => decorateUsers(deps.database.db, call.actor.scope, rows),
  };
}

const change = (call: CallContext, transaction: Change['transaction']): Change => ({ call, transaction });

/** The department and all its subdepartments. */
function withinDept(filter: FilterOf, call: CallContext): RawBuilder<SqlBool> {
  const id = 'value' in filter ? Number(filter.value) : 0;
  const own = sql.ref('dept.id');
  return sql<SqlBool>`${sql.ref('deptId')} in (
    select ${own} from ${sql.table('dept')}
    where ${sql.ref('dept.tenantId')} = ${call.actor.scope.tenantId}
      and (${own} = ${id} or ',' || ${sql.ref('dept.ancestors')} || ',' like ${`%,${id},%`})
  )`;
}

function withPost(filter: FilterOf, call: CallContext): RawBuilder<SqlBool> {
  const id = 'value' in filter ? Number(filter.value) : 0;
  return sql<SqlBool>`${sql.ref('id')} in (
    select ${sql.ref('userPost.userId')} from ${sql.table('userPost')}
    where ${sql.ref('userPost.tenantId')} = ${call.actor.scope.tenantId} and ${sql.ref('userPost.postId')} = ${id}
  )`;
}
