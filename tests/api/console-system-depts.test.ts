import { expect } from 'expect';
import { it } from 'vitest';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { textOf } from '../kit/csv-text.ts';
import { describeSystemOnBoth, get, ok, outcome, withVersions } from '../kit/system-console.ts';

describeSystemOnBoth('departments', (testConsole) => {
  const edit = async (deptId: number, values: object) => {
    const { version } = await get(testConsole().founder, `/system/dept/${deptId}`);
    return testConsole().founder.call('PUT', '/system/dept', { body: { deptId, version, ...values } });
  };
  const ancestors = async (deptId: number) =>
    (await get(testConsole().founder, `/system/dept/${deptId}`)).ancestors;

  it('update the ancestors of all descendants when one is moved', async () => {
    const { dept } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    const c = await dept('丙', b);
    const d = await dept('丁', c);
    const x = await dept('别');
    expect(await ancestors(d)).toBe(`0,${a},${b},${c}`);
    ok(await edit(b, { parentId: x }));
    expect(await Promise.all([b, c, d].map(ancestors))).toEqual([
      `0,${x}`,
      `0,${x},${b}`,
      `0,${x},${b},${c}`,
    ]);
    ok(await edit(b, { parentId: 0 }));
    expect(await ancestors(d)).toBe(`0,${b},${c}`);
  });

  it('cannot be moved below themselves', async () => {
    const { dept } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    const message = '上级部门不能选择自己或自己的下级部门';
    expect(outcome(await edit(a, { parentId: a }))).toEqual([40000, message]);
    expect(outcome(await edit(a, { parentId: b }))).toEqual([40000, message]);
  });

  it('can be disabled only after their subdepartments: 该部门包含未停用的子部门', async () => {
    const { dept } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    expect(outcome(await edit(a, { status: '1' }))).toEqual(['U0200', '该部门包含未停用的子部门']);
    ok(await edit(b, { status: '1' }));
    ok(await edit(a, { status: '1' }));
    expect(outcome(await edit(b, { status: '0' }))).toEqual(['U0200', '上级部门已停用']);
  });

  it('can be deleted only without subdepartments and users', async () => {
    const { founder, dept, user } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    await user({ deptId: b });
    expect(outcome(await founder.call('DELETE', `/system/dept/${a}`))).toEqual([
      'U0200',
      '存在下级部门，不允许删除',
    ]);
    const removed = await founder.call('DELETE', `/system/dept/${b}`);
    expect(outcome(removed)).toEqual(['U0200', '部门存在 1 个用户，不允许删除']);
    expect(removed.links).toEqual([{ text: '用户（1）', address: `/system/user?deptId=${b}` }]);
  });

  it('have unique names below a parent', async () => {
    const { founder, dept } = testConsole();
    const a = await dept('甲');
    await dept('乙', a);
    await dept('乙');
    const body = { parentId: a, deptName: '乙', orderNum: 1, status: '0' };
    expect(outcome(await founder.call('POST', '/system/dept', { body }))).toEqual([
      'U0210',
      '部门名称已存在',
    ]);
  });

  it('name their leader in files, alone and beside other columns', async () => {
    const { founder, dept } = testConsole();
    const north = await dept('北区');
    ok(await edit(north, { leaderUserId: founder.userId }));
    for (const fields of [['leaderName'], ['deptName', 'leaderName']]) {
      const { blob } = await founder.call('POST', '/system/dept/export', {
        form: { format: 'csv', columns: fields.join(',') },
      });
      const read = readCsv(textOf(blob!), 100);
      const { leaderName } = await get(founder, `/system/dept/${north}`);
      expect(leaderName).toBeTruthy();
      expect(read).toMatchObject({ ok: true });
      expect(read.ok && read.value.map((cells) => cells.at(-1))).toContain(leaderName);
    }
  });

  it('offer as parents all but themselves and their descendants', async () => {
    const { founder, dept } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    const c = await dept('丙');
    const rows = await get(founder, `/system/dept/list/exclude/${a}`);
    const ids = rows.map((row: { deptId: number }) => row.deptId);
    expect(ids).toContain(c);
    expect(ids).not.toContain(a);
    expect(ids).not.toContain(b);
    ok(
      await sort([
        { deptId: a, orderNum: 9 },
        { deptId: c, orderNum: 8 },
      ]),
    );
    const list = (await get(founder, '/system/dept/list')).records;
    expect(list.map((row: { deptName: string }) => row.deptName).slice(-2)).toEqual(['丙', '甲']);
  });

  const sort = async (moves: readonly object[], by = testConsole().founder) =>
    by.call('PUT', '/system/dept/updateSort', { body: await withVersions(testConsole().db, 'dept', moves) });

  it('move among their siblings and below another parent, with all descendants', async () => {
    const { dept } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    const c = await dept('丙', b);
    const x = await dept('别');
    ok(
      await sort([
        { deptId: b, orderNum: 4, parentId: x },
        { deptId: a, orderNum: 9 },
      ]),
    );
    expect(await Promise.all([b, c].map(ancestors))).toEqual([`0,${x}`, `0,${x},${b}`]);
    const [change] = await get(testConsole().founder, `/system/dept/${b}/history`);
    expect(change.diff).toEqual([
      { field: 'parentId', label: '上级部门', from: a, to: x },
      { field: 'orderNum', label: '显示顺序', from: expect.any(Number), to: 4 },
    ]);
  });

  it('are sorted by the rules of the form, all or none', async () => {
    const { founder, dept } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    const c = await dept('丙', b);
    const x = await dept('别');
    await dept('乙', x);
    const off = await dept('停');
    ok(await edit(off, { status: '1' }));
    const { version } = await get(founder, `/system/dept/${c}`);
    const answers = [
      await sort([{ deptId: a, orderNum: 1, parentId: c }]),
      await sort([{ deptId: b, orderNum: 1, parentId: x }]),
      await sort([{ deptId: c, orderNum: 1, parentId: off }]),
      await sort([
        { deptId: c, orderNum: 1, parentId: a },
        { deptId: b, orderNum: 1, parentId: c },
        { deptId: a, orderNum: 1, parentId: b },
      ]),
      await sort([{ deptId: c, orderNum: 1, version: version + 1 }]),
    ];
    expect(answers.map(outcome)).toEqual([
      [40000, '上级部门不能选择自己或自己的下级部门'],
      ['U0210', '部门名称已存在'],
      [40000, '上级部门已停用'],
      [40000, '上级部门不能选择自己或自己的下级部门'],
      ['U0210', '您已在其他窗口修改了此数据，请刷新后重试'],
    ]);
    expect(await Promise.all([a, b, c].map(ancestors))).toEqual(['0', `0,${a}`, `0,${a},${b}`]);
    const unread = await founder.call('PUT', '/system/dept/updateSort', {
      body: [{ deptId: c, orderNum: 1 }],
    });
    expect(outcome(unread)).toEqual([40000, '缺少版本号']);
  });

  it('are moved within the data scope only: 404 for rows outside of it, and no target outside of it', async () => {
    const { dept, signIn } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    const c = await dept('丙', b);
    const x = await dept('别');
    const clerk = await signIn({ permissions: ['system:dept:edit'], deptId: a, dataScope: 4 });
    const answers = [
      await sort([{ deptId: x, orderNum: 1 }], clerk),
      await sort([{ deptId: c, orderNum: 1, parentId: x }], clerk),
      await sort([{ deptId: c, orderNum: 1, parentId: 0 }], clerk),
    ];
    expect(answers.map(outcome)).toEqual([
      [404, '访问资源不存在'],
      [40000, '关联的数据不存在'],
      ['U0200', '没有权限在根级操作部门'],
    ]);
    // Sending the unchanged parent is not a move, even if the parent is outside the user's scope.
    ok(
      await sort(
        [
          { deptId: a, orderNum: 6, parentId: 0 },
          { deptId: c, orderNum: 2, parentId: a },
        ],
        clerk,
      ),
    );
    expect(await ancestors(c)).toBe(`0,${a}`);
  });

  it('are visible within the data scope only', async () => {
    const { dept, signIn } = testConsole();
    const a = await dept('甲');
    const b = await dept('乙', a);
    const c = await dept('丙');
    const permissions = ['system:dept:list', 'system:dept:query', 'system:dept:edit'];
    const clerk = await signIn({ permissions, deptId: a, dataScope: 4 });
    const rows = (await get(clerk, '/system/dept/list')).records;
    expect(rows.map((row: { deptId: number }) => row.deptId).sort()).toEqual([a, b].sort());
    expect((await clerk.call('GET', `/system/dept/${c}`)).code).toBe(404);
    expect((await sort([{ deptId: c, orderNum: 1 }], clerk)).code).toBe(404);
    expect((await get(clerk, '/system/dept/treeselect')).map((node: { id: number }) => node.id)).toEqual([a]);
  });

  it('include what is below them in a data scope, and nothing below departments whose ids are similar', async () => {
    const { dept, signIn } = testConsole();
    const ids: number[] = [];
    const isSimilar = (one: number, other: number) => one !== other && String(one).includes(String(other));
    const pair = () => {
      for (const own of ids) for (const other of ids) if (isSimilar(other, own)) return { own, other };
      return null;
    };
    while (!pair()) ids.push(await dept(`部门${ids.length}`));
    const { own, other } = pair()!;
    const below = await dept('下级', own);
    await dept('别的下级', other);
    const clerk = await signIn({ permissions: ['system:dept:list'], deptId: own, dataScope: 4 });
    const rows = (await get(clerk, '/system/dept/list')).records;
    expect(rows.map((row: { deptId: number }) => row.deptId).sort()).toEqual([own, below].sort());
  });
});
