/** Forty ways in which somebody with less might get more. None of them works, and none of them leaves a trace. */
import { expect, it } from '@jest/globals';
import type { ConsoleAnswer, SignedIn } from '../kit/console.ts';
import { describeSystem, ok, type SystemConsole } from '../kit/system-console.ts';

const own = [
  ...['list', 'query', 'add', 'edit', 'remove', 'resetPwd', 'unlock'].map((verb) => `system:user:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:role:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:menu:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:dept:${verb}`),
];

interface Scene {
  readonly testConsole: SystemConsole;
  /** May look after people, roles, menus and departments of the north, sees telephones only. */
  readonly clerk: SignedIn;
  readonly north: number;
  readonly team: number;
  readonly south: number;
  /** Of the north, with a role of the clerk's kind. */
  readonly colleague: number;
  /** Of the south. */
  readonly stranger: number;
  /** Of the north, with more than the clerk. */
  readonly boss: number;
  /** What the clerk holds part of. */
  readonly small: number;
  /** More than the clerk holds. */
  readonly big: number;
  readonly adminRole: number;
  /** A menu of a permission that the clerk lacks, and one of one they hold. */
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

/** A role's body. */
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
    'a role with a menu the caller lacks',
    403,
    post('/system/role', (at) => role({ menuIds: [at.lackedMenu] })),
  ],
  ['a role that reaches everything', 403, post('/system/role', () => role({ dataScope: '1' }))],
  [
    'a role for a foreign department',
    40000,
    post('/system/role', (at) => role({ dataScope: '2', deptIds: [at.south] })),
  ],
  [
    'a role for a foreign department among own ones',
    40000,
    post('/system/role', (at) => role({ dataScope: '2', deptIds: [at.north, at.south] })),
  ],
  ['a role that sees everything whole', 403, post('/system/role', () => role({ maskScope: '1' }))],
  [
    'a role that sees what the caller does not',
    403,
    post('/system/role', () => role({ maskScope: '2', maskFields: ['phone', 'email'] })),
  ],
  ['a role called admin', 40000, post('/system/role', () => role({ roleKey: 'admin' }))],
  ['a role called ROLE_DEFAULT', 40000, post('/system/role', () => role({ roleKey: 'ROLE_DEFAULT' }))],
  [
    'adding to an own role what the caller lacks',
    403,
    put('/system/role', (at) => ({ roleId: at.clerk.roleId, version: 1, menuIds: [at.lackedMenu] })),
  ],
  [
    'widening an own role',
    403,
    put('/system/role/dataScope', (at) => ({ roleId: at.clerk.roleId, dataScope: '1' })),
  ],
  [
    'widening an own role to a foreign department',
    40000,
    put('/system/role/dataScope', (at) => ({ roleId: at.clerk.roleId, dataScope: '2', deptIds: [at.south] })),
  ],
  [
    'unmasking an own role',
    403,
    put('/system/role/maskScope', (at) => ({ roleId: at.clerk.roleId, maskScope: '1' })),
  ],
  [
    'unmasking one more rule',
    403,
    put('/system/role/maskScope', (at) => ({
      roleId: at.clerk.roleId,
      maskScope: '2',
      maskFields: ['phone', 'ip'],
    })),
  ],
  [
    'editing a bigger role',
    403,
    put('/system/role', (at) => ({ roleId: at.big, version: 1, roleName: '改名' })),
  ],
  [
    'switching a bigger role',
    403,
    put('/system/role/changeStatus', (at) => ({ roleId: at.big, version: 1, status: '1' })),
  ],
  ['deleting a bigger role', 403, remove((at) => `/system/role/${at.big}`)],
  [
    'editing the role of administrators',
    'U0200',
    put('/system/role', (at) => ({ roleId: at.adminRole, version: 1, roleName: '我的' })),
  ],
  [
    'making somebody with a bigger role',
    403,
    post('/system/user', (at) => person({ deptId: at.north, roleIds: [at.big] })),
  ],
  [
    'making an administrator',
    403,
    post('/system/user', (at) => person({ deptId: at.north, roleIds: [at.adminRole] })),
  ],
  [
    'making somebody in a foreign department',
    40000,
    post('/system/user', (at) => person({ deptId: at.south })),
  ],
  [
    'giving a colleague a bigger role by the form',
    403,
    put('/system/user', (at) => ({ userId: at.colleague, version: 1, roleIds: [at.big] })),
  ],
  [
    'giving a colleague a bigger role by authRole',
    403,
    (at) => at.clerk.call('PUT', `/system/user/authRole/${at.colleague}`, { body: { roleIds: [at.big] } }),
  ],
  [
    'giving a colleague a bigger role by selectAll',
    403,
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.big, userIds: [at.colleague] })),
  ],
  [
    'making a colleague an administrator',
    403,
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.adminRole, userIds: [at.colleague] })),
  ],
  [
    'giving a stranger a role',
    404,
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.small, userIds: [at.stranger] })),
  ],
  [
    'giving a stranger a role among colleagues',
    404,
    put('/system/role/authUser/selectAll', (at) => ({
      roleId: at.small,
      userIds: [at.colleague, at.stranger],
    })),
  ],
  [
    'giving oneself a role',
    'U0200',
    put('/system/role/authUser/selectAll', (at) => ({ roleId: at.small, userIds: [at.clerk.userId] })),
  ],
  [
    'giving oneself a role by the form',
    'U0200',
    put('/system/user', (at) => ({
      userId: at.clerk.userId,
      version: 1,
      roleIds: [at.clerk.roleId, at.small],
    })),
  ],
  [
    'moving oneself',
    'U0200',
    put('/system/user', (at) => ({ userId: at.clerk.userId, version: 1, deptId: at.team })),
  ],
  [
    'resetting the password of somebody with more',
    403,
    put('/system/user/resetPwd', (at) => ({ id: at.boss })),
  ],
  ['resetting the password of a stranger', 404, put('/system/user/resetPwd', (at) => ({ id: at.stranger }))],
  [
    'resetting the password of the first administrator',
    404,
    put('/system/user/resetPwd', (at) => ({ id: at.testConsole.founder.userId })),
  ],
  [
    'taking the second factor of somebody with more away',
    403,
    put('/system/user/resetTotp', (at) => ({ id: at.boss })),
  ],
  [
    'taking the second factor of the first administrator away',
    404,
    put('/system/user/resetTotp', (at) => ({ id: at.testConsole.founder.userId })),
  ],
  [
    'taking the role of somebody with more',
    403,
    put('/system/role/authUser/cancel', (at) => ({ roleId: at.big, userId: at.boss })),
  ],
  [
    'switching somebody with more off',
    403,
    put('/system/user/changeStatus', (at) => ({ userId: at.boss, version: 1, status: '1' })),
  ],
  ['deleting somebody with more', 403, remove((at) => `/system/user/${at.boss}`)],
  ['deleting a stranger', 404, remove((at) => `/system/user/${at.stranger}`)],
  [
    'a button of a permission the caller lacks',
    403,
    post('/system/menu', () => page({ perms: 'system:config:edit' })),
  ],
  [
    'renaming the permission of an own button',
    'U0200',
    put('/system/menu', (at) => ({ menuId: at.heldMenu, version: 1, perms: 'system:config:edit' })),
  ],
  ['a menu of everything', 40000, post('/system/menu', () => page({ perms: '*:*:*' }))],
  [
    'lifting a department to the root',
    'U0200',
    put('/system/dept', (at) => ({ deptId: at.team, version: 1, parentId: 0 })),
  ],
  [
    'a department at the root',
    'U0200',
    post('/system/dept', () => ({ parentId: 0, deptName: '自立', orderNum: 1, status: '0' })),
  ],
  [
    'pulling a foreign department below the own',
    404,
    put('/system/dept', (at) => ({ deptId: at.south, version: 1, parentId: at.north })),
  ],
];

describeSystem('escalation', (testConsole) => {
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
