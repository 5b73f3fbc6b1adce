/** Roles and posts of users, stored in link tables. */
import type { Transaction } from 'kysely';
import type { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import type { RowOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { Database } from '../../../db/schema.ts';
import { adminRole } from '../../identity/actor.ts';
import type { TenantScope } from '../../tenancy/tenant-scope.ts';
import { idsOf } from '../protected-fields.ts';
import type { Reader } from '../system-deps.ts';

type User = RowOf<typeof systemUser>;
type Written = WrittenOf<typeof systemUser>;

/** Rows per statement, of three columns each. */
const pairsAtOnce = 5_000;

export interface UserPairs {
  readonly roleIds: readonly number[];
  readonly postIds: readonly number[];
  /** The user has the built-in administrator role. */
  readonly wasAdmin: boolean;
}

export async function pairsOfUser(db: Reader, scope: TenantScope, userId: number): Promise<UserPairs> {
  return (await pairsOfUsers(db, scope, [userId]))(userId);
}

/** By the id of one side. */
export async function pairsOfUsers(
  db: Reader,
  { tenantId }: TenantScope,
  userIds: readonly number[],
): Promise<(userId: number) => UserPairs> {
  const isAny = userIds.length > 0;
  const roles = isAny
    ? await db
        .selectFrom('userRole')
        .innerJoin('role', 'role.id', 'userRole.roleId')
        .select(['userRole.userId', 'role.id', 'role.roleKey', 'role.isBuiltIn'])
        .where('userRole.tenantId', '=', tenantId)
        .where('userRole.userId', 'in', userIds)
        .orderBy('role.id')
        .execute()
    : [];
  const posts = isAny
    ? await db
        .selectFrom('userPost')
        .select(['userId', 'postId'])
        .where('tenantId', '=', tenantId)
        .where('userId', 'in', userIds)
        .orderBy('postId')
        .execute()
    : [];
  const [rolesOf, postsOf] = [byUser(roles), byUser(posts)];
  return (userId) => {
    const held = rolesOf.get(userId) ?? [];
    return {
      roleIds: held.map(({ id }) => id),
      postIds: (postsOf.get(userId) ?? []).map(({ postId }) => postId),
      wasAdmin: held.some(({ roleKey, isBuiltIn }) => isBuiltIn === 1 && roleKey === adminRole),
    };
  };
}

function byUser<T extends { readonly userId: number }>(
  pairs: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  const found = new Map<number, T[]>();
  for (const pair of pairs) {
    const own = found.get(pair.userId);
    if (own) own.push(pair);
    else found.set(pair.userId, [pair]);
  }
  return found;
}

/** For new users. */
export async function addPairs(
  transaction: Transaction<Database>,
  { tenantId }: TenantScope,
  made: readonly { readonly id: number; readonly values: Written }[],
): Promise<{ readonly roles: boolean }> {
  const named = (name: 'roleIds' | 'postIds') =>
    made.flatMap(({ id, values }) => (idsOf(values, name) ?? []).map((other) => ({ userId: id, other })));
  const roles = named('roleIds').map(({ userId, other }) => ({ tenantId, userId, roleId: other }));
  const posts = named('postIds').map(({ userId, other }) => ({ tenantId, userId, postId: other }));
  for (let at = 0; at < roles.length; at += pairsAtOnce)
    await transaction
      .insertInto('userRole')
      .values(roles.slice(at, at + pairsAtOnce))
      .execute();
  for (let at = 0; at < posts.length; at += pairsAtOnce)
    await transaction
      .insertInto('userPost')
      .values(posts.slice(at, at + pairsAtOnce))
      .execute();
  return { roles: made.some(({ values }) => idsOf(values, 'roleIds') !== undefined) };
}

/** Writes the links that `values` contains. */
export async function replacePairs(
  transaction: Transaction<Database>,
  { tenantId }: TenantScope,
  userId: number,
  values: Written,
): Promise<{ readonly roles: boolean }> {
  const roleIds = idsOf(values, 'roleIds');
  if (roleIds) {
    await transaction
      .deleteFrom('userRole')
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .execute();
    if (roleIds.length > 0) {
      await transaction
        .insertInto('userRole')
        .values(roleIds.map((roleId) => ({ tenantId, userId, roleId })))
        .execute();
    }
  }
  const postIds = idsOf(values, 'postIds');
  if (postIds) {
    await transaction
      .deleteFrom('userPost')
      .where('tenantId', '=', tenantId)
      .where('userId', '=', userId)
      .execute();
    if (postIds.length > 0) {
      await transaction
        .insertInto('userPost')
        .values(postIds.map((postId) => ({ tenantId, userId, postId })))
        .execute();
    }
  }
  return { roles: roleIds !== undefined };
}

/** Adds the names of departments, roles and posts to a page of users. */
export async function decorateUsers(
  db: Reader,
  { tenantId }: TenantScope,
  rows: readonly User[],
): Promise<readonly User[]> {
  const ids = rows.map(({ userId }) => userId);
  const depts = await db
    .selectFrom('user')
    .innerJoin('dept', 'dept.id', 'user.deptId')
    .select(['user.id', 'dept.deptName'])
    .where('user.tenantId', '=', tenantId)
    .where('user.id', 'in', ids)
    .execute();
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['userRole.userId', 'role.id', 'role.roleName as name'])
    .where('userRole.tenantId', '=', tenantId)
    .where('userRole.userId', 'in', ids)
    .orderBy('role.roleSort')
    .orderBy('role.id')
    .execute();
  const posts = await db
    .selectFrom('userPost')
    .innerJoin('post', 'post.id', 'userPost.postId')
    .select(['userPost.userId', 'post.id', 'post.postName as name'])
    .where('userPost.tenantId', '=', tenantId)
    .where('userPost.userId', 'in', ids)
    .where('post.deletedAt', 'is', null)
    .orderBy('post.postSort')
    .orderBy('post.id')
    .execute();
  const deptOf = new Map(depts.map(({ id, deptName }) => [id, deptName]));
  return rows.map((row) => {
    const { userId } = row;
    const ownRoles = roles.filter((role) => role.userId === userId);
    const ownPosts = posts.filter((post) => post.userId === userId);
    return {
      ...row,
      deptName: deptOf.get(userId) ?? null,
      roleIds: ownRoles.map(({ id }) => id),
      roleNames: ownRoles.map(({ name }) => name),
      postIds: ownPosts.map(({ id }) => id),
      postNames: ownPosts.map(({ name }) => name),
    };
  });
}
