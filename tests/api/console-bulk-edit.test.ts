/** Setting a field of several rows in one call follows the same rules as editing each of them. */
import { expect, it } from '@jest/globals';
import { bulkFields } from '../../lib/contracts/admin/bulk-fields.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { describeSystem, get, ok, outcome } from '../kit/system-console.ts';

describeSystem('a field of several rows', (testConsole) => {
  it('is changed in each row, with one entry of the log per row', async () => {
    const { founder, user, dept, db } = testConsole();
    const north = await dept('北区');
    const ids = [(await user()).userId, (await user()).userId];
    const before = await db.selectFrom('operationLog').select('id').execute();
    const body = ids.map((userId) => ({ userId, deptId: north }));
    expect(ok(await founder.call('PUT', '/system/user/batch', { body }))).toEqual({ done: ids, refused: [] });
    for (const id of ids) expect(await get(founder, `/system/user/${id}`)).toMatchObject({ deptId: north });
    expect(await db.selectFrom('operationLog').select('id').execute()).toHaveLength(before.length + 2);
  });

  it('needs the permission, and is changed in rows of the data scope only', async () => {
    const { founder, user, dept, signIn } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const [near, far] = [await user({ deptId: north }), await user({ deptId: south })];
    const body = [near, far].map(({ userId }) => ({ userId, remark: '夜班' }));
    const reader = await signIn({ permissions: ['system:user:list'] });
    expect((await reader.call('PUT', '/system/user/batch', { body })).code).toBe(403);
    const clerk = await signIn({
      permissions: ['system:user:list', 'system:user:edit'],
      dataScope: 3,
      deptId: north,
    });
    expect(ok(await clerk.call('PUT', '/system/user/batch', { body }))).toEqual({
      done: [near.userId],
      refused: [{ id: far.userId, code: 404, message: '访问资源不存在' }],
    });
    expect((await get(founder, `/system/user/${near.userId}`)).remark).toBe('夜班');
    expect((await get(founder, `/system/user/${far.userId}`)).remark).toBeNull();
    // A department outside the data scope cannot be assigned either.
    const moved = ok(
      await clerk.call('PUT', '/system/user/batch', { body: [{ userId: near.userId, deptId: south }] }),
    );
    expect(moved).toMatchObject({ done: [], refused: [{ id: near.userId }] });
    expect((await get(founder, `/system/user/${near.userId}`)).deptId).toBe(north);
  });

  it('is validated, and other fields are ignored', async () => {
    const { founder, user } = testConsole();
    const { userId } = await user();
    const send = (body: unknown) => founder.call('PUT', '/system/user/batch', { body });
    expect(outcome(await send([{ userId, remark: 'x'.repeat(501) }]))[0]).toBe(40000);
    expect((await send([])).code).toBe(40000);
    expect((await send([{ userId }, { userId }])).code).toBe(40000);
    expect((await send(Array.from({ length: 101 }, (_, at) => ({ userId: at + 1 })))).code).toBe(40000);
    ok(await send([{ userId, nickName: '改名', userName: 'other', remark: '备注' }]));
    expect(await get(founder, `/system/user/${userId}`)).toMatchObject({ nickName: '某人', remark: '备注' });
  });

  it('is not changed in a protected row', async () => {
    const { founder, role } = testConsole();
    const roleId = await role();
    const { records } = await get(founder, '/system/role/page', { roleKey: 'admin' });
    const admin = (records as { roleId: number }[])[0]!.roleId;
    const body = [admin, roleId].map((id) => ({ roleId: id, remark: '值班' }));
    expect(ok(await founder.call('PUT', '/system/role/batch', { body }))).toEqual({
      done: [roleId],
      refused: [{ id: admin, code: 'U0200', message: '不允许操作超级管理员角色' }],
    });
  });

  it('is returned by lists, so that a change can be undone', async () => {
    const { founder, dept, user, role } = testConsole();
    await dept('北区');
    await user();
    await role();
    for (const definition of Object.values(resources)) {
      const names = bulkFields(definition).map(([name]) => name);
      if (names.length === 0) continue;
      const answer = await get(founder, `${definition.base}/page`);
      const [row] = answer.records as object[];
      if (row)
        expect([definition.key, Object.keys(row)]).toEqual([definition.key, expect.arrayContaining(names)]);
    }
  });
});
