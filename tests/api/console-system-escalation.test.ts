/** Forty attempts at privilege escalation by a restricted user. All of them fail and change nothing. */
import { expect } from 'expect';
import { it } from 'vitest';
import type { ConsoleAnswer, SignedIn } from '../kit/console.ts';
import { describeSystemOnBoth, ok, type SystemConsole } from '../kit/system-console.ts';

const own = [
  ...['list', 'query', 'add', 'edit', 'remove', 'resetPwd', 'unlock'].map((verb) => `system:user:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:role:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:menu:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:dept:${verb}`),
];

interface Scene {
  readonly testConsole: SystemConsole;
  /** May manage users, roles, menus and departments of the north. Only phone numbers are shown unmasked. */
  readonly clerk: SignedIn;
  readonly north: number;
  readonly team: number;
  readonly south: number;
  /** In the north, with a role whose rights the clerk has too. */
  readonly colleague: number;
  /** In the south. */
  readonly stranger: number;
  /** In the north, with more rights than the clerk. */
  readonly boss: number;
  /** A role with a part of the clerk's rights. */
  readonly small: number;
  /** A role with more than the clerk's rights. */
  readonly big: number;
  readonly adminRole: number;
  /** `lackedMenu` grants a permission that the clerk lacks, `heldMenu` one that the clerk has. */
  readonly lackedMenu: number;
  readonly heldMenu: number;
}

async function scene(testConsole: SystemConsole): Promise<Scene> {
  const north = await testConsole.dept('北区');
  const team = await testConsole.dept('一组', north);
  const south = await testConsole.dept('南区');
  const [lackedMenu] = await testConsole.menus('system:config:edit');
  const [heldMenu] = await testConsole.menus('system:user:query');
  const small = await testConsole.role({ dataScope: '5', maskScope: '3', menuIds: [heldMenu] });
  const big = await testConsole.role({ dataScope: '1', maskScope: '1', menuIds: [lackedMenu] });
  const person = async (values: Record<string, unknown>) => (await testConsole.user(values)).userId;
  const { id: adminRole } = await testConsole.db
    .selectFrom('role')
    .select('id')
    .where('roleKey', '=', 'admin')
    .executeTakeFirstOrThrow();
  return {
    testConsole,
    north,
    team,
    south,
    small,
    big,
    adminRole,
    lackedMenu: lackedMenu!,
    heldMenu: heldMenu!,
    colleague: await person({ deptId: north, roleIds: [small] }),
    boss: await person({ deptId: north, roleIds: [big] }),
    stranger: await person({ deptId: south }),
    clerk: await testConsole.signIn({
      permissions: own,
      deptId: north,
      dataScope: 4,
      maskScope: 2,
      maskFields: ['phone'],
    }),
  };
}

const role = (values: object) => ({
  roleName: '提权',
  roleKey: 'escalate',
  roleSort: 1,
  status: '0',
  dataScope: '5',
  maskScope: '3',
  ...values,
});
const person = (values: object) => ({ userName: 'escalate', nickName: '提权', status: '0', ...values });
const page = (values: object) => ({
  parentId: 0,
  menuName: '提权',
  menuType: 'C',
  orderNum: 1,
  path: 'escalate',
  component: 'x/index',
  status: '0',
  ...values,
});

type Attempt = (scene: Scene) => Promise<ConsoleAnswer>;
const put =
  (path: string, body: (scene: Scene) => object): Attempt =>
  (at) =>
    at.clerk.call('PUT', path, { body: body(at) });
const post =
  (path: string, body: (scene: Scene) => object): Attempt =>
  (at) =>
    at.clerk.call('POST', path, { body: body(at) });
const remove =
  (path: (scene: Scene) => string): Attempt =>
  (at) =>
    at.clerk.call('DELETE', path(at));

