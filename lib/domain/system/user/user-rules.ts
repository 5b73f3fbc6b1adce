/** Rules for changing users: not those with more permissions, and of oneself only what cannot lock everybody out. */
import { systemUser } from '../../../contracts/admin/resources/system-user.resource.ts';
import type { MadeOf, RowOf, UpdateOf, WrittenOf } from '../../../contracts/admin/row-types.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import { refused } from '../../errors/admin-error.ts';
import { taken } from '../../resource/database-faults.ts';
import { type Change, once } from '../../resource/server-resource.ts';
import { countAdmins, isAlmighty, mustOutrank, requirePermissionsOf } from '../grants.ts';
import { complete, idsOf, sameIds, without } from '../protected-fields.ts';
import type { Reader } from '../system-deps.ts';
import { pairsOfUser, pairsOfUsers } from './user-pairs.ts';

export const userTexts = {
  disableRoot: { 'zh-CN': '不允许停用超级管理员', 'en-US': 'The super administrator cannot be disabled' },
  removeRoot: { 'zh-CN': '不允许删除超级管理员', 'en-US': 'The super administrator cannot be deleted' },
  rolesOfRoot: {
    'zh-CN': '不允许修改超级管理员的角色',
    'en-US': 'The roles of the super administrator cannot be changed',
  },
  disableSelf: { 'zh-CN': '不能停用自己的账号', 'en-US': 'You cannot disable your own account' },
  removeSelf: { 'zh-CN': '不能删除自己的账号', 'en-US': 'You cannot delete your own account' },
  rolesOfSelf: { 'zh-CN': '不能修改自己的角色', 'en-US': 'You cannot change your own roles' },
  deptOfSelf: { 'zh-CN': '不能修改自己的部门', 'en-US': 'You cannot change your own department' },
  lastAdmin: {
    'zh-CN': '至少保留一个可用的管理员',
    'en-US': 'At least one active administrator must remain',
  },
} as const satisfies Record<string, LocalText>;

/** Links are added to a row before the change, and whether one of them is the built-in administrator role. */
type Person = RowOf<typeof systemUser> & { readonly wasAdmin?: boolean };
type NewPerson = MadeOf<typeof systemUser>;

/** User names are unique in the whole system, ignoring case: users sign in with them alone. */
const lowerName = ({ userName }: NewPerson) => userName.toLowerCase();

const withNames = (db: Reader, names: readonly string[]): Promise<{ readonly name: string }[]> =>
  db
    .selectFrom('user')
    .select((build) => build.fn<string>('lower', ['username']).as('name'))
    .where((build) => build(build.fn('lower', ['username']), 'in', names))
    .execute();

/** Reads for several users what the rules need from the database. */
export async function beforeBatch(
  change: Change,
  fresh: readonly NewPerson[],
  there: readonly Person[],
): Promise<void> {
  const { call, transaction, known } = change;
  const names = fresh.map(lowerName);
  const others = names.length > 0 ? await withNames(transaction, names) : [];
  for (const name of names)
    known?.set(`name ${name}`, Promise.resolve(others.filter((other) => other.name === name)));
  const userIds = there.map(({ userId }) => userId);
  const pairs = await pairsOfUsers(transaction, call.actor.scope, userIds);
  for (const userId of userIds) known?.set(`pairs ${userId}`, Promise.resolve(pairs(userId)));
}

export async function beforeCreate(change: Change, values: NewPerson): Promise<NewPerson> {
  const { call, transaction } = change;
  const { actor } = call;
  const name = lowerName(values);
  const others = await once(change, `name ${name}`, () => withNames(transaction, [name]));
  if (others.length > 0) throw taken(systemUser, 'userName');
  const deptId = values.deptId ?? actor.deptId;
  const roleIds = idsOf(values, 'roleIds') ?? [];
  await once(change, `holds ${roleIds} ${deptId}`, () =>
    requirePermissionsOf(transaction, actor, roleIds, deptId),
  );
  return values.deptId === null ? without(values, ['deptId']) : values;
}

export async function beforeUpdate(
  change: Change,
  row: Person,
  values: UpdateOf<typeof systemUser>,
): Promise<WrittenOf<typeof systemUser>> {
  const { call, transaction } = change;
  const { actor } = call;
  const { userId } = row;
  const isRoot = row.isRoot === true;
  const isSelf = userId === actor.userId;
  const oldDept = row.deptId ?? null;
  const current = await once(change, `pairs ${userId}`, () => pairsOfUser(transaction, actor.scope, userId));
  const { roleIds: currentRoles } = current;
  await once(change, `outranks ${isSelf} ${isRoot} ${currentRoles} ${oldDept}`, () =>
    mustOutrank(transaction, actor, [{ userId, isRoot, deptId: oldDept, roleIds: currentRoles }]),
  );
  complete(row, current);
  const roleIds = idsOf(values, 'roleIds');
  const rolesChange = roleIds !== undefined && !sameIds(roleIds, current.roleIds);
  const deptChanges = values.deptId !== undefined && values.deptId !== oldDept;
  if (values.status === '1') {
    if (isRoot) throw refused(userTexts.disableRoot);
    if (isSelf) throw refused(userTexts.disableSelf);
  }
  if (rolesChange && isRoot) throw refused(userTexts.rolesOfRoot);
  if (rolesChange && isSelf) throw refused(userTexts.rolesOfSelf);
  if (deptChanges && isSelf && !isAlmighty(actor)) throw refused(userTexts.deptOfSelf);

  const newDept = deptChanges ? (values.deptId ?? null) : oldDept;
  const given = deptChanges
    ? (roleIds ?? currentRoles)
    : (roleIds ?? []).filter((id) => !currentRoles.includes(id));
  if (given.length > 0)
    await once(change, `holds ${given} ${newDept}`, () =>
      requirePermissionsOf(transaction, actor, given, newDept),
    );
  const postIds = idsOf(values, 'postIds');
  return {
    ...without(values, ['roleIds', 'postIds']),
    ...(rolesChange ? { roleIds } : {}),
    ...(postIds !== undefined && !sameIds(postIds, current.postIds) ? { postIds } : {}),
  };
}

export async function beforeRemove({ call, transaction }: Change, rows: readonly Person[]): Promise<void> {
  const { actor } = call;
  if (rows.some((row) => row.isRoot === true)) throw refused(userTexts.removeRoot);
  if (rows.some((row) => row.userId === actor.userId)) throw refused(userTexts.removeSelf);
  await mustOutrank(
    transaction,
    actor,
    rows.map(({ userId, deptId = null }) => ({ userId, isRoot: false, deptId })),
  );
  for (const row of rows) complete(row, await pairsOfUser(transaction, actor.scope, row.userId));
}

export const wasAdmin = (row: Person) => row.isRoot === true || row.wasAdmin === true;

/** For a change that removes an administrator. */
export async function mustLeaveAdmin({ call, transaction }: Change): Promise<void> {
  if ((await countAdmins(transaction, call.actor.scope)) === 0) throw refused(userTexts.lastAdmin);
}
