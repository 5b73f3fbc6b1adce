import { expect } from 'expect';
import { it } from 'vitest';
import { bespokeCalls } from '../../lib/contracts/admin/calls/index.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import type { CallInit, ConsoleClient } from '../kit/console.ts';
import { describeSystem, get, ok } from '../kit/system-console.ts';

/** Texts that the product stores in rows are shown in English; texts that people entered are not translated. */

const han = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/;

const inEnglish = (client: ConsoleClient): ConsoleClient => ({
  call: (method, path, init: CallInit = {}) =>
    client.call(method, path, { ...init, headers: { 'accept-language': 'en-GB,en;q=0.8', ...init.headers } }),
});

/** All strings that contain Chinese characters, each with its path. */
function chineseIn(value: unknown, place: string): readonly string[] {
  if (typeof value === 'string') return han.test(value) ? [`${place}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  const names = (name: string) => (Array.isArray(value) ? place : `${place} ${name}`);
  return Object.entries(value).flatMap(([name, each]) => chineseIn(each, names(name)));
}

/** Not checked: place names stay Chinese, and `/logout` would end the session. */
const uncheckedPaths = ['/sys/area/tree', '/logout'];
const isRead = ({ method, path, answers }: (typeof bespokeCalls)[number]) =>
  method === 'GET' && !path.includes('{') && answers !== 'file' && !uncheckedPaths.includes(path);

const csv = async (client: ConsoleClient, base: string) => {
  const answer = await client.call('POST', `${base}/export`, { form: { format: 'csv' } });
  return new TextDecoder().decode(answer.blob ?? undefined);
};

describeSystem('English', (testConsole) => {
  const english = () => inEnglish(testConsole().founder);
  const names = async (client: ConsoleClient, path: string, query: Record<string, string>, name: string) =>
    (await get(client, path, query)).records.map((row: Record<string, unknown>) => row[name]);
  const roleNames = (client: ConsoleClient, keyword = '') =>
    names(client, '/system/role/page', { keyword }, 'roleName');

  it('has no Chinese in built-in records, except where both languages are edited', async () => {
    const { anonymous, db, founder } = testConsole();
    await db.updateTable('user').set({ displayName: 'Founder' }).execute();
    await anonymous.call('POST', '/login', { body: { accountNo: 'founder', password: 'wrong' } });
    const { roleId, version } = (await get(founder, '/system/role/page', { roleKey: 'common' })).records[0];
    const body = { roleId, version, status: '1' };
    ok(await founder.call('PUT', '/system/role/changeStatus', { body }));
    ok(await founder.call('DELETE', `/system/role/${roleId}`));
    const found: string[] = [];
    for (const { path } of bespokeCalls.filter(isRead))
      found.push(...chineseIn((await english().call('GET', path)).data, path));
    for (const { base, tree, id, areSums } of Object.values<ResourceDef>(resources)) {
      const rows = await get(english(), `${base}/${tree ? 'list' : 'page'}`, { pageSize: '100' });
      found.push(...chineseIn(rows, base));
      if (areSums) continue;
      found.push(...chineseIn(await get(english(), `${base}/options`), base));
      for (const row of rows.records) {
        const one = await get(english(), `${base}/${row[id.field]}`);
        found.push(...chineseIn(one, `one of ${base}`));
      }
    }
    const both = ['one of /system/menu menuName', 'one of /system/dict/data dictLabel'];
    expect(found.filter((text) => !both.some((place) => text.startsWith(`${place}: `)))).toEqual([]);
    expect(found.length).toBeGreaterThan(100);
    expect(await names(english(), '/monitor/logininfor/page', {}, 'msg')).toEqual(['Incorrect password']);
    expect(await names(english(), '/monitor/operlog/page', {}, 'bizName')).toEqual([
      'Standard role',
      'Standard role',
    ]);
  });

  it('leaves rows as they are for Chinese or no language', async () => {
    const { founder } = testConsole();
    const expected = ['超级管理员', '普通角色'];
    expect(await roleNames(founder)).toEqual(expected);
    const chinese = await founder.call('GET', '/system/role/page', {
      headers: { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' },
    });
    expect(chinese.data.records.map((row: { roleName: string }) => row.roleName)).toEqual(expected);
    expect(await roleNames(english())).toEqual(['Administrator', 'Standard role']);
  });

  it('keeps a value submitted as it was displayed, and shows edited values unchanged', async () => {
    const { founder } = testConsole();
    const [row] = (await get(english(), '/system/role/page', { roleKey: 'common' })).records;
    const change = async (roleName: string, remark: string) => {
      const { version } = await get(english(), `/system/role/${row.roleId}`);
      const body = { roleId: row.roleId, version, roleName, remark };
      ok(await english().call('PUT', '/system/role', { body }));
    };
    await change('Standard role', 'seen');
    expect([await roleNames(founder), await roleNames(english())].map(([, name]) => name)).toEqual([
      '普通角色',
      'Standard role',
    ]);
    await change('职员', 'written');
    expect([await roleNames(founder), await roleNames(english())].map(([, name]) => name)).toEqual([
      '职员',
      '职员',
    ]);
    const [last, first] = await get(english(), `/system/role/${row.roleId}/history`);
    expect([first.diff, last.diff.map(({ field }: { field: string }) => field)]).toEqual([
      [expect.objectContaining({ field: 'remark', to: 'seen' })],
      ['roleName', 'remark'],
    ]);
  });

  it('keeps a setting submitted as it was displayed, and accepts another value', async () => {
    const { founder } = testConsole();
    const title = async (client: ConsoleClient) => {
      const [row] = (await get(client, '/system/config/page', { configKey: 'site.title' })).records;
      return get(client, `/system/config/${row.configId}`);
    };
    const values = async () => [(await title(founder)).configValue, (await title(english())).configValue];
    const change = async (more: object) =>
      ok(await english().call('PUT', '/system/config', { body: { ...(await title(english())), ...more } }));
    await change({ remark: 'seen' });
    expect(await title(founder)).toMatchObject({ configName: '站点-标题', remark: 'seen' });
    expect(await values()).toEqual(['Oriel 管理平台', 'Oriel Console']);
    await change({ configValue: 'Gate' });
    expect(await values()).toEqual(['Gate', 'Gate']);
  });

  it('describes the history of a row in the language of the reader', async () => {
    const { founder } = testConsole();
    const [row] = (await get(founder, '/system/role/page', { roleKey: 'common' })).records;
    const { roleId } = row;
    const { version } = await get(founder, `/system/role/${roleId}`);
    ok(await founder.call('PUT', '/system/role', { body: { roleId, version, roleName: '职员' } }));
    const reported = async (client: ConsoleClient) =>
      (await get(client, `/system/role/${roleId}/history`))[0].diff;
    expect(await reported(founder)).toEqual([
      { field: 'roleName', label: '角色名称', from: '普通角色', to: '职员' },
    ]);
    expect(await reported(english())).toEqual([
      { field: 'roleName', label: 'Name', from: 'Standard role', to: '职员' },
    ]);
  });

  it('finds rows by stored and by displayed values', async () => {
    const { founder } = testConsole();
    for (const keyword of ['普通', 'standard', 'common'])
      expect([keyword, await roleNames(english(), keyword)]).toEqual([keyword, ['Standard role']]);
    expect(await roleNames(founder, 'standard')).toEqual([]);
    const menus = (menuName: string) => names(english(), '/system/menu/list', { menuName }, 'menuName');
    expect([await menus('首页'), await menus('home')]).toEqual([['Home'], ['Home']]);
    const settings = (category: string) => get(english(), '/system/config/page', { category });
    expect((await settings('Site')).total).toBe((await settings('站点')).total);
    expect((await settings('Site')).total).toBe(8);
  });

  it('keeps both names of a menu separate in its form', async () => {
    const { founder } = testConsole();
    const listed = async (client: ConsoleClient) =>
      names(client, '/system/menu/list', { menuName: '首' }, 'menuName');
    const [{ menuId }] = (await get(founder, '/system/menu/list', { menuName: '首页' })).records;
    const one = await get(english(), `/system/menu/${menuId}`);
    expect(one).toMatchObject({ menuName: '首页', menuNameEn: 'Home' });
    ok(
      await english().call('PUT', '/system/menu', {
        body: { menuId, version: 1, menuName: '首屏', menuNameEn: 'Start' },
      }),
    );
    expect([await listed(founder), await listed(english())]).toEqual([['首屏'], ['Start']]);
    ok(await english().call('PUT', '/system/menu', { body: { menuId, version: 2, menuNameEn: null } }));
    expect(await listed(english())).toEqual(['首屏']);
  });

  it('exports in the language of the user, and imports headings in either', async () => {
    const { founder } = testConsole();
    for (const base of ['/system/role', '/system/config', '/system/dict/data', '/system/dept']) {
      expect([base, chineseIn(await csv(english(), base), base)]).toEqual([base, []]);
      expect(chineseIn(await csv(founder, base), base)).toHaveLength(1);
    }
    const rows = ['Account,Name,Department', 'one_person,One,Head office', 'two_person,Two,总部'];
    const answer = await english().call('POST', '/system/user/importData', {
      form: { dryRun: 'false' },
      file: { name: 'people.csv', bytes: rows.join('\n') },
    });
    expect(answer.data).toMatchObject({ created: 2, errors: [] });
    expect(await names(english(), '/system/user/page', { userName: '_person' }, 'deptName')).toEqual([
      'Head office',
      'Head office',
    ]);
  });
});
