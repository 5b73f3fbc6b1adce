/** Who receives a message: users of its targets within the data scope of its sender. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { DataScope } from '../identity/actor.ts';
import { readPermissions } from '../identity/load-actor.ts';
import { targetTypes } from '../system/audience.ts';
import { userInDataScope } from '../system/role/role-users.ts';
import type { Reader } from '../system/system-deps.ts';

export interface Recipient {
  readonly id: number;
  readonly email: string | null;
}

export interface SentTo {
  readonly tenantId: string;
  readonly senderId: number;
  readonly targetType: string;
  readonly targetIds: readonly number[];
}

export const sendPermission = 'feedback:message:send';

/** What a user may reach now. Null: the user is disabled, removed, or may not send messages any more. */
export async function reachOf(db: Reader, tenantId: string, userId: number): Promise<DataScope | null> {
  const user = await db
    .selectFrom('user')
    .select(['deptId', 'isRoot', 'status'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
  if (user?.status !== '0') return null;
  const { permissions, dataScope } = await readPermissions(db, { ...user, tenantId, userId });
  return permissions.has('*:*:*') || permissions.has(sendPermission) ? dataScope : null;
}

/** The next recipients in the order of their ids, at most `limit`. Disabled users are left out. */
export async function nextRecipients(
  db: Reader,
  { tenantId, senderId, targetType, targetIds }: SentTo,
  dataScope: DataScope,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly Recipient[]> {
  const depts = targetType === targetTypes.depts ? await deptsWithin(db, tenantId, targetIds) : [];
  return db
    .selectFrom('user')
    .select(['user.id', 'user.email'])
    .where('user.tenantId', '=', tenantId)
    .where('user.status', '=', '0')
    .where('user.id', '>', after)
    .where((build) => userInDataScope({ dataScope, userId: senderId })(build as never))
    .where((build) =>
      isTarget(build as never, targetType, targetType === targetTypes.depts ? depts : targetIds),
    )
    .orderBy('user.id')
    .limit(limit)
    .execute();
}

function isTarget(
  build: ExpressionBuilder<Database, 'user'>,
  type: string,
  ids: readonly number[],
): Expression<SqlBool> {
  if (type === targetTypes.everybody) return build.lit(true);
  if (ids.length === 0) return build.lit(false);
  if (type === targetTypes.depts) return build('user.deptId', 'in', [...ids]);
  if (type === targetTypes.people) return build('user.id', 'in', [...ids]);
  return build.exists(
    build
      .selectFrom('userRole')
      .innerJoin('role', 'role.id', 'userRole.roleId')
      .select('userRole.userId')
      .whereRef('userRole.userId', '=', 'user.id')
      .where('role.status', '=', '0')
      .where('userRole.roleId', 'in', [...ids]),
  );
}

/** These departments and all below them. */
async function deptsWithin(db: Reader, tenantId: string, ids: readonly number[]): Promise<number[]> {
  const wanted = new Set(ids);
  const all = await db
    .selectFrom('dept')
    .select(['id', 'ancestors'])
    .where('tenantId', '=', tenantId)
    .execute();
  return all
    .filter(
      ({ id, ancestors }) => wanted.has(id) || ancestors.split(',').some((one) => wanted.has(Number(one))),
    )
    .map(({ id }) => id);
}
