/** Setting a field of several rows in one call follows the same rules as editing each of them. */
import { expect } from 'expect';
import { it } from 'vitest';
import { bulkFields } from '../../lib/contracts/admin/bulk-fields.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import type { ConsoleClient } from '../kit/console.ts';
import {
  describeSystem,
  describeSystemOnBoth,
  get,
  ok,
  outcome,
  type SystemConsole,
  withVersions,
} from '../kit/system-console.ts';

/** Of the rows as they are now. */
const putBatch = async (
  { db }: SystemConsole,
  client: ConsoleClient,
  table: 'user' | 'role',
  changes: readonly object[],
) => client.call('PUT', `/system/${table}/batch`, { body: await withVersions(db, table, changes) });

describeSystem('a field of several rows', (testConsole) => {
  it('is changed in each row, with one entry of the log per row', async () => {
    const { founder, user, dept, db } = testConsole();
    const north = await dept('北区');
    const ids = [(await user()).userId, (await user()).userId];
    const before = await db.selectFrom('operationLog').select('id').execute();
    const body = ids.map((userId) => ({ userId, deptId: north }));
    expect(ok(await putBatch(testConsole(), founder, 'user', body))).toEqual({ done: ids, refused: [] });
    for (const id of ids) expect(await get(founder, `/system/user/${id}`)).toMatchObject({ deptId: north });
    expect(await db.selectFrom('operationLog').select('id').execute()).toHaveLength(before.length + 2);
  });

  it('needs the permission, and is changed in rows of the data scope only', async () => {
    const { founder, user, dept, signIn } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const [near, far] = [await user({ deptId: north }), await user({ deptId: south })];
    const body = [near, far].map(({ userId }) => ({ userId, remark: '夜班' }));
    const reader = await signIn({ permissions: ['system:user:list'] });
    expect((await putBatch(testConsole(), reader, 'user', body)).code).toBe(403);
    const clerk = await signIn({
      permissions: ['system:user:list', 'system:user:edit'],
      dataScope: 3,
      deptId: north,
    });
    expect(ok(await putBatch(testConsole(), clerk, 'user', body))).toEqual({
      done: [near.userId],
      refused: [{ id: far.userId, code: 404, message: '访问资源不存在' }],
    });
    expect((await get(founder, `/system/user/${near.userId}`)).remark).toBe('夜班');
    expect((await get(founder, `/system/user/${far.userId}`)).remark).toBeNull();
    // A department outside the data scope cannot be assigned either.
    const moved = ok(await putBatch(testConsole(), clerk, 'user', [{ userId: near.userId, deptId: south }]));
    expect(moved).toMatchObject({ done: [], refused: [{ id: near.userId }] });
    expect((await get(founder, `/system/user/${near.userId}`)).deptId).toBe(north);
  });

  it('is validated, and other fields are ignored', async () => {
    const { founder, user } = testConsole();
    const { userId } = await user();
    const send = (changes: readonly object[]) => putBatch(testConsole(), founder, 'user', changes);
    expect(outcome(await send([{ userId, remark: 'x'.repeat(501) }]))[0]).toBe(40000);
    expect((await send([])).code).toBe(40000);
    expect((await send([{ userId }, { userId }])).code).toBe(40000);
    expect((await send(Array.from({ length: 101 }, (_, at) => ({ userId: at + 1 })))).code).toBe(40000);
    const unread = await founder.call('PUT', '/system/user/batch', { body: [{ userId, remark: '备注' }] });
    expect(outcome(unread)).toEqual([40000, '缺少版本号']);
    ok(await send([{ userId, nickName: '改名', userName: 'other', remark: '备注' }]));
    expect(await get(founder, `/system/user/${userId}`)).toMatchObject({ nickName: '某人', remark: '备注' });
  });

  it('is not changed in a protected row', async () => {
    const { founder, role } = testConsole();
    const roleId = await role();
    const { records } = await get(founder, '/system/role/page', { roleKey: 'admin' });
    const admin = (records as { roleId: number }[])[0]!.roleId;
    const body = [admin, roleId].map((id) => ({ roleId: id, remark: '值班' }));
    expect(ok(await putBatch(testConsole(), founder, 'role', body))).toEqual({
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

describeSystemOnBoth('related rows of several users', (testConsole) => {
  it('are replaced in each user, with one entry of the log per user, and restored by the values of the list', async () => {
    const { founder, user, role, db } = testConsole();
    const [old, fresh] = [await role(), await role()];
    const { postId } = ok(
      await founder.call('POST', '/system/post', {
        body: { postCode: 'night', postName: '夜班', postSort: 1, status: '0' },
      }),
    );
    const ids = [(await user({ roleIds: [old] })).userId, (await user({ roleIds: [old, fresh] })).userId];
    const listed = async () => {
      const { records } = await get(founder, '/system/user/page');
      return (records as { userId: number; roleIds: number[]; postIds: number[] }[])
        .filter(({ userId }) => ids.includes(userId))
        .sort((one, other) => one.userId - other.userId)
        .map(({ userId, roleIds, postIds }) => ({ userId, roleIds, postIds }));
    };
    const before = await listed();
    const entries = await db.selectFrom('operationLog').select('id').execute();
    const body = ids.map((userId) => ({ userId, roleIds: [fresh], postIds: [postId] }));
    expect(ok(await putBatch(testConsole(), founder, 'user', body))).toEqual({ done: ids, refused: [] });
    expect(await listed()).toEqual(ids.map((userId) => ({ userId, roleIds: [fresh], postIds: [postId] })));
    expect(await db.selectFrom('operationLog').select('id').execute()).toHaveLength(entries.length + 2);
    ok(await putBatch(testConsole(), founder, 'user', before));
    expect(await listed()).toEqual(before);
  });

  it('are checked for each user and each role as in an edit of that user alone', async () => {
    const { founder, user, role, dept, menus, signIn, db } = testConsole();
    const north = await dept('北区');
    const south = await dept('南区');
    const grants = (...names: string[]) => menus(...names.map((name) => `system:${name}`));
    const small = await role({ dataScope: '5', menuIds: await grants('user:query') });
    const big = await role({ dataScope: '1', menuIds: await grants('config:edit') });
    const clerk = await signIn({
      permissions: ['system:user:list', 'system:user:query', 'system:user:edit', 'system:role:list'],
      dataScope: 3,
      deptId: north,
    });
    const near = (await user({ deptId: north })).userId;
    const far = (await user({ deptId: south })).userId;
    const boss = (await user({ deptId: north, roleIds: [big] })).userId;
    const root = founder.userId;
    const all = [near, far, boss, root, clerk.userId];
    const rolesOf = async () =>
      (await db.selectFrom('userRole').select(['userId', 'roleId']).execute())
        .filter(({ userId }) => all.includes(userId))
        .map(({ userId, roleId }) => `${userId} ${roleId}`)
        .sort();
    for (const [roleIds, done] of [
      [[big], []],
      [[small, big], []],
      [[2_000_000_000], []],
      [[small], [near]],
    ] as const) {
      const before = await rolesOf();
      const body = all.map((userId) => ({ userId, roleIds }));
      const answer = ok(await putBatch(testConsole(), clerk, 'user', body));
      expect({ roleIds, done: answer.done }).toEqual({ roleIds, done });
      const refused = answer.refused as { id: number; code: number | string; message: string }[];
      for (const { id, code, message } of refused) {
        const { version } = await db
          .selectFrom('user')
          .select('version')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const alone = await clerk.call('PUT', '/system/user', { body: { userId: id, version, roleIds } });
        expect({ id, refusal: [code, message] }).toEqual({ id, refusal: outcome(alone) });
      }
      expect(refused.map(({ id }) => id)).toEqual(
        all.filter((id) => !(done as readonly number[]).includes(id)),
      );
      expect(await rolesOf()).toEqual(done.length > 0 ? [...before, `${near} ${small}`].sort() : before);
    }
    // A role that a user already has stays allowed, as in the form of that user.
    const kept = (await user({ deptId: north, roleIds: [small] })).userId;
    const again = await putBatch(testConsole(), clerk, 'user', [{ userId: kept, roleIds: [] }]);
    expect(ok(again)).toEqual({ done: [kept], refused: [] });
  });
});
