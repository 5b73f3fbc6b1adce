import { expect } from 'expect';
import { it } from 'vitest';
import { expectCleanHtml } from '../kit/html-suite.ts';
import { describeSystem, get, ok, outcome } from '../kit/system-console.ts';

const all = ['list', 'query', 'add', 'edit', 'remove'].map((verb) => `system:notice:${verb}`);

describeSystem('notices', (testConsole) => {
  const add = async (values: object = {}, client = testConsole().founder): Promise<number> =>
    ok(
      await client.call('POST', '/system/notice', {
        body: { noticeTitle: '停机', noticeType: '1', noticeContent: '<p>今晚</p>', status: '0', ...values },
      }),
    ).noticeId;
  const seen = async (client: Parameters<typeof get>[0], query: Record<string, string> = {}) =>
    (
      await get(client, '/system/notice/list', { pageNum: '1', pageSize: '5', status: '0', ...query })
    ).records.map((row: { noticeId: number }) => row.noticeId);

  it('are shown to everybody if open, published and not expired, newest first, pinned ones before all', async () => {
    const { signIn } = testConsole();
    const unprivileged = await signIn({ noRole: true });
    const first = await add();
    const top = await add({ isTop: '1' });
    await add({ status: '1' });
    await add({ publishTime: '2999-01-01 00:00:00' });
    await add({ expireTime: '2001-01-01 00:00:00' });
    const last = await add({ noticeTitle: '后来' });
    expect(await seen(unprivileged)).toEqual([top, last, first]);
    expect(await seen(unprivileged, { noticeType: '2' })).toEqual([]);
    expect(await seen(unprivileged, { status: '1' })).toEqual([]);
  });

  it('have a publication time, also without an explicit one, and none while they are closed', async () => {
    const { founder } = testConsole();
    const timeOf = async (id: number) => (await get(founder, `/system/notice/${id}`)).publishTime;
    expect(await timeOf(await add())).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await timeOf(await add({ status: '1' }))).toBeNull();
    expect(await timeOf(await add({ publishTime: '2999-01-01 00:00:00' }))).toBe('2999-01-01 00:00:00');
  });

  it('are paged for the bell: records and total', async () => {
    const { signIn } = testConsole();
    const unprivileged = await signIn({ noRole: true });
    for (let number = 1; number <= 7; number += 1) await add({ noticeTitle: `第${number}条` });
    const second = await get(unprivileged, '/system/notice/list', {
      pageNum: '2',
      pageSize: '5',
      status: '0',
      noticeType: '1',
    });
    expect([second.total, second.records.length, second.pageNum, second.pageSize]).toEqual([7, 2, 2, 5]);
    expect(second.records[1]).toMatchObject({
      noticeTitle: '第1条',
      noticeContent: '<p>今晚</p>',
      read: false,
    });
  });

  it('reach departments and subdepartments, roles, or users, and nobody else', async () => {
    const { signIn, dept, role } = testConsole();
    const north = await dept('北区');
    const team = await dept('一组', north);
    const south = await dept('南区');
    const roleId = await role();
    const inTeam = await signIn({ noRole: true, deptId: team });
    const inSouth = await signIn({ noRole: true, deptId: south, roles: [roleId] });
    const toNorth = await add({ targetType: '1', targetIds: [north] });
    const toRole = await add({ targetType: '2', targetIds: [roleId] });
    const toOne = await add({ targetType: '3', targetIds: [inSouth.userId] });
    expect(await seen(inTeam)).toEqual([toNorth]);
    expect(await seen(inSouth)).toEqual([toOne, toRole]);
    expect((await inTeam.call('GET', `/system/notice/${toOne}`)).code).toBe(404);
    expect((await inSouth.call('GET', `/system/notice/${toOne}`)).data).toMatchObject({
      noticeTitle: '停机',
    });
    expect(
      outcome(
        await testConsole().founder.call('POST', '/system/notice', {
          body: { noticeTitle: 'x', noticeType: '1', status: '0', targetType: '1', targetIds: [] },
        }),
      ),
    ).toEqual([40000, '请选择接收对象']);
    expect(
      outcome(
        await testConsole().founder.call('POST', '/system/notice', {
          body: { noticeTitle: 'x', noticeType: '1', status: '0', targetType: '3', targetIds: [999_999] },
        }),
      ),
    ).toEqual([40000, '接收对象不存在']);
  });

  it('that are drafts return 404 without the permission to manage notices', async () => {
    const { signIn, founder } = testConsole();
    const unprivileged = await signIn({ noRole: true });
    const later = await add({ publishTime: '2999-01-01 00:00:00' });
    const closed = await add({ status: '1' });
    for (const id of [later, closed, 999_999]) {
      expect((await unprivileged.call('GET', `/system/notice/${id}`)).code).toBe(404);
    }
    expect(await get(founder, `/system/notice/${closed}`)).toMatchObject({
      status: '1',
      version: 1,
      targetType: '0',
      targetIds: [],
    });
    expect((await unprivileged.call('GET', '/system/notice/page')).code).toBe(403);
  });

  it('are counted if unread, by type, and marked as read once', async () => {
    const { signIn, founder } = testConsole();
    const reader = await signIn({ noRole: true });
    const [a, b] = [await add(), await add()];
    const c = await add({ noticeType: '2' });
    const foreign = await add({ targetType: '3', targetIds: [founder.userId] });
    expect(await get(reader, '/system/notice/unreadCount')).toEqual({
      ...{ total: 3, types: { '1': 2, '2': 1 }, messages: 0 },
    });
    ok(await reader.call('POST', '/system/notice/markRead', { body: { ids: [a, foreign] } }));
    ok(await reader.call('POST', '/system/notice/markRead', { body: { ids: [a] } }));
    expect(await get(reader, '/system/notice/unreadCount')).toMatchObject({
      total: 2,
      types: { '1': 1, '2': 1 },
    });
    ok(await reader.call('POST', '/system/notice/markReadAll', { body: { noticeType: '1' } }));
    expect(await get(reader, '/system/notice/unreadCount')).toMatchObject({ total: 1, types: { '2': 1 } });
    ok(await reader.call('POST', '/system/notice/markReadAll'));
    expect((await get(reader, '/system/notice/unreadCount')).total).toBe(0);
    const readers = await get(founder, `/system/notice/${b}/readers`);
    expect(readers).toMatchObject({ total: 1, records: [{ userId: reader.userId }] });
    const named = (userName: string) => get(founder, `/system/notice/${b}/readers`, { userName });
    expect(await named(reader.username.slice(1))).toMatchObject({ total: 1 });
    expect(await named('nobody')).toMatchObject({ total: 0 });
    expect(await get(founder, `/system/notice/${foreign}/readers`)).toMatchObject({ total: 0 });
    const { records } = await get(founder, '/system/notice/page');
    expect(records.find((row: { noticeId: number }) => row.noticeId === c)).toMatchObject({ readCount: 1 });
    expect(records[0].noticeContent).toBeUndefined();
  });

  it('have sanitized HTML when written and when read', async () => {
    const { founder, db, signIn } = testConsole();
    const unprivileged = await signIn({ noRole: true });
    let id = 0;
    const ofNotice = () => db.selectFrom('notice').select('noticeContent').where('id', '=', id);
    await expectCleanHtml({
      async write(noticeContent) {
        id = await add({ noticeContent });
      },
      stored: async () => (await ofNotice().executeTakeFirstOrThrow()).noticeContent,
      async overwrite(noticeContent) {
        await db.updateTable('notice').set({ noticeContent }).where('id', '=', id).execute();
      },
      read: async () => [
        (await get(unprivileged, '/system/notice/list')).records[0].noticeContent,
        (await get(unprivileged, `/system/notice/${id}`)).noticeContent,
        (await get(founder, `/system/notice/${id}`)).noticeContent,
      ],
    });
  });

  it('are managed within the data scope, changed by version, deleted and restored', async () => {
    const { signIn, dept } = testConsole();
    const [north, south] = [await dept('北区'), await dept('南区')];
    const clerk = await signIn({ permissions: all, deptId: north, dataScope: 3 });
    const other = await signIn({ permissions: all, deptId: south, dataScope: 3 });
    const id = await add({}, clerk);
    const closed = { noticeId: id, version: 1, status: '1' };
    expect((await other.call('PUT', '/system/notice/changeStatus', { body: closed })).code).toBe(404);
    ok(await clerk.call('PUT', '/system/notice/changeStatus', { body: closed }));
    expect(outcome(await clerk.call('PUT', '/system/notice', { body: closed }))).toEqual([
      'U0210',
      '您已在其他窗口修改了此数据，请刷新后重试',
    ]);
    expect((await other.call('GET', `/system/notice/${id}`)).code).toBe(404);
    expect((await other.call('DELETE', `/system/notice/${id}`)).code).toBe(404);
    ok(await clerk.call('DELETE', `/system/notice/${id}`));
    expect((await clerk.call('GET', `/system/notice/${id}`)).code).toBe(404);
    ok(await clerk.call('PUT', '/system/notice/restore', { body: { ids: [id] } }));
    expect((await clerk.call('GET', `/system/notice/${id}`)).code).toBe(20001);
    const wrong = {
      noticeId: id,
      version: 4,
      publishTime: '2026-01-02 00:00:00',
      expireTime: '2026-01-01 00:00:00',
    };
    expect(outcome(await clerk.call('PUT', '/system/notice', { body: wrong }))).toEqual([
      40000,
      '过期时间必须晚于发布时间',
    ]);
  });
});
