/** Roles and posts of people: pairs beside their row. */
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { TenantScope } from '../../access/tenant-scope.ts';
import { adminRole } from '../../console/actor.ts';
import type { Row } from '../../resource/resource-service.ts';
import { idsOf } from '../kept-fields.ts';
import type { Reader } from '../system-deps.ts';

export interface UserPairs {
  readonly roleIds: readonly number[];
  readonly postIds: readonly number[];
  /** Holds the built-in role that may do everything. */
  readonly wasAdmin: boolean;
}

export async function pairsOfUser(
  db: Reader,
  { tenantId }: TenantScope,
  userId: number,
): Promise<UserPairs & Row> {
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['role.id', 'role.roleKey', 'role.isBuiltIn'])
    .where('userRole.tenantId', '=', tenantId)
    .where('userRole.userId', '=', userId)
    .orderBy('role.id')
    .execute();
  const posts = await db
    .selectFrom('userPost')
    .select('postId')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .orderBy('postId')
    .execute();
  return {
    roleIds: roles.map(({ id }) => id),
    postIds: posts.map(({ postId }) => postId),
    wasAdmin: roles.some(({ roleKey, isBuiltIn }) => isBuiltIn === 1 && roleKey === adminRole),
  };
}

/** Writes the pairs that `values` names. */
export async function replacePairs(
  transaction: Transaction<Database>,
  { tenantId }: TenantScope,
  userId: number,
  values: Row,
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

/** Departments, roles and posts of a page of people, by name. */
export async function decorateUsers(
  db: Reader,
  { tenantId }: TenantScope,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const ids = rows.map((row) => Number(row['userId']));
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
    const userId = Number(row['userId']);
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
