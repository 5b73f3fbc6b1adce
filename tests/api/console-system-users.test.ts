import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystem, describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';

const everything = [
  'list',
  'query',
  'add',
  'edit',
  'remove',
  'export',
  'import',
  'resetPwd',
  'unlock',
  'reveal',
].map((verb) => `system:user:${verb}`);

describeSystemOnBoth('one-time passwords', (testConsole) => {
  const used = '一次性密码已使用或已过期，请联系管理员重新生成';
  const login = (accountNo: string, password: string) =>
    testConsole().anonymous.call('POST', '/login', { body: { accountNo, password, rememberMe: false } });

  it('work for one sign-in, also of several at once, and then ask for a new one', async () => {
    const { userName, password } = await testConsole().user();
    const answers = await Promise.all([login(userName, password), login(userName, password)]);
    expect(answers.map(({ message }) => message).filter((message) => message === used)).toHaveLength(1);
    const { data } = answers.find(({ code }) => code === 20001)!;
    const client = testConsole().withBearer(data.token);
    expect((await client.call('GET', '/get-user-info')).data.pwdChangeRequired).toBe(true);
    const own = 'another-horse-8-battery';
    const body = { oldPassword: password, newPassword: own };
    ok(await client.call('PUT', '/system/user/profile/updatePwd', { body }));
    for (let time = 0; time < 2; time += 1) expect((await login(userName, own)).code).toBe(20001);
  });

  it('expire, after the hours that the setting says, and say until when', async () => {
    const { clock, founder, setSetting, user } = testConsole();
    await setSetting('sys.account.oneTimePasswordHours', '2');
    const issuedAt = clock.now();
    const { userId, userName } = await user();
    const { password, validUntil } = ok(
      await founder.call('PUT', '/system/user/resetPwd', { body: { id: userId } }),
    );
    expect(Date.parse(`${validUntil.replace(' ', 'T')}+08:00`) - issuedAt).toBeGreaterThanOrEqual(7_199_000);
    expect(Date.parse(`${validUntil.replace(' ', 'T')}+08:00`) - issuedAt).toBeLessThan(7_300_000);
    clock.setWall(issuedAt + 7_300_000);
    expect((await login(userName, password)).message).toBe(used);
    const log = await testConsole().db.selectFrom('loginLog').select('msg').execute();
    expect(log.map(({ msg }) => msg)).toContain('一次性密码已使用或已过期');
  });

  it('expire after 24 hours by default, also those of the command line', async () => {
    const { clock, operator, user } = testConsole();
    const { userName } = await user();
    const made = await operator.run('user.resetPassword', { accountNo: userName });
    expect(made.validUntil - clock.now()).toBe(24 * 60 * 60_000);
    clock.setWall(made.validUntil);
    expect((await login(userName, made.oneTimePassword)).message).toBe(used);
  });
});