const attempts: readonly (readonly [what: string, code: unknown, attempt: Attempt])[] = [
  [
    'creating a role with a permission the caller lacks',
    403,
    post('/system/role', (at) => role({ menuIds: [at.lackedMenu] })),
  ],
  ['creating a role with access to all data', 403, post('/system/role', () => role({ dataScope: '1' }))],
  [
    'creating a role for a department outside the scope',
    40000,
    post('/system/role', (at) => role({ dataScope: '2', deptIds: [at.south] })),
  ],
  [
    'creating a role for departments inside and outside the scope',
    40000,
    post('/system/role', (at) => role({ dataScope: '2', deptIds: [at.north, at.south] })),
  ],
  ['creating an unmasked role', 403, post('/system/role', () => role({ maskScope: '1' }))],
  [
    'creating a role that unmasks more fields than the caller sees',
    403,
    post('/system/role', () => role({ maskScope: '2', maskFields: ['phone', 'email'] })),
  ],
  ['creating a role with the key admin', 40000, post('/system/role', () => role({ roleKey: 'admin' }))],
  [
    'creating a role with the key ROLE_DEFAULT',
    40000,
    post('/system/role', () => role({ roleKey: 'ROLE_DEFAULT' })),
  ],
  [
    'adding a permission the caller lacks to the own role',
    403,
    put('/system/role', (at) => ({ roleId: at.clerk.roleId, version: 1, menuIds: [at.lackedMenu] })),
  ],
  [
    'widening the data scope of the own role',
    403,
    put('/system/role/dataScope', (at) => ({ roleId: at.clerk.roleId, version: 1, dataScope: '1' })),
  ],
  [
    'widening the own role to a department outside the scope',
    40000,
    put('/system/role/dataScope', (at) => ({
      roleId: at.clerk.roleId,
      version: 1,
      dataScope: '2',
      deptIds: [at.south],
    })),
  ],
  [
    'unmasking the own role',
    403,
    put('/system/role/maskScope', (at) => ({ roleId: at.clerk.roleId, version: 1, maskScope: '1' })),
  ],
  [
    'unmasking one more field',
    403,
    put('/system/role/maskScope', (at) => ({
      roleId: at.clerk.roleId,
      version: 1,
      maskScope: '2',
      maskFields: ['phone', 'ip'],
    })),
  ],
  [
    'editing a role with more rights',
    403,
    put('/system/role', (at) => ({ roleId: at.big, version: 1, roleName: '改名' })),
  ],
  [
    'disabling a role with more rights',
    403,
    put('/system/role/changeStatus', (at) => ({ roleId: at.big, version: 1, status: '1' })),
  ],
  ['deleting a role with more rights', 403, remove((at) => `/system/role/${at.big}`)],
  [
    'editing the administrator role',
    'U0200',
    put('/system/role', (at) => ({ roleId: at.adminRole, version: 1, roleName: '我的' })),
  ],
  [
    'creating a user with a role that has more rights',
    403,
    post('/system/user', (at) => person({ deptId: at.north, roleIds: [at.big] })),
  ],
  [
    'creating an administrator',
    403,
    post('/system/user', (at) => person({ deptId: at.north, roleIds: [at.adminRole] })),
  ],
  [
    'creating a user in a department outside the scope',
    40000,
    post('/system/user', (at) => person({ deptId: at.south })),
  ],
  [
    'assigning a role with more rights in the user form',
    403,
    put('/system/user', (at) => ({ userId: at.colleague, version: 1, roleIds: [at.big] })),
  ],
  [
    'assigning a role with more rights by authRole',
    403,
    (at) =>
      at.clerk.call('PUT', `/system/user/authRole/${at.colleague}`, {
        body: { roleIds: [at.big], version: 1 },
      }),
  ],
  [
    'assigning a role with more rights by selectAll',
    403,
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.big, userIds: [at.colleague] })),
  ],
  [
    'assigning the administrator role to a colleague',
    403,
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.adminRole, userIds: [at.colleague] })),
  ],
  [
    'assigning a role to a user outside the scope',
    404,
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.small, userIds: [at.stranger] })),
  ],
  [
    'assigning a role to users inside and outside the scope',
    404,
    put('/system/role/authUser/selectAll', (at) => ({
      roleId: at.small,
      userIds: [at.colleague, at.stranger],
    })),
  ],
  [
    'assigning a role to oneself',
    'U0200',
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.small, userIds: [at.clerk.userId] })),
  ],
  [
    'assigning a role to oneself in the user form',
    'U0200',
    put('/system/user', (at) => ({
      userId: at.clerk.userId,
      version: 1,
      roleIds: [at.clerk.roleId, at.small],
    })),
  ],
  [
    'moving oneself to another department',
    'U0200',
    put('/system/user', (at) => ({ userId: at.clerk.userId, version: 1, deptId: at.team })),
  ],
  [
    'resetting the password of a user with more rights',
    403,
    put('/system/user/resetPwd', (at) => ({ id: at.boss })),
  ],
  [
    'resetting the password of a user outside the scope',
    404,
    put('/system/user/resetPwd', (at) => ({ id: at.stranger })),
  ],
  [
    'resetting the password of the first administrator',
    404,
    put('/system/user/resetPwd', (at) => ({ id: at.testConsole.founder.userId })),
  ],
  [
    'removing the two-step verification of a user with more rights',
    403,
    put('/system/user/resetTotp', (at) => ({ id: at.boss })),
  ],
  [
    'removing the two-step verification of the first administrator',
    404,
    put('/system/user/resetTotp', (at) => ({ id: at.testConsole.founder.userId })),
  ],
  [
    'removing the role of a user with more rights',
    403,
    put('/system/role/authUser/cancel', (at) => ({ roleId: at.big, userId: at.boss })),
  ],
  [
    'disabling a user with more rights',
    403,
    put('/system/user/changeStatus', (at) => ({ userId: at.boss, version: 1, status: '1' })),
  ],
  ['deleting a user with more rights', 403, remove((at) => `/system/user/${at.boss}`)],
  ['deleting a user outside the scope', 404, remove((at) => `/system/user/${at.stranger}`)],
  [
    'creating a menu with a permission the caller lacks',
    403,
    post('/system/menu', () => page({ perms: 'system:config:edit' })),
  ],
  [
    'changing the permission of a menu to one the caller lacks',
    'U0200',
    put('/system/menu', (at) => ({ menuId: at.heldMenu, version: 1, perms: 'system:config:edit' })),
  ],
  ['creating a menu with all permissions', 40000, post('/system/menu', () => page({ perms: '*:*:*' }))],
  [
    'moving a department to the root',
    'U0200',
    put('/system/dept', (at) => ({ deptId: at.team, version: 1, parentId: 0 })),
  ],
  [
    'creating a department at the root',
    'U0200',
    post('/system/dept', () => ({ parentId: 0, deptName: '自立', orderNum: 1, status: '0' })),
  ],
  [
    'moving a department from outside the scope into it',
    404,
    put('/system/dept', (at) => ({ deptId: at.south, version: 1, parentId: at.north })),
  ],
];

