import { expect } from 'expect';
import { it } from 'vitest';
import { describeSystem, get, ok, outcome } from '../kit/system-console.ts';

describeSystem('roles', (testConsole) => {
  it('reserve admin and ROLE_DEFAULT', async () => {
    const { founder } = testConsole();
    for (const roleKey of ['admin', 'ADMIN', 'ROLE_DEFAULT', 'role_default']) {
      const body = { roleName: `名${roleKey}`, roleKey, roleSort: 1, status: '0' };
      expect(outcome(await founder.call('POST', '/system/role', { body }))).toEqual([
        40000,
        '该权限字符为系统保留',
      ]);
    }
  });

  it('for administrators cannot be changed: 不允许操作超级管理员角色', async () => {
    const { founder, db } = testConsole();
    const { id: roleId, version } = await db
      .selectFrom('role')
      .select(['id', 'version'])
      .where('roleKey', '=', 'admin')
      .executeTakeFirstOrThrow();
    const bodies = [
      ['PUT', '/system/role', { roleId, version, roleName: '别名' }],
      ['PUT', '/system/role/changeStatus', { roleId, version, status: '1' }],
      ['PUT', '/system/role/dataScope', { roleId, version, dataScope: '5' }],
      ['PUT', '/system/role/maskScope', { roleId, version, maskScope: '3' }],
    ] as const;
    for (const [method, path, body] of bodies) {
      expect(outcome(await founder.call(method, path, { body }))).toEqual([
        'U0200',
        '不允许操作超级管理员角色',
      ]);
    }
    expect((await founder.call('DELETE', `/system/role/${roleId}`)).code).toBe('U0200');
  });

  it('are created with menus, data scope and masking in one call and one entry of the log, or not at all', async () => {
    const { founder, menus, signIn, db } = testConsole();
    const menuIds = await menus('system:post:list');
    const body = {
      ...{ roleName: '值班', roleKey: 'watch', roleSort: 1, status: '0', menuIds, menuCheckStrictly: false },
      ...{ dataScope: '2', deptIds: [1], deptCheckStrictly: true, maskScope: '2', maskFields: ['phone'] },
    };
    const entries = async () =>
      (await get(founder, '/monitor/operlog/page', { bizName: '值班' })).records as { operId: number }[];
    const rows = async () => {
      const counts = await Promise.all(
        (['role', 'roleMenu', 'roleDept'] as const).map((table) =>
          db
            .selectFrom(table)
            .select((build) => build.fn.countAll().as('count'))
            .executeTakeFirstOrThrow(),
        ),
      );
      return counts.map(({ count }) => Number(count));
    };
    // May add roles, but does not have the permission itself.
    const clerk = await signIn({ permissions: ['system:role:add'] });
    const before = await rows();
    expect((await clerk.call('POST', '/system/role', { body })).code).toBe(403);
    expect(outcome(await founder.call('POST', '/system/role', { body: { ...body, deptIds: [99] } }))[0]).toBe(
      40000,
    );
    expect(await rows()).toEqual(before);

    const { roleId } = ok(await founder.call('POST', '/system/role', { body }));
    expect(await get(founder, `/system/role/${roleId}`)).toMatchObject(body);
    const logged = await entries();
    expect(logged).toHaveLength(1);
    const { diff } = await get(founder, `/monitor/operlog/${logged[0]?.operId}`);
    const fields = (diff as { field: string; to: unknown }[]).map(({ field }) => field);
    expect(fields).toEqual(
      expect.arrayContaining(['roleName', 'menuIds', 'dataScope', 'deptIds', 'maskScope', 'maskFields']),
    );
  });

  it('grant the permissions of their menus from the next call on', async () => {
    const { founder, role, menus, signIn } = testConsole();
    const roleId = await role();
    const clerk = await signIn({ noRole: true, roles: [roleId] });
    expect((await clerk.call('GET', '/system/post/page')).code).toBe(403);
    const { version } = await get(founder, `/system/role/${roleId}`);
    const menuIds = await menus('system:post:list');
    ok(await founder.call('PUT', '/system/role', { body: { roleId, version, menuIds } }));
    expect((await clerk.call('GET', '/system/post/page')).code).toBe(20001);
    expect(await get(founder, `/system/role/${roleId}`)).toMatchObject({ menuIds, userCount: 1 });
    expect(await get(founder, `/system/menu/roleMenuTreeselect/${roleId}`)).toMatchObject({
      checkedKeys: menuIds,
    });
    ok(
      await founder.call('PUT', '/system/role/changeStatus', {
        body: { roleId, version: version + 1, status: '1' },
      }),
    );
    expect((await clerk.call('GET', '/system/post/page')).code).toBe(403);
  });

  it('apply to signed-in users from the next call on, when they are assigned and removed', async () => {
    const { founder, role, menus, signIn } = testConsole();
    const roleId = await role({ menuIds: await menus('system:post:list') });
    const clerk = await signIn({ noRole: true, roles: [await role()] });
    const { userId } = clerk;
    const status = async () => (await clerk.call('GET', '/system/post/page')).code;
    const change = async (call: string, body: object) => {
      ok(await founder.call('PUT', `/system/role/authUser/${call}`, { body: { roleId, ...body } }));
      return status();
    };
    expect(await status()).toBe(403);
    expect(await change('selectAll', { userIds: [userId] })).toBe(20001);
    expect(await change('cancel', { userId })).toBe(403);
    expect(await change('selectAll', { userIds: [userId] })).toBe(20001);
    expect(await change('cancelAll', { userIds: [userId] })).toBe(403);
  });

  it('cannot be deleted while assigned: the number of users, and where they are', async () => {
    const { founder, role, user } = testConsole();
    const roleId = await role({ roleName: '值班员' });
    await user({ roleIds: [roleId] });
    const removed = await founder.call('DELETE', `/system/role/${roleId}`);
    expect(outcome(removed)).toEqual(['U0200', '值班员已分配给 1 个用户，不能删除']);
    expect(removed.links).toEqual([{ text: '用户（1）', address: `/system/role/authUser?roleId=${roleId}` }]);
  });

  it('have data scope and mask scope set by separate calls', async () => {
    const { founder, role, dept } = testConsole();
    const roleId = await role();
    const north = await dept('北区');
    ok(
      await founder.call('PUT', '/system/role/dataScope', {
        body: { roleId, dataScope: '2', deptIds: [north], version: 1 },
      }),
    );
    expect(await get(founder, `/system/role/${roleId}`)).toMatchObject({ dataScope: '2', deptIds: [north] });
    expect(await get(founder, `/system/role/deptTree/${roleId}`)).toMatchObject({ checkedKeys: [north] });
    const stale = await founder.call('PUT', '/system/role/maskScope', {
      body: { roleId, maskScope: '2', maskFields: ['phone'], version: 1 },
    });
    expect(outcome(stale)).toEqual(['U0210', '您已在其他窗口修改了此数据，请刷新后重试']);
    ok(
      await founder.call('PUT', '/system/role/maskScope', {
        body: { roleId, maskScope: '2', maskFields: ['phone'], version: 2 },
      }),
    );
    const unread = await founder.call('PUT', '/system/role/dataScope', { body: { roleId, dataScope: '5' } });
    expect(unread.code).toBe(40000);
    // Changing the data scope removes the departments that belong to the previous one.
    ok(
      await founder.call('PUT', '/system/role/dataScope', {
        body: { roleId, dataScope: '5', deptIds: [north], version: 3 },
      }),
    );
    expect(await get(founder, `/system/role/${roleId}`)).toMatchObject({
      dataScope: '5',
      deptIds: [],
      maskScope: '2',
      maskFields: ['phone'],
    });
  });

  it('list assigned and unassigned users, and are assigned and removed, logged as a grant', async () => {
    const { founder, role, user, db } = testConsole();
    const roleId = await role();
    const [a, b] = [await user(), await user({ phonenumber: '13800002222' })];
    const names = async (list: string, query: object = {}) =>
      (
        await get(founder, `/system/role/authUser/${list}`, {
          roleId: String(roleId),
          pageSize: '100',
          ...query,
        })
      ).records.map((row: { userId: number }) => row.userId);
    expect(await names('allocatedList')).toEqual([]);
    ok(
      await founder.call('PUT', '/system/role/authUser/selectAll', {
        body: { roleId, userIds: [a.userId, b.userId] },
      }),
    );
    expect(await names('allocatedList')).toEqual([a.userId, b.userId]);
    expect(await names('allocatedList', { phonenumber: '13800002222' })).toEqual([b.userId]);
    expect(await names('unallocatedList')).not.toContain(a.userId);
    ok(await founder.call('PUT', '/system/role/authUser/cancel', { body: { roleId, userId: a.userId } }));
    ok(
      await founder.call('PUT', '/system/role/authUser/cancelAll', { body: { roleId, userIds: [b.userId] } }),
    );
    expect(await names('allocatedList')).toEqual([]);
    const grants = await db
      .selectFrom('operationLog')
      .select('bizKey')
      .where('businessType', '=', 4)
      .execute();
    expect(grants).toHaveLength(4);
    const roles = await get(founder, `/system/user/authRole/${a.userId}`);
    expect(roles.roles.find((one: { roleId: number }) => one.roleId === roleId)).toMatchObject({
      flag: false,
      assignable: true,
    });
    const give = (version?: number) =>
      founder.call('PUT', `/system/user/authRole/${a.userId}`, { body: { roleIds: [roleId], version } });
    expect((await give()).code).toBe(40000);
    const { version } = roles.user;
    ok(await give(version));
    expect((await give(version)).code).toBe('U0210');
    expect(await names('allocatedList')).toEqual([a.userId]);
  });
});
