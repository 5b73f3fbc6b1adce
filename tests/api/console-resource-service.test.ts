import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { adminCodes } from '../../lib/contracts/admin/envelope.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import type { QueryOf } from '../../lib/contracts/admin/row-types.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { verifyAuditChain } from '../../lib/domain/audit/operation-log.ts';
import { type TableService, tableService } from '../../lib/domain/resource/table-service.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { addDepts, addPeople, addTenants, callBy, otherTenant, ourTenant } from '../kit/resource.ts';
import { peopleInTable } from '../kit/resource-people.ts';

const posts = {
  definition: systemPost,
  table: 'post',
  dataScope: 'none',
  isSoftDeleted: true,
} as const;

const list: QueryOf = {
  pageNum: 1,
  pageSize: 10,
  sort: { field: 'userId', order: 'asc' },
  filters: [],
};
const postList: QueryOf = { ...list, sort: { field: 'postSort', order: 'asc' } };

const clerk = (deptIds: readonly number[], own = false) =>
  callBy({
    userId: 77,
    dataScope: { kind: 'some', deptIds, own },
    sees: new Set(),
    deptId: deptIds[0] ?? null,
  });

describe.each(engines)('a resource of a table on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  let post: TableService;
  let person: TableService;
  const us = callBy();
  const them = callBy({ scope: tenantScope(otherTenant) });

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
    await addTenants(database);
    await addDepts(database);
    const deps = { database, clock };
    post = tableService(deps, posts);
    person = tableService(deps, peopleInTable);
  });

  const anna = { accountNo: 'anna', nickName: 'Anna', deptId: 1, phone: '13800001111' };
  const add = async (values: Record<string, unknown> = anna) =>
    Number((await person.create(us, values)).userId);
  const names = async (call = us, query: Partial<QueryOf> = {}) =>
    (await person.page(call, { ...list, ...query })).records.map((row) => row.nickName);

  it('stores a row and returns it, with creator and time', async () => {
    const { postId } = await post.create(us, { postCode: 'dev', postName: '开发', postSort: 3, status: '0' });
    expect(await post.get(us, Number(postId))).toEqual({
      postId,
      postCode: 'dev',
      postName: '开发',
      postSort: 3,
      status: '0',
      remark: null,
      version: 1,
      createBy: 'tester',
      createTime: '2025-10-09 16:53:20',
      updateBy: 'tester',
      updateTime: '2025-10-09 16:53:20',
    });
    expect(await post.page(us, postList)).toMatchObject({
      total: 1,
      pageNum: 1,
      records: [{ postCode: 'dev' }],
    });
  });

  it('shows nothing of another organisation', async () => {
    const id = await add();
    expect(await person.page(them, list)).toMatchObject({ total: 0, records: [] });
    expect(await person.options(them, {})).toEqual([]);
    for (const refused of [
      () => person.get(them, id),
      () => person.update(them, id, { nickName: 'x' }, 1),
      () => person.remove(them, [id]),
      () => person.reveal(them, id, 'phone'),
      () => person.history(them, id),
    ])
      await expect(refused()).rejects.toMatchObject({ adminCode: adminCodes.notFound });
  });

  describe('options of a relation', () => {
    const offered = async (keyword: string, call = us) =>
      (await person.options(call, { keyword, matchesPinyin: true })).map(({ title }) => title);
    beforeEach(async () => {
      await add({ ...anna, accountNo: 'zs2024', nickName: '张三' });
      await add({ ...anna, accountNo: 'lisi', nickName: '李四', deptId: 2, phone: '13800002222' });
    });

    it.each([
      ['the title', '张', ['张三']],
      ['what else it is known by', '2024', ['张三']],
      ['pinyin', 'zhangsan', ['张三']],
      ['initials', 'ls', ['李四']],
      ['either, each once', 's', ['张三', '李四']],
      ['nothing', 'xyz', []],
    ])('are found by %s: %s', async (_, keyword, titles) => {
      expect(await offered(keyword)).toEqual(titles);
    });

    it('contain other identifying fields', async () => {
      expect(await person.options(us, { keyword: '张' })).toEqual([
        { id: expect.any(Number), title: '张三', detail: 'zs2024 13800001111' },
      ]);
    });

    it('are not found outside the data scope by any search', async () => {
      for (const keyword of ['李', 'lisi', 'ls']) expect(await offered(keyword, clerk([1]))).toEqual([]);
      expect(await offered('zs', clerk([1]))).toEqual(['张三']);
    });

    it('are not found by a masked value, and do not reveal it', async () => {
      const masked = callBy({ sees: new Set(), permissions: new Set(['test:people:list']) });
      expect(await offered('1380000')).toEqual(['张三', '李四']);
      expect(await offered('1380000', masked)).toEqual([]);
      expect(await offered('13800001111', masked)).toEqual([]);
      const auditor = callBy({ sees: new Set(), permissions: new Set(['test:people:reveal']) });
      expect(await person.options(auditor, { keyword: '13800001111' })).toEqual([
        { id: expect.any(Number), title: '张三', detail: 'zs2024 138****1111' },
      ]);
    });

    it('do not search pinyin without a keyword', async () => {
      expect(await person.options(us, { keyword: 'ls' })).toEqual([]);
    });
  });

  it('gives access to rows of the departments in the data scope and own rows only', async () => {
    const own = await add();
    const other = await add({ ...anna, accountNo: 'bob', nickName: 'Bob', deptId: 2, phone: '13800002222' });
    expect(await names(clerk([1]))).toEqual(['Anna']);
    expect(await names(clerk([]))).toEqual([]);
    expect(
      await names(callBy({ userId: other, dataScope: { kind: 'some', deptIds: [], own: true } })),
    ).toEqual(['Bob']);
    await expect(person.get(clerk([1]), other)).rejects.toMatchObject({ adminCode: 404 });
    await expect(person.remove(clerk([1]), [own, other])).rejects.toMatchObject({ adminCode: 404 });
    expect(await names()).toEqual(['Anna', 'Bob']);
  });

  it('refuses to move or create a row outside the data scope', async () => {
    const id = await add();
    const refused = { adminCode: 'U0200', message: '超出您的数据权限范围' };
    await expect(person.update(clerk([1]), id, { deptId: 2 }, 1)).rejects.toMatchObject(refused);
    await expect(
      person.create(clerk([1]), { ...anna, accountNo: 'cleo', phone: null, deptId: 3 }),
    ).rejects.toMatchObject(refused);
    expect(await person.get(us, id)).toMatchObject({ deptId: 1, version: 1 });
  });

  it('rejects an outdated version: 数据已被他人修改，请刷新后重试', async () => {
    const id = await add();
    const [otherUser, late] = [callBy({ userId: 2, username: 'somebody' }), { nickName: 'Ann' }];
    await person.update(otherUser, id, { nickName: 'Anne' }, 1);
    await expect(person.update(us, id, late, 1)).rejects.toMatchObject({
      adminCode: 'U0210',
      message: '数据已被他人修改，请刷新后重试',
    });
    expect(await person.get(us, id)).toMatchObject({ nickName: 'Anne', version: 2 });
    // The message is different when the previous change came from the same user in another window.
    await expect(person.update(otherUser, id, late, 1)).rejects.toMatchObject({
      adminCode: 'U0210',
      message: '您已在其他窗口修改了此数据，请刷新后重试',
    });
  });

  it('accepts one of two concurrent changes', async () => {
    const id = await add();
    const attempts = ['x', 'y', 'z'].map((nickName) => person.update(us, id, { nickName }, 1));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('names the field whose value is taken, also in a race', async () => {
    await add();
    const duplicate = {
      adminCode: 'U0210',
      errors: [{ path: 'accountNo', message: { 'zh-CN': '账号已存在' } }],
    };
    await expect(person.create(us, { ...anna, phone: null })).rejects.toMatchObject(duplicate);
    const racers = Array.from({ length: 8 }, () =>
      person.create(us, { ...anna, accountNo: 'race', phone: null }),
    );
    const outcomes = await Promise.allSettled(racers);
    const lost = outcomes.filter(({ status }) => status === 'rejected');
    expect(lost).toHaveLength(7);
    for (const each of lost) expect((each as PromiseRejectedResult).reason).toMatchObject(duplicate);
  });

  it('rejects unknown, read-only and immutable fields', async () => {
    const id = await add({
      ...anna,
      tenantId: otherTenant,
      version: 9,
      createBy: 'evil',
      isRoot: 1,
      userId: 99,
    });
    expect(id).not.toBe(99);
    expect(await person.get(us, id)).toMatchObject({ version: 1, createBy: 'tester' });
    await person.update(us, id, { accountNo: 'evil', createTime: '2000-01-01 00:00:00', tenantId: 'x' }, 1);
    expect(await person.get(us, id)).toMatchObject({ accountNo: 'anna', createTime: '2025-10-09 16:53:20' });
    const { isRoot, tenantId } = await database.db.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    expect({ isRoot, tenantId }).toEqual({ isRoot: 0, tenantId: ourTenant });
  });

  it('masks values, keeps them when they are submitted masked, and logs each reveal', async () => {
    const id = await add();
    const call = clerk([1]);
    expect(await person.get(call, id)).toMatchObject({ phone: '138****1111' });
    await person.update(call, id, { phone: '138****1111', nickName: 'A' }, 1);
    expect(await person.get(us, id)).toMatchObject({ phone: '13800001111', nickName: 'A' });
    await expect(person.update(call, id, { phone: '139****1111' }, 2)).rejects.toMatchObject({
      adminCode: 40000,
    });
    expect(await person.reveal(call, id, 'phone')).toBe('13800001111');
    await expect(person.reveal(call, id, 'nickName')).rejects.toMatchObject({ adminCode: 404 });
    const logged = await database.db
      .selectFrom('operationLog')
      .select(['businessType', 'operParam', 'bizKey'])
      .where('businessType', '=', 10)
      .execute();
    expect(logged).toEqual([
      { businessType: 10, operParam: '{"field":"phone"}', bizKey: `test.people:${id}` },
    ]);
  });

  it('searches masked values by exact match only, with the permission to reveal them, and does not sort by them', async () => {
    await add();
    const call = clerk([1]);
    const phone = (value: string) => [{ field: 'phone', op: 'like', value }] as const;
    const reader = callBy({ ...call.actor, permissions: new Set(['test:people:list']) });
    await expect(names(reader, { filters: phone('13800001111') })).rejects.toMatchObject({
      adminCode: 403,
      errors: [{ path: 'phone' }],
    });
    expect(await names(us, { filters: phone('1380000') })).toEqual(['Anna']);
    expect(await names(call, { filters: phone('1380000') })).toEqual([]);
    expect(await names(call, { filters: phone('13800001111') })).toEqual(['Anna']);
    await expect(names(call, { sort: { field: 'phone', order: 'asc' } })).rejects.toMatchObject({
      adminCode: 40000,
    });
    expect(await names(us, { sort: { field: 'phone', order: 'asc' } })).toEqual(['Anna']);
  });

  it('searches text ignoring the case of ASCII letters, and escapes wildcards', async () => {
    for (const [at, nickName] of ['Ab%c', 'ab_c', 'abxc', 'Äb\\c'].entries())
      await add({ accountNo: `u${at}`, nickName });
    const like = (value: string) => names(us, { filters: [{ field: 'nickName', op: 'like', value }] });
    expect(await like('AB')).toEqual(['Ab%c', 'ab_c', 'abxc']);
    expect(await like('%')).toEqual(['Ab%c']);
    expect(await like('_')).toEqual(['ab_c']);
    expect(await like('\\')).toEqual(['Äb\\c']);
    expect(await like('ä')).toEqual([]);
    expect(await names(us, { keyword: 'B_' })).toEqual(['ab_c']);
  });

  it('reads times in the time zone of the organisation', async () => {
    await add(); // created at 2025-10-09 16:53:20 Shanghai time
    const made = (from?: string, to?: string) =>
      names(us, {
        filters: [{ field: 'createTime', op: 'between', ...(from ? { from } : {}), ...(to ? { to } : {}) }],
      });
    expect(await made('2025-10-09 16:53:20', '2025-10-09 16:53:20')).toEqual(['Anna']);
    expect(await made('2025-10-09 16:53:21')).toEqual([]);
    expect(await made(undefined, '2025-10-09 16:53:19')).toEqual([]);
  });

  it('counts the rows of every tab, whichever is open', async () => {
    await add();
    await add({ accountNo: 'off', nickName: 'Off', status: '1' });
    const open = await person.page(us, { ...list, filters: [{ field: 'status', op: 'eq', value: '1' }] });
    expect(open).toMatchObject({ total: 1, counts: { '0': 1, '1': 1 } });
  });

  it('deletes all or none, and can restore them', async () => {
    const make = async (postCode: string) =>
      Number((await post.create(us, { postCode, postName: postCode, postSort: 0, status: '0' })).postId);
    const [a, b] = [await make('a'), await make('b')];
    await expect(post.remove(us, [a, b, 999])).rejects.toMatchObject({ adminCode: 404 });
    await post.remove(us, [a, b]);
    await expect(post.get(us, a)).rejects.toMatchObject({ adminCode: 404 });
    await make('b');
    await expect(post.restore?.(us, [b])).rejects.toMatchObject({ adminCode: 'U0210' });
    await expect(post.restore?.(them, [a])).rejects.toMatchObject({ adminCode: 404 });
    await post.restore?.(us, [a]);
    expect(await post.get(us, a)).toMatchObject({ postCode: 'a' });
  });

  it('streams every row once in batches, in any sort order', async () => {
    await addPeople(database, 1_203);
    for (const field of ['phone', 'nickName', 'userId'])
      for (const order of ['asc', 'desc'] as const) {
        const sort = { field, order };
        const read: unknown[] = [];
        for await (const piece of person.pieces(us, { ...list, sort }))
          read.push(...piece.map((row) => row.userId));
        expect(new Set(read).size).toBe(1_203);
        expect(read.slice(0, 10)).toEqual(
          (await person.page(us, { ...list, sort })).records.map((row) => row.userId),
        );
        const deep = await person.page(us, { ...list, sort, pageNum: 12, pageSize: 100 });
        expect(read.slice(1_100, 1_200)).toEqual(deep.records.map((row) => row.userId));
      }
  });

  it('logs changes, masked, in a valid hash chain', async () => {
    const id = await add();
    await person.update(us, id, { phone: '13900002222', nickName: 'Anne' }, 1);
    await person.remove(us, [id]);
    const rows = await database.db.selectFrom('operationLog').selectAll().orderBy('id').execute();
    expect(rows.map(({ businessType }) => businessType)).toEqual([1, 2, 3]);
    expect(JSON.parse(rows[1]!.diff!)).toEqual([
      { field: 'nickName', label: '昵称', from: 'Anna', to: 'Anne' },
      { field: 'phone', label: '手机', from: '138****1111', to: '139****2222' },
    ]);
    expect(JSON.stringify(rows)).not.toContain('13800001111');
    expect(await verifyAuditChain({ database, clock }, us.actor.scope)).toEqual({ ok: true, entries: 3 });
  });
});