describeSystemOnBoth('escalation', (testConsole) => {
  const rights = async () => {
    const { db } = testConsole();
    const tables = ['user', 'role', 'menu', 'dept', 'userRole', 'roleMenu', 'roleDept'] as const;
    return JSON.stringify(
      await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())),
    );
  };

  it(`rejects ${attempts.length} attempts to gain permissions, and changes nothing`, async () => {
    expect(attempts.length).toBeGreaterThanOrEqual(40);
    const at = await scene(testConsole());
    const before = await rights();
    for (const [what, code, attempt] of attempts) {
      const answer = await attempt(at);
      expect([what, answer.code]).toEqual([what, code]);
      expect([what, await rights()]).toEqual([what, before]);
    }
  });

  it('permits the same user what they are entitled to', async () => {
    const at = await scene(testConsole());
    const { clerk } = at;
    const { roleId } = ok(
      await clerk.call('POST', '/system/role', {
        body: role({ dataScope: '4', maskScope: '2', maskFields: ['phone'], menuIds: [at.heldMenu] }),
      }),
    );
    const { userId } = ok(
      await clerk.call('POST', '/system/user', { body: person({ deptId: at.team, roleIds: [roleId] }) }),
    );
    ok(await clerk.call('PUT', '/system/user/resetPwd', { body: { id: at.colleague } }));
    ok(await clerk.call('PUT', '/system/role/authUser/cancel', { body: { roleId, userId } }));
    ok(await clerk.call('DELETE', `/system/user/${userId}`));
    ok(
      await clerk.call('POST', '/system/dept', {
        body: { parentId: at.team, deptName: '二组', orderNum: 1, status: '0' },
      }),
    );
    const seen = ok(await clerk.call('GET', '/system/dept/list')).records;
    expect(seen.map((row: { deptName: string }) => row.deptName).sort()).toEqual(
      ['一组', '二组', '北区'].sort(),
    );
  });
});
