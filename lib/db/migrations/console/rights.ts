import type { Kysely } from 'kysely';
import { consoleTable, history, pairs, unique } from '../console-table.ts';

/** What people may do: roles, menus with their permissions, and who has what. */
export async function rightsTables(db: Kysely<never>): Promise<void> {
  await consoleTable(db, 'role', {
    roleName: 'text',
    roleKey: 'text',
    roleSort: 'int',
    status: 'text',
    dataScope: 'int',
    maskScope: 'int',
    maskFields: 'text',
    menuCheckStrictly: 'int',
    deptCheckStrictly: 'int',
    isBuiltIn: 'int',
    remark: 'text?',
    ...history,
  }).execute();
  await unique(db, 'role', ['roleName']);
  await unique(db, 'role', ['roleKey']);

  await consoleTable(db, 'menu', {
    parentId: 'int',
    menuName: 'text',
    menuNameEn: 'text?',
    menuType: 'text',
    orderNum: 'int',
    path: 'text',
    component: 'text?',
    query: 'text?',
    routeName: 'text?',
    isFrame: 'int',
    isCache: 'int',
    visible: 'text',
    status: 'text',
    perms: 'text?',
    icon: 'text?',
    hideChildren: 'int',
    hiddenHeaderContent: 'int',
    redirect: 'text?',
    remark: 'text?',
    isBuiltIn: 'int',
    ...history,
  }).execute();
  await unique(db, 'menu', ['parentId', 'menuName']);
  await pairs(db, 'userRole', ['userId', 'user'], ['roleId', 'role']);
  await pairs(db, 'userPost', ['userId', 'user'], ['postId', 'post']);
  await pairs(db, 'roleMenu', ['roleId', 'role'], ['menuId', 'menu']);
  await pairs(db, 'roleDept', ['roleId', 'role'], ['deptId', 'dept']);
}
