import { expect } from 'expect';
import { describe, it } from 'vitest';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { type WalkedPage, walkList, walkPage } from '../kit/page-walk.ts';
import { site, withSite } from '../kit/shared-site.ts';

/**
 * Every page of 系统管理 and 系统监控 in a real browser, as its definition requires. `ORIEL_SHOTS=<folder>` saves screenshots.
 */

withSite(async () => {
  await site.call('POST', '/system/post', {
    postCode: 'guard',
    postName: '值班员',
    postSort: 1,
    status: '0',
  });
});

/** Letters and digits of a unique name. */
const code = (name: string) => `walk${name.replace(/\D/g, '')}`;
const phone = (name: string) => `138${name.replace(/\D/g, '').padStart(8, '0')}`;

const pages: Readonly<Record<string, WalkedPage>> = {
  用户: {
    resource: resources['system.user'],
    menu: ['系统管理', '用户管理'],
    values: (name) => ({
      userName: code(name),
      deptId: '总部',
      postIds: ['值班员'],
      roleIds: ['普通角色'],
      phonenumber: phone(name),
      email: `${code(name)}@example.com`,
      sex: '女',
    }),
    change: ['nickName', (name) => `${name}改`],
    oneTimeDialog: /^一次性密码/,
    refused: { field: 'phonenumber', text: '12345', message: '手机号码格式不正确，应为 11 位数字' },
  },
  角色: {
    resource: resources['system.role'],
    menu: ['系统管理', '角色管理'],
    values: (name) => ({ roleKey: code(name) }),
    change: ['roleSort', () => '42'],
  },
  菜单: {
    resource: resources['system.menu'],
    menu: ['系统管理', '菜单管理'],
    values: (name) => ({
      parentId: '开发工具',
      menuType: '菜单',
      path: code(name),
      component: 'system/post/index',
      query: '{"pageSize":20}',
      routeName: code(name),
      isFrame: '否',
      redirect: null,
      perms: 'system:post:list',
    }),
    change: ['orderNum', () => '42'],
  },
  部门: {
    resource: resources['system.dept'],
    menu: ['系统管理', '部门管理'],
    values: (name) => ({
      parentId: '总部',
      leaderUserId: '管理员',
      phone: '010-1234567',
      email: `${code(name)}@example.com`,
    }),
    change: ['orderNum', () => '42'],
  },
  岗位: {
    resource: resources['system.post'],
    menu: ['系统管理', '岗位管理'],
    values: (name) => ({ postCode: code(name) }),
    change: ['postSort', () => '42'],
    refused: { field: 'postSort', text: 'x', message: '显示顺序必须是整数' },
  },
  字典类型: {
    resource: resources['system.dictType'],
    menu: ['系统管理', '字典管理'],
    values: (name) => ({ dictType: code(name) }),
    change: ['remark', (name) => `${name}的新备注`],
  },
  字典项: {
    resource: resources['system.dictData'],
    menu: ['系统管理', '字典管理'],
    async openList({ page }) {
      // An earlier walk may have left the tab on one of them.
      const back = page.getByRole('button', { name: '字典类型', exact: true });
      if (await back.count()) await back.click();
      await page.getByRole('button', { name: '重置' }).click();
      const box = page.getByRole('textbox', { name: '字典类型' }).first();
      await box.fill('sys_notice_type');
      await box.press('Enter');
      await page.getByRole('button', { name: '字典项 通知类型' }).click();
      await page.getByText('通知类型 (sys_notice_type) 的字典项').waitFor();
    },
    // The dictionary follows from the page.
    values: (name) => ({ dictType: null, dictValue: code(name), cssClass: 'walked' }),
    inFiles: { dictType: 'sys_notice_type' },
    change: ['dictSort', () => '42'],
    refused: { field: 'dictSort', text: 'x', message: '显示顺序必须是整数' },
  },
  参数: {
    resource: resources['system.config'],
    menu: ['系统管理', '参数设置'],
    values: (name) => ({ configKey: `${code(name)}.limit`, valueType: '数字', configValue: '17' }),
    change: ['configValue', () => '18'],
  },
  公告: {
    resource: resources['system.notice'],
    menu: ['系统管理', '通知公告'],
    values: () => ({ noticeType: '公告', targetType: '全部', publishTime: '2026-05-06 07:08:09' }),
    change: ['noticeType', () => '通知'],
  },
};

describe('every page with a form', () => {
  it.each(Object.keys(pages))(
    '%s: added, rejected, viewed, changed, exported, imported and deleted',
    async (name) => {
      await walkPage(site.admin, pages[name]!, () => site.fresh(name));
    },
    300_000,
  );
});

describe('every read-only page', () => {
  it.each([
    ['登录日志', resources['monitor.logininfor'], '系统监控', 'admin'],
    ['操作日志', resources['monitor.operlog'], '系统监控', '岗位'],
    ['在线用户', resources['monitor.online'], '系统监控', 'admin'],
  ] as const)(
    '%s: listed, searched, shown in full and exported',
    async (page, resource, directory, name) => {
      await walkList(site.admin, { resource, menu: [directory, page], values: () => ({}) }, name);
    },
    300_000,
  );
});

describe('protected records', () => {
  it.each([
    ['/system/config', 'sys.login.maxRetry', '内置参数，不能删除'],
    ['/system/dict', 'sys_notice_type', '内置字典，不能删除'],
    ['/system/role', 'admin', '内置角色，不能删除'],
    ['/system/user', 'admin', '超级管理员，不能删除'],
  ])('%s does not offer to delete %s', async (path, name, why) => {
    const { admin } = site;
    await admin.openPage(path);
    const row = admin.row(name).first();
    await row.waitFor();
    const offered = row.getByRole('button', { name: /^更多/ });
    for (const button of await offered.all()) {
      await button.click();
      await admin.page.getByRole('menu').waitFor();
      expect(await admin.page.getByRole('menuitem', { name: '删除' }).count()).toBe(0);
      await admin.page.keyboard.press('Escape');
      await admin.page.getByRole('menu').waitFor({ state: 'hidden' });
    }
    expect(await row.getByRole('button', { name: /^删除/ }).count()).toBe(0);
    await row.getByTitle(why).first().waitFor({ state: 'attached' });
    // A selected row can change its status and be exported, but not deleted.
    await row.getByRole('checkbox').check();
    await admin.page.getByRole('button', { name: '取消选择' }).waitFor();
    expect(await admin.page.getByRole('button', { name: '删除所选' }).count()).toBe(0);
    await admin.page.getByRole('button', { name: '取消选择' }).click();
  });
});
