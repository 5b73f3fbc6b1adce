import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { type WalkedRoom, walkList, walkRoom } from '../kit/room-walk.ts';
import { WalkSite } from '../kit/walk-site.ts';

/** Rooms of 系统管理 and 系统监控 in a real browser, as their definitions have them. `ORIEL_SHOTS=<folder>` keeps pictures. */

let site: WalkSite;
beforeAll(async () => {
  site = await WalkSite.start();
  await site.call('POST', '/system/post', {
    postCode: 'guard',
    postName: '值班员',
    postSort: 1,
    status: '0',
  });
}, 300_000);
afterAll(() => site?.close());

/** Letters and digits of a name that no other has. */
const code = (name: string) => `walk${name.replace(/\D/g, '')}`;

const rooms: Readonly<Record<string, WalkedRoom>> = {
  角色: {
    resource: resources['system.role'],
    menu: ['系统管理', '角色管理'],
    given: (name) => ({ roleKey: code(name) }),
    change: ['roleSort', () => '42'],
  },
  字典类型: {
    resource: resources['system.dictType'],
    menu: ['系统管理', '字典管理'],
    given: (name) => ({ dictType: code(name) }),
    change: ['remark', (name) => `${name}的新备注`],
  },
  参数: {
    resource: resources['system.config'],
    menu: ['系统管理', '参数设置'],
    given: (name) => ({ configKey: `${code(name)}.limit`, valueType: '数字', configValue: '17' }),
    change: ['configValue', () => '18'],
  },
};

describe('every room where something is written', () => {
  it.each(Object.keys(rooms))(
    '%s: added, refused, seen, changed, exported, imported and removed',
    async (name) => {
      await walkRoom(site.admin, rooms[name]!, () => site.fresh(name));
    },
    120_000,
  );
});

describe('every room that is only read', () => {
  it.each([
    ['登录日志', resources['monitor.logininfor'], '系统监控', 'admin'],
    ['操作日志', resources['monitor.operlog'], '系统监控', '岗位'],
  ] as const)(
    '%s: listed, searched, shown whole and exported',
    async (page, resource, directory, name) => {
      await walkList(site.admin, { resource, menu: [directory, page], given: () => ({}) }, name);
    },
    60_000,
  );
});

describe('what the server keeps', () => {
  it.each([
    ['/system/config', 'sys.login.maxRetry', '内置参数，不能删除'],
    ['/system/dict', 'sys_notice_type', '内置字典，不能删除'],
    ['/system/role', 'admin', '内置角色，不能删除'],
    ['/system/user', 'admin', '超级管理员，不能删除'],
  ])('%s offers nobody the removal of %s', async (path, name, why) => {
    const { admin } = site;
    await admin.room(path);
    const row = admin.row(name).first();
    await row.waitFor();
    const offered = row.getByRole('button', { name: /^(删除|更多)/ });
    for (const button of await offered.all()) {
      await button.click();
      expect(await admin.page.getByRole('menuitem', { name: '删除' }).count()).toBe(0);
      await admin.page.keyboard.press('Escape');
    }
    expect(await row.getByRole('button', { name: /^删除/ }).count()).toBe(0);
    expect(await row.getByRole('checkbox').isDisabled()).toBe(true);
    await row.getByTitle(why).first().waitFor({ state: 'attached' });
  });
});
