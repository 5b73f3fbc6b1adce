import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';

/** Messages from one person to another. `ORIEL_SHOTS=<folder>` saves screenshots. */

const password = 'reader-Horse-7-battery';
let site: ConsoleSite;
let admin: ConsolePage;
let page: Page;
let reader: ConsolePage;

beforeAll(async () => {
  site = await ConsoleSite.start();
  ({ admin, page } = site);
  const roleId = await site.asAdmin((calls) => calls.role('值班员', 'duty'));
  await site.person('reader', '王芳', password, [roleId]);
  reader = await site.signedIn({ account: 'reader', password });
}, 400_000);
afterAll(async () => {
  await reader?.close();
  await site?.close();
});

describe('messages', () => {
  it('are written to a role from a template, read in the bell, shown as read, and recalled', async () => {
    await site.call('POST', '/feedback/template', {
      ...{ code: 'outage', name: '停机通知', title: '{place}停机', status: '0' },
      content: '<p>时间：<strong>{time}</strong></p>',
    });
    await admin.openPage('/feedback/message');
    await page.getByRole('button', { name: '新增' }).first().click();
    const drawer = admin.dialog(/新增/);
    await drawer.getByRole('button', { name: '使用模板' }).click();
    const template = admin.dialog('使用模板');
    await template.getByRole('combobox', { name: '消息模板' }).click();
    await page.getByRole('option', { name: '停机通知' }).click();
    await template.getByRole('textbox', { name: 'place' }).fill('机房');
    await template.getByRole('button', { name: '填入' }).click();
    await template.getByText('请填写此参数').waitFor();
    await admin.shot('message-template');
    expect(await admin.findings()).toEqual([]);
    await template.getByRole('textbox', { name: 'time' }).fill('今晚 22:00');
    await template.getByRole('button', { name: '填入' }).click();
    await template.waitFor({ state: 'hidden' });
    await soon(drawer.getByRole('textbox', { name: '标题' })).toHaveValue('机房停机');
    await drawer.getByRole('radio', { name: '角色' }).check();
    await drawer.getByRole('combobox', { name: '接收对象' }).click();
    await page.getByRole('option', { name: '值班员' }).click();
    await page.keyboard.press('Escape');
    await drawer.getByRole('radio', { name: '发送' }).check();
    await admin.shot('message-form');
    expect(await admin.findings()).toEqual([]);
    await drawer.getByRole('button', { name: '保存' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await soon(admin.row('机房停机')).toContainText('已发');

    await reader.openPage('/index');
    const bell = reader.page.getByRole('button', { name: '通知公告，1 条未读' });
    await bell.click();
    await reader.page.getByRole('tab', { name: /消息/ }).click();
    await reader.page.getByRole('button', { name: '机房停机' }).waitFor();
    await reader.shot('message-bell');
    expect(await reader.findings()).toEqual([]);
    await reader.page.getByRole('button', { name: '机房停机' }).click();
    const message = reader.dialog(/机房停机/);
    await soon(message).toContainText('时间：今晚 22:00');
    await reader.shot('message-window');
    await reader.page.keyboard.press('Escape');
    await reader.page.getByRole('button', { name: '通知公告', exact: true }).waitFor();

    await admin.openPage('/feedback/message');
    await admin.shot('messages');
    await admin.act('机房停机', '回执');
    const receipts = admin.dialog(/^回执/);
    await receipts.getByRole('cell', { name: '王芳' }).waitFor();
    await admin.shot('message-receipts');
    expect(await admin.findings()).toEqual([]);
    await receipts.getByText('未读', { exact: true }).click();
    await receipts.getByText('没有未读的收件人').waitFor();
    await page.keyboard.press('Escape');
    await receipts.waitFor({ state: 'hidden' });

    await reader.openPage('/account/inbox');
    await reader.page.getByRole('button', { name: /^机房停机/ }).waitFor();
    await admin.act('机房停机', '撤回');
    const recall = admin.dialog('撤回「机房停机」');
    await recall.getByRole('textbox', { name: '撤回原因' }).fill('时间有误');
    await admin.shot('message-recall');
    expect(await admin.findings()).toEqual([]);
    await recall.getByRole('button', { name: '撤回', exact: true }).click();
    await admin.reported('已撤回「机房停机」');
    await soon(admin.row('机房停机')).toContainText('撤回');
    await reader.openPage('/account/inbox');
    await reader.page.getByText('暂无消息').waitFor();
  }, 240_000);

  it('are filtered and removed in the inbox, on a phone, in English and in the dark', async () => {
    const { records } = await site.call('GET', '/system/user/page?userName=reader');
    const target = { targetType: '3', targetIds: [records[0].userId] };
    for (const title of ['值班表', '巡检安排']) {
      await site.call('POST', '/feedback/message', {
        title,
        type: '2',
        content: '<p>本周</p>',
        status: '1',
        ...target,
      });
    }
    const phone = await site.signedIn({
      account: 'reader',
      password,
      width: 390,
      height: 844,
      scheme: 'dark',
    });
    try {
      await phone.openPage('/account/inbox');
      await phone.page.getByRole('button', { name: /^未读 巡检安排/ }).waitFor();
      await phone.shot('inbox-390-dark');
      expect([await phone.findings(), await phone.overflow()]).toEqual([[], 0]);
      await phone.page.getByRole('button', { name: /^未读 值班表/ }).click();
      await phone.dialog(/值班表/).waitFor();
      await phone.page.keyboard.press('Escape');
      await phone.page.getByText('未读', { exact: true }).first().click();
      await soon(phone.page.getByRole('listitem').filter({ hasText: '值班表' })).toHaveCount(0);
      await phone.page.getByRole('button', { name: '删除「巡检安排」' }).click();
      await phone.dialog('删除「巡检安排」').getByRole('button', { name: '确定' }).click();
      await phone.page.getByText('没有未读消息').waitFor();
    } finally {
      await phone.close();
    }
  }, 120_000);
});
