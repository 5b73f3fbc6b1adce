import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { openDatabase } from '../../lib/db/client.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { adminPassword, consoleData } from '../kit/console-data.ts';
import { ConsolePage, soon } from '../kit/console-page.ts';
import { overflowFaults } from '../kit/list-layout.ts';
import { mailServer } from '../kit/mail-server.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** What comes under the bell: exports above 5,000 rows, which are made in the background, and alerts. */

const rowCount = 5_200;

let dataDir: string;
let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;
let mail: Awaited<ReturnType<typeof mailServer>>;

beforeAll(async () => {
  mail = await mailServer();
  dataDir = await consoleData();
  await addPosts(join(dataDir, 'oriel.db'));
  [oriel, browser] = await Promise.all([startOriel({ dataDir }), launchChromium()]);
  admin = await ConsolePage.signedIn(browser, oriel);
}, 300_000);
afterAll(async () => {
  await admin?.close();
  await browser?.close();
  await oriel?.stop();
  await mail?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function addPosts(file: string): Promise<void> {
  const database = await openDatabase({ file });
  const posts = Array.from({ length: rowCount }, (_, at) => ({
    ...{ tenantId: 'default', postCode: `code_${at}`, postName: `岗位${at}`, postSort: at, status: '0' },
    ...{ remark: null, deletedAt: null },
    ...{ version: 1, createdBy: '', createdAt: 0, updatedBy: '', updatedAt: 0 },
  }));
  for (let at = 0; at < rowCount; at += 400) {
    await database.db
      .insertInto('post')
      .values(posts.slice(at, at + 400))
      .execute();
  }
  await database.close();
}

/** The popover of the bell, in a wide window and on a phone, when `shown` is in it. */
async function faultsOfBell(bell: RegExp, shown: Locator, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await admin.resize(width, height);
    await admin.page.getByRole('button', { name: bell }).click();
    await shown.waitFor();
    await admin.still();
    found.push(...(await overflowFaults(admin)), ...(await admin.findings()));
    await admin.shot(`${name}-${width}`);
    await admin.page.keyboard.press('Escape');
  }
  await admin.resize(1440, 900);
  return found;
}

it('an export is offered when it is done, also after a reload, and downloaded from there', async () => {
  const { page } = admin;
  await admin.openPage('/system/post');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: /csv/i }).first().click();
  await page.getByText('「岗位」导出完成，请在通知铃铛中下载').waitFor({ timeout: 60_000 });
  await page.reload();
  await admin.settled();
  expect(await faultsOfBell(/^通知/, page.getByRole('region', { name: '导出' }), 'exports')).toEqual([]);
  await page.getByRole('button', { name: /^通知/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载 岗位.csv' }).click(),
  ]);
  const content = await download.createReadStream();
  let text = '';
  for await (const part of content) text += part;
  expect(text.trim().split('\n')).toHaveLength(rowCount + 1);
  expect(text).toContain('code_5199');
  await page.evaluate(() => localStorage.setItem('app_language', 'en-US'));
  await admin.openPage('/system/post');
  expect(
    await faultsOfBell(/^Notices/, page.getByRole('region', { name: 'Exports' }), 'exports-english'),
  ).toEqual([]);
  await page.getByRole('button', { name: /^Notices/ }).click();
  await page.getByRole('button', { name: 'Delete the export of Post.csv' }).click();
  await page.getByRole('region', { name: 'Exports' }).waitFor({ state: 'hidden' });
  await page.evaluate(() => localStorage.setItem('app_language', 'zh-CN'));
}, 240_000);

const settings = {
  'mail.smtp.host': '127.0.0.1',
  'mail.smtp.security': 'none',
  'mail.smtp.user': 'oriel',
  'mail.smtp.password': 'hunter2-hunter2',
  'mail.from': 'oriel@example.com',
};

it('an alert arrives there and by e-mail, after the mail server was tried', async () => {
  await ConsoleCalls.as(oriel, 'admin', adminPassword, async (calls) => {
    for (const [configKey, configValue] of Object.entries({
      ...settings,
      'mail.smtp.port': `${mail.port}`,
    })) {
      const { records } = await calls.call('GET', `/system/config/page?configKey=${configKey}`);
      const { configId, version } = records[0];
      await calls.call('PUT', '/system/config', { configId, version, configValue });
    }
  });
  const { page } = admin;
  await admin.openPage('/monitor/alertRule');
  await page.getByRole('button', { name: '发送测试邮件' }).click();
  const test = admin.dialog('发送测试邮件');
  await test.getByRole('button', { name: '发送', exact: true }).click();
  await test.getByText('请输入收件人邮箱').waitFor();
  await test.getByLabel('收件人').fill('duty@example.com');
  await admin.shot('test-mail');
  expect(await admin.findings()).toEqual([]);
  await test.getByRole('button', { name: '发送', exact: true }).click();
  await admin.reported('邮件服务器已接收发给 duty@example.com 的邮件');
  expect(mail.received.map(({ to }) => to)).toEqual([['duty@example.com']]);

  await page.getByRole('button', { name: '新增', exact: true }).click();
  const form = admin.dialog(/新增/);
  await form.getByLabel('名称').fill('服务在运行');
  await form.getByRole('combobox', { name: '数值' }).click();
  await page.getByRole('listbox').getByRole('option', { name: '运行中的进程' }).click();
  await form.getByLabel('阈值').fill('0');
  await form.getByLabel('持续秒数').fill('0');
  await form.getByLabel('通知用户').click();
  await page
    .getByRole('listbox')
    .getByRole('option', { name: /管理员/ })
    .click();
  await form.getByLabel('邮件').fill('boss@example.com');
  await page.keyboard.press('Enter');
  await admin.shot('alert-form');
  await form.getByRole('button', { name: '保存' }).click();
  await admin.done();
  await soon(async () => {
    await page.getByRole('button', { name: '刷新' }).first().click();
    await soon(admin.row('服务在运行').getByText('告警中')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  expect(await faultsOfBell(/^通知/, page.getByText('告警：服务在运行'), 'alert')).toEqual([]);
  expect(mail.received.map(({ to }) => to)).toEqual([['duty@example.com'], ['boss@example.com']]);
}, 240_000);