describeSystem('users', (testConsole) => {
  const version = async (userId: number) =>
    (await get(testConsole().founder, `/system/user/${userId}`)).version;
  const edit = async (userId: number, values: object, client = testConsole().founder) =>
    client.call('PUT', '/system/user', { body: { userId, version: await version(userId), ...values } });

  it('get a one-time password when created, shown once, to be changed at the first sign-in', async () => {
    const { userId, password } = await testConsole().user();
    expect(password).toMatch(/^[A-Za-z0-9]{20}$/);
    const row = await testConsole()
      .db.selectFrom('user')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    expect(row.mustChangePassword).toBe(1);
    expect(row.passwordHash).toMatch(/^\$argon2id\$/);
    const logged = JSON.stringify(await testConsole().db.selectFrom('operationLog').selectAll().execute());
    expect(logged).not.toContain(password);
    expect((await testConsole().founder.call('GET', `/system/user/${userId}`)).text).not.toContain(
      row.passwordHash,
    );
  });

  it('have unique account names, ignoring case: 用户账号已存在', async () => {
    await testConsole().user({ userName: 'Zhang_San' });
    const body = { userName: 'zhang_san', nickName: '另一个', status: '0' };
    expect(outcome(await testConsole().founder.call('POST', '/system/user', { body }))).toEqual([
      'U0210',
      '用户账号已存在',
    ]);
  });

  it('are shown with posts and roles, and found by department and subdepartments', async () => {
    const { founder, user, dept, role } = testConsole();
    const north = await dept('北区');
    const team = await dept('一组', north);
    const south = await dept('南区');
    const roleId = await role();
    const { postId } = ok(
      await founder.call('POST', '/system/post', {
        body: { postCode: 'p1', postName: '值班', postSort: 1, status: '0' },
      }),
    );
    const a = await user({ deptId: north });
    const b = await user({ deptId: team, roleIds: [roleId], postIds: [postId] });
    const c = await user({ deptId: south });
    expect(await get(founder, `/system/user/${b.userId}`)).toMatchObject({
      deptName: '一组',
      roleIds: [roleId],
      postIds: [postId],
      postNames: ['值班'],
      failCount: 0,
      lockUntil: null,
    });
    const { records } = await get(founder, '/system/user/page', { deptId: String(north) });
    const ids = records.map((row: { userId: number }) => row.userId);
    expect(ids).toEqual([a.userId, b.userId]);
    expect(ids).not.toContain(c.userId);
    const removed = await founder.call('DELETE', `/system/post/${postId}`);
    expect(outcome(removed)).toEqual(['U0200', '值班已分配给 1 个用户，不能删除']);
    expect(removed.links).toEqual([{ text: '用户（1）', address: `/system/user?postIds=${postId}` }]);
    const holders = await get(founder, '/system/user/page', { postIds: String(postId) });
    expect(holders.records.map((row: { userId: number }) => row.userId)).toEqual([b.userId]);
  });

  it('get a reset password that is shown once, and their sessions end: U0231', async () => {
    const { founder, signIn, db } = testConsole();
    const other = await signIn({ permissions: ['system:post:list'] });
    expect((await other.call('GET', '/system/post/page')).code).toBe(20001);
    const { password } = ok(
      await founder.call('PUT', '/system/user/resetPwd', { body: { id: other.userId } }),
    );
    expect(password).toHaveLength(20);
    expect((await other.call('GET', '/system/post/page')).code).toBe('U0231');
    const row = await db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', other.userId)
      .executeTakeFirstOrThrow();
    expect(row.mustChangePassword).toBe(1);
    const logs = await db.selectFrom('operationLog').selectAll().execute();
    expect(JSON.stringify(logs)).not.toContain(password);
    expect(logs.some(({ bizKey }) => bizKey === `system.user:${other.userId}`)).toBe(true);
    const self = await founder.call('PUT', '/system/user/resetPwd', { body: { id: founder.userId } });
    expect(outcome(self)).toEqual(['U0200', '请在个人设置中修改自己的密码']);
  });

  it('are disabled at once: the next call returns U0231', async () => {
    const other = await testConsole().signIn({ permissions: ['system:post:list'] });
    const body = { userId: other.userId, version: await version(other.userId), status: '1' };
    expect((await testConsole().founder.call('PUT', '/system/user/changeStatus', { body })).code).toBe(20001);
    expect((await other.call('GET', '/system/post/page')).code).toBe('U0231');
  });

  it('cannot disable or delete the first administrator or themselves', async () => {
    const { founder, signIn } = testConsole();
    const admin = await signIn({ permissions: everything });
    const refusals = [
      await founder.call('DELETE', `/system/user/${founder.userId}`),
      await edit(founder.userId, { status: '1' }),
      await edit(founder.userId, { roleIds: [1] }),
      await admin.call('DELETE', `/system/user/${admin.userId}`),
      await edit(admin.userId, { status: '1' }, admin),
      await edit(admin.userId, { roleIds: [] }, admin),
    ];
    expect(refusals.map(outcome)).toEqual([
      ['U0200', '不允许删除超级管理员'],
      ['U0200', '不允许停用超级管理员'],
      ['U0200', '不允许修改超级管理员的角色'],
      ['U0200', '不能删除自己的账号'],
      ['U0200', '不能停用自己的账号'],
      ['U0200', '不能修改自己的角色'],
    ]);
    expect((await edit(founder.userId, { nickName: '夺取' }, admin)).code).toBe(403);
    expect((await edit(admin.userId, { nickName: '我自己' }, admin)).code).toBe(20001);
  });

  it('include one administrator at all times, even if two demote each other at once: 至少保留一个可用的管理员', async () => {
    const { founder, signIn, db, adminConsole } = testConsole();
    const { id: adminRole } = await db
      .selectFrom('role')
      .select('id')
      .where('roleKey', '=', 'admin')
      .executeTakeFirstOrThrow();
    const [a, b] = [
      await signIn({ noRole: true, roles: [adminRole] }),
      await signIn({ noRole: true, roles: [adminRole] }),
    ];
    await db.updateTable('user').set({ isRoot: 0 }).where('id', '=', founder.userId).execute();
    // Both callers are authenticated before either call runs.
    const callOf = async ({ bearer }: { bearer: string }) => ({
      actor: await adminConsole.sessions.authenticate(bearer),
      address: '192.0.2.1',
      traceId: 'both',
    });
    const [ofA, ofB] = [await callOf(a), await callOf(b)];
    const { users } = adminConsole.systemPages;
    const results = await Promise.allSettled([
      users.update(ofA, b.userId, { roleIds: [] }, null),
      users.update(ofB, a.userId, { roleIds: [] }, null),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refusal = results.find((result) => result.status === 'rejected');
    expect(refusal?.reason.message).toBe('至少保留一个可用的管理员');
    await expect(users.remove(ofA, [b.userId, a.userId])).rejects.toThrow('不能删除自己的账号');
  });

  it('can be unlocked', async () => {
    const { founder, db, clock } = testConsole();
    const { userId, userName } = await testConsole().user();
    const lock = () =>
      db
        .insertInto('failureCount')
        .values({
          name: `login/pair/${userName}/192.0.2.9`,
          failures: 5,
          windowEndsAt: clock.now() + 600_000,
          blockedUntil: null,
        })
        .execute();
    await lock();
    expect(await get(founder, `/system/user/${userId}`)).toMatchObject({ failCount: 5 });
    ok(await founder.call('PUT', '/system/user/unlock', { body: { id: userId } }));
    expect(await get(founder, `/system/user/${userId}`)).toMatchObject({ failCount: 0, lockUntil: null });
    await lock();
    ok(await founder.call('GET', `/monitor/logininfor/unlock/${userName}`));
    expect(await get(founder, `/system/user/${userId}`)).toMatchObject({ failCount: 0 });
    expect((await founder.call('GET', '/monitor/logininfor/unlock/nobody_here')).code).toBe(404);
  });

  it('can have their two-step verification removed, and are listed with it', async () => {
    const { founder, db, signIn } = testConsole();
    const { userId } = await testConsole().user();
    const reset = (id: number, client = founder) =>
      client.call('PUT', '/system/user/resetTotp', { body: { id } });
    const isOn = async () => (await get(founder, `/system/user/${userId}`)).totpEnabled;
    expect(await isOn()).toBe(false);
    expect(outcome(await reset(userId))).toEqual(['U0200', '该用户未启用两步验证']);
    await db
      .updateTable('user')
      .set({ totpSealed: 'v1.sealed', totpStep: 7 })
      .where('id', '=', userId)
      .execute();
    const { records } = await get(founder, '/system/user/page', { pageSize: '100' });
    const shown = records.find((row: { userId: number }) => row.userId === userId);
    expect(shown).toMatchObject({ totpEnabled: true });
    expect(JSON.stringify(records)).not.toContain('v1.sealed');
    const clerk = await signIn({ permissions: ['system:user:list', 'system:user:edit'] });
    expect((await reset(userId, clerk)).code).toBe(403);
    expect(outcome(await reset(founder.userId))).toEqual(['U0200', '请在个人设置中停用自己的两步验证']);
    expect(await isOn()).toBe(true);
    ok(await reset(userId));
    expect(await isOn()).toBe(false);
    const row = await db
      .selectFrom('user')
      .select(['totpSealed', 'totpStep'])
      .where('id', '=', userId)
      .executeTakeFirst();
    expect(row).toEqual({ totpSealed: null, totpStep: null });
    const logged = await db
      .selectFrom('operationLog')
      .select(['title', 'diff', 'operName'])
      .where('bizKey', '=', `system.user:${userId}`)
      .where('method', '=', '/system/user/resetTotp')
      .where('status', '=', '0')
      .execute();
    expect(logged).toEqual([expect.objectContaining({ title: '停用两步验证', operName: founder.username })]);
    expect(JSON.parse(logged[0]?.diff ?? '')).toMatchObject([
      { field: 'totpEnabled', from: true, to: false },
    ]);
  });

  it('are locked after as many failures as the settings say', async () => {
    const { founder, db, clock, setSetting } = testConsole();
    const { userId, userName } = await testConsole().user();
    await db
      .insertInto('failureCount')
      .values({
        name: `login/pair/${userName}/192.0.2.9`,
        failures: 4,
        windowEndsAt: clock.now() + 600_000,
        blockedUntil: null,
      })
      .execute();
    const shown = () => get(founder, `/system/user/${userId}`);
    expect(await shown()).toMatchObject({ failCount: 4, lockUntil: null });
    await setSetting('sys.login.maxRetry', '4');
    expect(await shown()).toMatchObject({ failCount: 4, lockUntil: expect.stringMatching(/^2/) });
  });

  it('are logged with each changed field, masked', async () => {
    const { founder, role } = testConsole();
    const roleId = await role();
    const { userId } = await testConsole().user({ phonenumber: '13800001111' });
    ok(await edit(userId, { phonenumber: '13900002222', roleIds: [roleId] }));
    const [last] = await get(founder, `/system/user/${userId}/history`);
    expect(last.diff).toEqual(
      expect.arrayContaining([
        { field: 'phonenumber', label: '手机号码', from: '138****1111', to: '139****2222' },
        { field: 'roleIds', label: '角色', from: [], to: [roleId] },
      ]),
    );
  });

  it('have masked phone numbers without the permission, revealed one at a time, logged', async () => {
    const { signIn, db } = testConsole();
    const { userId } = await testConsole().user({ phonenumber: '13800001111' });
    const clerk = await signIn({ permissions: everything, maskScope: 3 });
    const { records } = await get(clerk, '/system/user/page', { pageSize: '100' });
    expect(records.find((row: { userId: number }) => row.userId === userId).phonenumber).toBe('138****1111');
    const shown = ok(
      await clerk.call('POST', `/system/user/${userId}/reveal`, { body: { field: 'phonenumber' } }),
    );
    expect(shown).toBe('13800001111');
    const logs = await db.selectFrom('operationLog').selectAll().where('businessType', '=', 10).execute();
    expect(logs).toHaveLength(1);
  });
});

describeSystem('a user with permissions for users only', (testConsole) => {
  const scene = async () => {
    const { dept, role, menus, founder, signIn, user, db } = testConsole();
    const north = await dept('北区');
    const team = await dept('一组', north);
    const south = await dept('南区');
    const small = await role({
      roleName: '值班员',
      dataScope: '5',
      menuIds: await menus('system:user:query'),
    });
    const big = await role({ roleName: '总管', dataScope: '1', menuIds: await menus('system:config:edit') });
    const { postId } = ok(
      await founder.call('POST', '/system/post', {
        body: { postCode: 'p1', postName: '站长', postSort: 1, status: '0' },
      }),
    );
    const clerk = await signIn({
      permissions: ['list', 'query', 'add', 'edit'].map((verb) => `system:user:${verb}`),
      dataScope: 4,
      deptId: north,
    });
    return { north, team, south, small, big, postId, clerk, user, db };
  };
  const titles = (options: readonly { title: string }[]) => options.map(({ title }) => title);

  it('is offered departments of the data scope as a tree, posts, and the roles they may assign', async () => {
    const { clerk, north, team, small } = await scene();
    expect(await get(clerk, '/system/dept/options')).toEqual([
      { id: north, title: '北区', parentId: 0 },
      { id: team, title: '一组', parentId: north },
    ]);
    expect(titles(await get(clerk, '/system/post/options'))).toEqual(['站长']);
    const roles = await get(clerk, '/system/role/options');
    expect(roles.find(({ id }: { id: number }) => id === small)).toMatchObject({ title: '值班员' });
    expect(titles(roles)).not.toContain('总管');
    expect(titles(roles)).not.toContain('超级管理员');
    const outcome403 = [
      await clerk.call('GET', '/system/role/page'),
      await clerk.call('GET', '/system/dept/list'),
      await clerk.call('GET', '/system/menu/options'),
      await clerk.call('GET', '/iot/company/options'),
    ];
    expect(outcome403.map(({ code }) => code)).toEqual([403, 403, 403, 403]);
  });

  it('is offered no disabled posts, roles and departments to select anew; those selected stay readable', async () => {
    const { founder, dept, role } = testConsole();
    const made: [string, number][] = [
      ['/system/dept', await dept('停用部')],
      ['/system/role', await role({ roleName: '停用角色' })],
      [
        '/system/post',
        ok(
          await founder.call('POST', '/system/post', {
            body: { postCode: 'off', postName: '停用岗', postSort: 1, status: '0' },
          }),
        ).postId,
      ],
    ];
    for (const [path, id] of made) {
      const idField = `${path.replace('/system/', '')}Id`;
      const ids = async (query: Record<string, string>) =>
        (await get(founder, `${path}/options`, query)).map((option: { id: number }) => option.id);
      expect(await ids({ enabled: '1' })).toContain(id);
      const { version } = await get(founder, `${path}/${id}`);
      ok(await founder.call('PUT', path, { body: { [idField]: id, version, status: '1' } }));
      expect(await ids({ enabled: '1' })).not.toContain(id);
      expect(await ids({ enabled: '1', keyword: '停用' })).toEqual([]);
      expect(await ids({ enabled: '1', keyword: 'tingyong' })).toEqual([]);
      // Filters of lists find them, and forms show those that a row has.
      expect(await ids({ keyword: '停用' })).toEqual([id]);
      expect(await ids({ enabled: '1', ids: String(id) })).toEqual([id]);
    }
  });

  it('is offered the only role they may assign among sixty others', async () => {
    const { db, menus, role } = testConsole();
    const { clerk, big } = await scene();
    const {
      roleSort: _,
      id: __,
      ...like
    } = await db.selectFrom('role').selectAll().where('id', '=', big).executeTakeFirstOrThrow();
    const [menuId] = await menus('system:config:edit');
    for (let at = 1; at <= 60; at += 1) {
      const { id } = await db
        .insertInto('role')
        .values({ ...like, roleKey: `big_${at}`, roleName: `主管${at}`, roleSort: 0 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('roleMenu')
        .values({ tenantId: like.tenantId, roleId: id, menuId: menuId! })
        .execute();
    }
    const last = await role({ roleName: '末位', roleSort: 9_999, dataScope: '5' });
    const offered = await get(clerk, '/system/role/options');
    expect(offered.find(({ id }: { id: number }) => id === last)).toMatchObject({ title: '末位' });
    expect(titles(offered).filter((title) => title.startsWith('主管'))).toEqual([]);
    expect(titles(await get(clerk, '/system/role/options', { keyword: 'mowei' }))).toEqual(['末位']);
    expect(await get(clerk, '/system/role/options', { keyword: '主管' })).toEqual([]);
    expect(await get(clerk, '/system/role/options', { ids: String(big) })).toEqual([]);
  });

  it('creates a user with department, post and role, and reads their names', async () => {
    const { clerk, team, small, postId } = await scene();
    const values = { deptId: team, postIds: [postId], roleIds: [small] };
    const { userId } = ok(
      await clerk.call('POST', '/system/user', {
        body: { userName: 'new_person', nickName: '新人', status: '0', ...values },
      }),
    );
    expect(await get(clerk, `/system/user/${userId}`)).toMatchObject({
      ...values,
      titles: {
        deptId: [{ id: team, title: '一组' }],
        postIds: [{ id: postId, title: '站长' }],
        roleIds: [{ id: small, title: '值班员' }],
      },
    });
  });

  it('reads the name of an assigned role, and cannot assign it', async () => {
    const { clerk, north, big, user } = await scene();
    const { userId } = await user({ deptId: north, roleIds: [big] });
    const row = await get(clerk, `/system/user/${userId}`);
    expect(titles(row.titles.roleIds)).toEqual(['总管']);
    const body = { userName: 'other_one', nickName: '另一个', status: '0', deptId: north, roleIds: [big] };
    expect((await clerk.call('POST', '/system/user', { body })).code).toBe(403);
  });
});

describeSystemOnBoth('imported users', (testConsole) => {
  const file = (text: string) => ({ name: 'people.csv', type: 'text/csv', bytes: Buffer.from(text) });
  const bring = async (text: string) =>
    ok(await testConsole().founder.call('POST', '/system/user/importData', { file: file(text), form: {} }));

  it('have no password, and are listed so that each can be given one', async () => {
    const { founder, db } = testConsole();
    const result = await bring('用户账号,用户昵称\nfile_one,张三\nfile_two,李四\n');
    expect(result).toMatchObject({ created: 2, errors: [] });
    const people = await db
      .selectFrom('user')
      .select(['id', 'passwordHash'])
      .where('username', 'like', 'file_%')
      .orderBy('id')
      .execute();
    expect(people.map(({ passwordHash }) => passwordHash)).toEqual([null, null]);
    expect(result.createdIds).toEqual(people.map(({ id }) => id));
    const made = ok(await founder.call('PUT', '/system/user/resetPwd', { body: { id: people[0]!.id } }));
    expect(made).toEqual({
      userName: 'file_one',
      nickName: '张三',
      password: expect.any(String),
      validUntil: expect.any(String),
    });
    const signedIn = await testConsole().anonymous.call('POST', '/login', {
      body: { accountNo: 'file_one', password: made.password, rememberMe: false },
    });
    expect(signedIn.code).toBe(20001);
    expect(JSON.stringify(await db.selectFrom('operationLog').selectAll().execute())).not.toContain(
      made.password,
    );
  });

  it('are logged as one import with its counts, and each in its own history', async () => {
    const { founder } = testConsole();
    const { createdIds } = await bring('用户账号,用户昵称\nfile_one,张三\nfile_two,李四\n');
    const { records, total } = await get(founder, '/monitor/operlog/page', { title: '用户' });
    expect(total).toBe(1);
    expect(records[0]).toMatchObject({ title: '用户', businessType: '6', bizKey: null });
    const { operParam, traceId } = await get(founder, `/monitor/operlog/${records[0].operId}`);
    expect(JSON.parse(operParam)).toMatchObject({
      file: 'people.csv',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      total: 2,
      created: 2,
      updated: 0,
      skipped: 0,
    });
    const [change] = await get(founder, `/system/user/${createdIds[1]}/history`);
    expect(change).toMatchObject({ businessType: 6, operName: 'founder' });
    expect(change.diff).toContainEqual({ field: 'nickName', label: '用户昵称', from: null, to: '李四' });
    const parts = await get(founder, '/monitor/operlog/page', { traceId });
    expect(parts.total).toBe(3);
    expect(await get(founder, '/monitor/operlog/verify')).toMatchObject({ isIntact: true, checked: 3 });
  });
});

describeSystemOnBoth('an invalid filter', (testConsole) => {
  it.each([
    ['deptId', 'abc', '所属部门的类型不正确'],
    ['status', '7', '状态的类型不正确'],
    ['orderByColumn', 'passwordHash', '不支持的排序方式'],
    ['ids', 'x', '编号不正确'],
  ])('%s=%s: %s', async (name, value, message) => {
    const answer = await testConsole().founder.call('GET', '/system/user/page', { query: { [name]: value } });
    expect(outcome(answer)).toEqual([40000, message]);
  });

  it.each([
    ['GET', '/monitor/operlog/clean', { query: { days: 'x' } }],
    ['PUT', '/system/user/resetPwd', { body: { id: 'x' } }],
    ['PUT', '/system/user/resetPwd', { body: {} }],
    ['PUT', '/system/dept/updateSort', { body: [{ deptId: 1, orderNum: -4 }] }],
    ['POST', '/iot/camera/check', { body: { id: 'not hex' } }],
  ])('%s %s is reported with a message that does not reveal the validation', async (method, path, init) => {
    const { code, text } = await testConsole().founder.call(method === 'GET' ? 'DELETE' : method, path, init);
    expect(code).toBe(40000);
    expect(text).not.toMatch(/正则|regex|pattern|expected|期望|无效|Invalid|\^\[|zod/i);
  });
});

describeSystemOnBoth('a disabled department, role or post', (testConsole) => {
  const disabled = async () => {
    const { founder, dept, role } = testConsole();
    const deptId = await dept('旧部');
    const roleId = await role();
    const post = { postCode: 'old', postName: '旧岗', postSort: 1, status: '0' };
    const { postId } = ok(await founder.call('POST', '/system/post', { body: post }));
    const { userId } = await testConsole().user({ deptId, roleIds: [roleId], postIds: [postId] });
    const disable = async (path: string, body: object) =>
      ok(await founder.call('PUT', path, { body: { ...body, version: 1, status: '1' } }));
    await disable('/system/dept', { deptId });
    await disable('/system/role', { roleId });
    await disable('/system/post', { postId });
    return { userId, chosen: { deptId, roleIds: [roleId], postIds: [postId] } };
  };
  const messages = [
    ['deptId', '所属部门已停用'],
    ['roleIds', '角色已停用'],
    ['postIds', '岗位已停用'],
  ];
  const faults = ({ errors }: { errors: readonly { path: string; message: string }[] }) =>
    errors.map(({ path, message }) => [path, message]);

  it('cannot be selected for a new user', async () => {
    const { chosen } = await disabled();
    const body = { userName: 'newcomer', nickName: '新人', status: '0', ...chosen };
    const answer = await testConsole().founder.call('POST', '/system/user', { body });
    expect(answer.code).toBe(40000);
    expect(faults(answer)).toEqual(expect.arrayContaining(messages));
  });

  it('cannot be selected for another user, one at a time or in a batch', async () => {
    const { chosen } = await disabled();
    const { founder, user } = testConsole();
    const { userId } = await user();
    const body = { userId, version: 1, ...chosen };
    const answer = await founder.call('PUT', '/system/user', { body });
    expect(faults(answer)).toEqual(expect.arrayContaining(messages));
    const batch = ok(
      await founder.call('PUT', '/system/user/batch', {
        body: [{ userId, version: 1, deptId: chosen.deptId }],
      }),
    );
    expect(batch.refused).toMatchObject([{ id: userId, message: messages[0]![1] }]);
  });

  it('stays with the user who has it', async () => {
    const { userId, chosen } = await disabled();
    const { founder } = testConsole();
    const { version } = await get(founder, `/system/user/${userId}`);
    ok(await founder.call('PUT', '/system/user', { body: { userId, version, nickName: '老人', ...chosen } }));
    expect(await get(founder, `/system/user/${userId}`)).toMatchObject({ nickName: '老人', ...chosen });
  });

  it('cannot be given from the page of the role', async () => {
    const { chosen } = await disabled();
    const { founder, user } = testConsole();
    const { userId } = await user();
    const body = { roleId: chosen.roleIds[0], userIds: [userId] };
    const answer = await founder.call('PUT', '/system/role/authUser/selectAll', { body });
    expect(outcome(answer)).toEqual(['U0200', '角色已停用']);
  });
});
