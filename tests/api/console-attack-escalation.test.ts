/** Indirect privilege escalation: through an accomplice, a parent department, an imported file or a log. */
import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystemOnBoth, get, ok, outcome, type SystemConsole } from '../kit/system-console.ts';

const all = (name: string, ...verbs: string[]) => verbs.map((verb) => `system:${name}:${verb}`);
const editor = [
  ...all('user', 'list', 'query', 'add', 'edit', 'remove', 'resetPwd', 'import', 'export'),
  ...all('role', 'list', 'query', 'add', 'edit', 'remove'),
  ...all('dept', 'list', 'query', 'add', 'edit', 'remove'),
  ...all('menu', 'list', 'query', 'add', 'edit', 'remove'),
];

describeSystemOnBoth('escalation through other users and records', (testConsole) => {
  /** Departments: north with a team, south with an office. The accomplice is in the south. */
  async function scene(app: SystemConsole) {
    const north = await app.dept('北区');
    const team = await app.dept('一组', north);
    const south = await app.dept('南区');
    const office = await app.dept('南区办公室', south);
    const accomplice = await app.signIn({ deptId: south, noRole: true });
    return { north, team, south, office, accomplice };
  }

  const holders = (roleId: number, ...userIds: number[]) => ({ body: { roleId, userIds } });

  it('a role with holders outside the data scope cannot be extended', async () => {
    const app = testConsole();
    const { north, accomplice, south } = await scene(app);
    const [held] = await app.menus('system:user:query');
    const [lacked] = await app.menus('system:user:list');
    const role = await app.role({ dataScope: '5', maskScope: '3', menuIds: [held] });
    ok(await app.founder.call('PUT', '/system/role/authUser/selectAll', holders(role, accomplice.userId)));
    const clerk = await app.signIn({ permissions: editor, deptId: north, dataScope: 4, maskScope: 1 });
    await accomplice.renew();
    expect((await get(accomplice, '/get-user-info')).permissions).toEqual(['system:user:query']);

    const attempts: [string, string, object][] = [
      [
        'the data scope of the holder, with subdepartments',
        '/system/role/dataScope',
        { roleId: role, version: 1, dataScope: '4' },
      ],
      [
        'the data scope of the holder',
        '/system/role/dataScope',
        { roleId: role, version: 1, dataScope: '3' },
      ],
      [
        'a department of the caller',
        '/system/role/dataScope',
        { roleId: role, version: 1, dataScope: '2', deptIds: [north] },
      ],
      ['the masking', '/system/role/maskScope', { roleId: role, version: 1, maskScope: '1' }],
      ['a permission', '/system/role', { roleId: role, version: 1, menuIds: [held, lacked] }],
    ];
    for (const [what, path, body] of attempts) {
      expect([what, (await clerk.call('PUT', path, { body })).code]).toEqual([what, 403]);
    }
    expect((await get(accomplice, '/get-user-info')).permissions).toEqual(['system:user:query']);
    expect((await accomplice.call('GET', `/system/user/${app.founder.userId}`)).code).toBe(404);
    // Allowed, because nobody gains rights: renaming the role and removing permissions from it.
    ok(await clerk.call('PUT', '/system/role', { body: { roleId: role, version: 1, roleName: '改名' } }));
    ok(await clerk.call('PUT', '/system/role', { body: { roleId: role, version: 2, menuIds: [] } }));
    // A user whose data scope includes all holders of the role may give them permissions that the user has.
    const chief = await app.signIn({
      permissions: editor,
      deptId: north,
      dataScope: 2,
      roleDepts: [north, south],
      maskScope: 1,
    });
    ok(await chief.call('PUT', '/system/role', { body: { roleId: role, version: 3, menuIds: [held] } }));
    ok(
      await chief.call('PUT', '/system/role/dataScope', {
        body: { roleId: role, version: 4, dataScope: '3' },
      }),
    );
    const wider = await chief.call('PUT', '/system/role/dataScope', {
      body: { roleId: role, version: 5, dataScope: '4' },
    });
    expect(wider.code).toBe(403); // The office below the south department is outside the user's scope.
  });

  it('a disabled role can only be enabled by a user whose data scope includes its holders', async () => {
    const app = testConsole();
    const { north, accomplice } = await scene(app);
    const [held] = await app.menus('system:user:query');
    const role = await app.role({ dataScope: '5', maskScope: '3', menuIds: [held] });
    ok(await app.founder.call('PUT', '/system/role/authUser/selectAll', holders(role, accomplice.userId)));
    const off = { body: { roleId: role, version: 1, status: '1' } };
    ok(await app.founder.call('PUT', '/system/role/changeStatus', off));
    const clerk = await app.signIn({ permissions: editor, deptId: north, dataScope: 4 });
    const on = { body: { roleId: role, version: 2, status: '0' } };
    expect((await clerk.call('PUT', '/system/role/changeStatus', on)).code).toBe(403);
    ok(await app.founder.call('PUT', '/system/role/changeStatus', on));
  });

  it('a department cannot be moved with subdepartments outside the data scope', async () => {
    const app = testConsole();
    const { north, south, office } = await scene(app);
    // Data scope: the south department without its subdepartments, and the whole north branch.
    const chosen = await app.role({ dataScope: '2', deptIds: [south], maskScope: '3' });
    const clerk = await app.signIn({ permissions: editor, deptId: north, dataScope: 4, roles: [chosen] });
    const hidden = await app.user({ deptId: office });
    expect((await clerk.call('GET', `/system/user/${hidden.userId}`)).code).toBe(404);
    const moved = await clerk.call('PUT', '/system/dept', {
      body: { deptId: south, version: 1, parentId: north },
    });
    expect(outcome(moved)).toEqual(['U0200', '下级部门超出您的数据权限范围']);
    expect((await clerk.call('GET', `/system/user/${hidden.userId}`)).code).toBe(404);
    expect((await clerk.call('GET', `/system/dept/${office}`)).code).toBe(404);
    ok(await clerk.call('PUT', '/system/dept', { body: { deptId: south, version: 1, deptName: '新南区' } }));
  });

  it('an import cannot assign roles, leave the data scope, or change a user with more permissions', async () => {
    const app = testConsole();
    const { north, south } = await scene(app);
    const clerk = await app.signIn({ permissions: editor, deptId: north, dataScope: 4, maskScope: 3 });
    const { id: admin } = await app.db
      .selectFrom('role')
      .select('id')
      .where('roleKey', '=', 'admin')
      .executeTakeFirstOrThrow();
    const boss = await app.user({ deptId: north, roleIds: [admin], phonenumber: '13800001111' });
    const far = await app.user({ deptId: south });
    const before = await app.db.selectFrom('user').selectAll().orderBy('id').execute();
    const bring = (text: string) =>
      clerk.call('POST', '/system/user/importData', {
        form: { updateSupport: 'true', skipBad: 'true', dryRun: 'false' },
        file: { name: 'x.csv', bytes: text },
      });
    const files = [
      `用户账号,用户昵称,角色\nsneaky_1,甲,超级管理员\n`,
      `用户账号,用户昵称,角色\nsneaky_2,甲,${admin}\n`,
      `用户账号,用户昵称,所属部门\nsneaky_3,甲,南区\n`,
      `用户账号,用户昵称\n${boss.userName},改了\n`,
      `用户账号,用户昵称\n${far.userName},改了\n`,
      `用户账号,用户昵称\nfounder,改了\n`,
      `用户账号,用户昵称,isRoot,passwordHash,tenantId\nsneaky_4,甲,1,x,other\n`,
    ];
    for (const file of files) {
      const answer = await bring(file);
      const known = new Set(before.map(({ id }) => id));
      const rows = await app.db.selectFrom('user').selectAll().orderBy('id').execute();
      expect([file, rows.filter(({ id }) => known.has(id))]).toEqual([file, before]);
      for (const made of rows.filter(({ id }) => !known.has(id))) {
        expect([file, made]).toEqual([
          file,
          expect.objectContaining({ deptId: north, isRoot: 0, tenantId: 'default', passwordHash: null }),
        ]);
        const roles = await app.db
          .selectFrom('userRole')
          .select('roleId')
          .where('userId', '=', made.id)
          .execute();
        expect([file, roles]).toEqual([file, []]);
        await app.db.deleteFrom('user').where('id', '=', made.id).execute();
      }
      expect(answer.text).not.toContain('13800001111');
    }
  });

  it('search terms are masked in the log, as results are', async () => {
    const app = testConsole();
    await app.user({ phonenumber: '13812345678' });
    const form = { phonenumber: '13812345678', keyword: '某人' };
    expect((await app.founder.call('POST', '/system/user/export', { form })).status).toBe(200);
    const { records } = await get(app.founder, '/monitor/operlog/page', { pageSize: '100' });
    const { operId } = records.find((row: { businessType: string }) => row.businessType === '5');
    const { operParam } = await get(app.founder, `/monitor/operlog/${operId}`);
    expect(operParam).toContain('138****5678');
    expect(operParam).toContain('某人');
    const log = JSON.stringify(await app.db.selectFrom('operationLog').selectAll().execute());
    expect(log).not.toContain('13812345678');
  });

  it('the readers of a notice are listed within the data scope only', async () => {
    const app = testConsole();
    const { north, accomplice } = await scene(app);
    const author = await app.signIn({
      permissions: all('notice', 'list', 'query', 'add', 'edit'),
      deptId: north,
      dataScope: 3,
    });
    const near = await app.signIn({ deptId: north, noRole: true });
    const { noticeId } = ok(
      await author.call('POST', '/system/notice', {
        body: { noticeTitle: '公告', noticeType: '1', noticeContent: '<p>x</p>', status: '0' },
      }),
    );
    for (const reader of [near, accomplice])
      ok(await reader.call('POST', '/system/notice/markRead', { body: { ids: [noticeId] } }));
    const names = async (client: typeof author) =>
      (await get(client, `/system/notice/${noticeId}/readers`, { pageNum: '1', pageSize: '10' })).records.map(
        (row: { userId: number }) => row.userId,
      );
    expect(await names(author)).toEqual([near.userId]);
    expect((await names(app.founder)).sort()).toEqual([near.userId, accomplice.userId].sort());
    expect((await get(author, `/system/notice/${noticeId}`)).readCount).toBe(2);
  });

  it('masks apply to list, get, options, history, export, log and responses to invalid bodies', async () => {
    const app = testConsole();
    const north = await app.dept('北区');
    const secrets = { phonenumber: '13899990000', email: 'very.secret@example.com' };
    const { userId, userName } = await app.user({ deptId: north, ...secrets });
    ok(
      await app.founder.call('PUT', '/system/user', {
        body: { userId, version: 1, phonenumber: '13877776666' },
      }),
    );
    const clerk = await app.signIn({
      permissions: [...editor, 'monitor:operlog:list', 'monitor:operlog:query', 'monitor:operlog:export'],
      deptId: north,
      dataScope: 1,
      maskScope: 3,
    });
    const answers = [
      await clerk.call('GET', '/system/user/page', { query: { userName } }),
      await clerk.call('GET', `/system/user/${userId}`),
      await clerk.call('GET', '/system/user/options', { query: { keyword: '某人' } }),
      await clerk.call('GET', `/system/user/${userId}/history`),
      await clerk.call('GET', '/system/user/page', { query: { phonenumber: '1387777' } }),
      await clerk.call('GET', '/system/user/page', { query: { orderByColumn: 'phonenumber', isAsc: 'asc' } }),
      await clerk.call('GET', '/system/user/page', { query: { 'params[beginPhonenumber]': '1' } }),
      await clerk.call('POST', `/system/user/${userId}/reveal`, { body: { field: 'phonenumber' } }),
      await clerk.call('PUT', '/system/user', { body: { userId, version: 2, phonenumber: '138****0000' } }),
      await clerk.call('PUT', '/system/user', { body: { userId, version: 1, nickName: '旧版本' } }),
      await clerk.call('GET', '/monitor/operlog/page', { query: { pageSize: '100' } }),
      await clerk.call('GET', '/system/role/authUser/unallocatedList', {
        query: { pageNum: '1', pageSize: '100', roleId: String(clerk.roleId), phonenumber: '1387777' },
      }),
    ];
    const exported = await clerk.call('POST', '/system/user/export', { form: { format: 'csv' } });
    const text = answers.map((answer) => answer.text).join('\n') + Buffer.from(exported.blob!).toString();
    expect(text).not.toMatch(/13877776666|13899990000|very\.secret/);
    expect(text).toContain('138****6666');
    expect(answers[4]!.code).toBe(403);
    expect(answers[7]!.code).toBe(403);
  });

  it('rows outside the data scope and missing rows are rejected with the same message', async () => {
    const app = testConsole();
    const { north, south } = await scene(app);
    const clerk = await app.signIn({ permissions: editor, deptId: north, dataScope: 4 });
    const southernUser = await app.user({ deptId: south });
    const calls: [string, string, (id: number) => object | undefined][] = [
      ['GET', '/system/user/', () => undefined],
      ['DELETE', '/system/user/', () => undefined],
      ['GET', '/system/user/authRole/', () => undefined],
      ['PUT', '/system/user/resetPwd', (id) => ({ id })],
      ['PUT', '/system/user/resetTotp', (id) => ({ id })],
      ['PUT', '/system/user/changeStatus', (id) => ({ userId: id, version: 1, status: '1' })],
      ['PUT', '/system/user', (id) => ({ userId: id, version: 1, nickName: 'x' })],
    ];
    for (const [method, path, bodyOf] of calls) {
      const [near, far] = await Promise.all(
        [southernUser.userId, 999_999].map(async (id) => {
          const body = bodyOf(id);
          const answer = await clerk.call(method, body ? path : `${path}${id}`, body ? { body } : {});
          return [answer.status, ...outcome(answer), answer.errors];
        }),
      );
      expect([method, path, near]).toEqual([method, path, far]);
      expect(near![1]).toBe(404);
    }
  });
});
