import { expect } from 'expect';
import { it } from 'vitest';
import { transact } from '../../lib/db/transact.ts';
import type { ConsoleAnswer } from '../kit/console.ts';
import { describeSystemOnBoth, get, ok, outcome, withVersions } from '../kit/system-console.ts';

// Concurrent changes to the same rows. Only on PostgreSQL do their transactions overlap.

const rounds = 8;
const stale: readonly unknown[] = [
  '数据已被他人修改，请刷新后重试',
  '您已在其他窗口修改了此数据，请刷新后重试',
];
const faults = (answers: readonly ConsoleAnswer[]) =>
  answers.filter(({ code }) => code !== 20001).map(outcome);
/** Forms send the version they loaded, so a version conflict is the only acceptable error. */
const formFaults = (answers: readonly ConsoleAnswer[]) =>
  faults(answers).filter(([code, message]) => code !== 'U0210' || !stale.includes(message));

describeSystemOnBoth('concurrent changes', (testConsole) => {
  const menu = async (values: object): Promise<number> =>
    ok(
      await testConsole().founder.call('POST', '/system/menu', {
        body: { parentId: 0, menuType: 'M', orderNum: 1, status: '0', ...values },
      }),
    ).menuId;

  it('rows with the same name, in every resource: one is created, the others report the field', async () => {
    const { founder } = testConsole();
    for (const [path, body, message] of [
      [
        '/system/post',
        { postCode: 'one', postName: '岗', postSort: 1, status: '0' },
        /^岗位(编码|名称)已存在$/,
      ],
      ['/system/dept', { parentId: 0, deptName: '甲', orderNum: 1, status: '0' }, /^部门名称已存在$/],
      ['/system/user', { userName: 'person', nickName: '人', status: '0' }, /^用户(账号|名称)已存在$/],
      ['/system/role', { roleName: '角', roleKey: 'key_a', roleSort: 1, status: '0' }, /已存在$/],
      ['/system/dict/type', { dictName: '字', dictType: 'one_type', status: '0' }, /已存在$/],
      [
        '/system/config',
        { configName: '参', configKey: 'one.key', configValue: '1', valueType: 'string' },
        /已存在$/,
      ],
      ['/iot/company', { name: '一家' }, /已存在$/],
    ] as const) {
      const answers = await Promise.all(
        [1, 2, 3].map((_, at) => founder.call('POST', path, { body: { ...body, remark: `第${at}个` } })),
      );
      expect([path, answers.filter(({ code }) => code === 20001).length]).toEqual([path, 1]);
      for (const { code, message: text } of answers.filter((each) => each.code !== 20001)) {
        expect([path, code]).toEqual([path, 'U0210']);
        expect(text).toMatch(message);
      }
    }
  });

  it('sorting menus from both ends while their forms are saved causes no deadlock', async () => {
    const { founder, db } = testConsole();
    const ids: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      ids.push(await menu({ menuName: `菜单${name}`, path: `turn-${name}` }));
    const sort = async (order: readonly number[], orderNum: number) =>
      founder.call('PUT', '/system/menu/updateSort', {
        body: await withVersions(
          db,
          'menu',
          order.map((menuId) => ({ menuId, orderNum })),
        ),
      });
    const save = async (menuId: number, remark: string) => {
      const { version } = await get(founder, `/system/menu/${menuId}`);
      return founder.call('PUT', '/system/menu', { body: { menuId, version, remark } });
    };
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([
        sort(ids, round),
        sort([...ids].reverse(), round + 1),
        ...ids.map((id) => save(id, `轮${round}`)),
      ]);
      expect(formFaults(answers)).toEqual([]);
    }
    const { isIntact } = await get(founder, '/monitor/operlog/verify');
    expect(isIntact).toBe(true);
  });

  it('departments moved, sorted and renamed at once remain a tree', async () => {
    const { founder, dept, db } = testConsole();
    const top = await dept('上');
    const [one, two] = [await dept('一', top), await dept('二', top)];
    const below = await dept('下', one);
    const put = async (deptId: number, values: object) => {
      const { version } = await get(founder, `/system/dept/${deptId}`);
      return founder.call('PUT', '/system/dept', { body: { deptId, version, ...values } });
    };
    const sort = async (order: readonly number[], orderNum: number) =>
      founder.call('PUT', '/system/dept/updateSort', {
        body: await withVersions(
          db,
          'dept',
          order.map((deptId) => ({ deptId, orderNum })),
        ),
      });
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([
        put(one, { parentId: round % 2 === 0 ? 0 : top }),
        put(below, { phone: `1380000111${round}` }),
        put(two, { email: `r${round}@example.cn` }),
        sort([below, two, one, top], round),
        sort([top, one, two, below], round + 1),
      ]);
      expect(formFaults(answers)).toEqual([]);
    }
    const rows = await db.selectFrom('dept').select(['id', 'parentId', 'ancestors']).execute();
    const lineOf = (id: number): string => {
      const row = rows.find((each) => each.id === id);
      return row && row.parentId !== 0 ? `${lineOf(row.parentId)},${row.parentId}` : '0';
    };
    expect(rows.map(({ ancestors }) => ancestors)).toEqual(rows.map(({ id }) => lineOf(id)));
  });

  it('a row cannot be moved below a parent that is being deleted', async () => {
    const { founder, dept, db } = testConsole();
    for (let round = 0; round < rounds; round += 1) {
      const parentDept = await dept(`部${round}`);
      const parentMenu = await menu({ menuName: `目录${round}`, path: `gone-${round}` });
      await Promise.all([
        founder.call('DELETE', `/system/dept/${parentDept}`),
        founder.call('POST', '/system/dept', {
          body: { parentId: parentDept, deptName: '子', orderNum: 1, status: '0' },
        }),
        founder.call('DELETE', `/system/menu/${parentMenu}`),
        founder.call('POST', '/system/menu', {
          body: {
            parentId: parentMenu,
            menuName: '子',
            menuType: 'M',
            path: 'child',
            orderNum: 1,
            status: '0',
          },
        }),
      ]);
    }
    for (const table of ['dept', 'menu'] as const) {
      const rows = await db.selectFrom(table).select(['id', 'parentId']).execute();
      const known = new Set([0, ...rows.map(({ id }) => id)]);
      expect([table, rows.filter(({ parentId }) => !known.has(parentId))]).toEqual([table, []]);
    }
  });

  it('one role assigned and removed by list and form at once', async () => {
    const { founder, role, user } = testConsole();
    const roleIds = [await role(), await role()];
    const people = [(await user()).userId, (await user()).userId, (await user()).userId];
    const many = (path: string, roleId: number, userIds: readonly number[]) =>
      founder.call('PUT', `/system/role/authUser/${path}`, { body: { roleId, userIds } });
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([
        many('selectAll', roleIds[0] ?? 0, people),
        many('selectAll', roleIds[1] ?? 0, [...people].reverse()),
        many('cancelAll', roleIds[0] ?? 0, [...people].reverse()),
        ...people.map(async (userId) => {
          const { version } = (await get(founder, `/system/user/authRole/${userId}`)).user;
          return founder.call('PUT', `/system/user/authRole/${userId}`, { body: { roleIds, version } });
        }),
        founder.call('DELETE', `/system/user/${people.join(',')},999999`),
      ]);
      expect(formFaults(answers.slice(0, -1))).toEqual([]);
      expect(answers.at(-1)?.code).toBe(404);
    }
  });

  it('a transaction aborted by the database is repeated completely', async () => {
    const { db } = testConsole();
    const ids: number[] = [];
    for (const name of ['x', 'y']) ids.push(await menu({ menuName: `菜单${name}`, path: `retry-${name}` }));
    const begun = [false, false];
    /** Waits up to 300 ms: on the embedded database the other transaction cannot begin before this one has ended. */
    const otherBegan = async (own: number) => {
      for (let polls = 0; polls < 30 && !begun[1 - own]; polls += 1)
        await new Promise((resolve) => setTimeout(resolve, 10));
    };
    let attempts = 0;
    const count = (order: readonly number[], own: number) =>
      transact(db, async (transaction) => {
        attempts += 1;
        for (const [at, id] of order.entries()) {
          if (at === 1) await otherBegan(own);
          await transaction
            .updateTable('menu')
            .set((row) => ({ version: row('version', '+', 10) }))
            .where('id', '=', id)
            .execute();
          begun[own] = true;
        }
      });
    await Promise.all([count(ids, 0), count([...ids].reverse(), 1)]);
    const rows = await db.selectFrom('menu').select('version').where('id', 'in', ids).execute();
    expect(rows).toEqual([{ version: 21 }, { version: 21 }]);
    // Under load the aborted transaction may retry early and conflict again.
    if (testConsole().database.engine === 'postgres') expect(attempts).toBeGreaterThan(2);
    else expect(attempts).toBe(2);
  });
});
