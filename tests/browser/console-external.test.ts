import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import { type OtherBackend, startOtherBackend } from '../kit/other-backend.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';

/** Pages of one server whose calls go to another one: `ORIEL_CONSOLE_API`. */

const password = adminPassword;
const soon = expectPage.configure({ timeout: 30_000 });

/** The server with the data. */
let behind: OrielInstance;
let backend: OtherBackend;
/** The server with the pages. */
let pages: OrielInstance;
let browser: Browser;
let person: ConsolePage;
let page: Page;

beforeAll(async () => {
  const shots = process.env.ORIEL_SHOTS;
  if (shots) mkdirSync(shots, { recursive: true });
  [behind, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  backend = await startOtherBackend(behind);
  pages = await startOriel({ env: { ORIEL_CONSOLE_API: backend.api } });
  backend.pages = pages.origin;
  await asAdmin(async (calls) => {
    await calls.call('POST', '/system/post', {
      postCode: 'gate',
      postName: '门卫',
      postSort: 1,
      status: '0',
    });
  });
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await pages?.stop();
  await backend?.stop();
  await behind?.stop();
});

beforeEach(async () => {
  backend.missing.clear();
  person = await ConsolePage.open(browser, pages);
  page = person.page;
  page.setDefaultTimeout(30_000);
});
afterEach(async () => {
  await person.context.close();
});

let made = 0;
/** A unique name. */
function fresh(name: string): string {
  made += 1;
  return `${name}${made}`;
}

const asAdmin = <Made>(use: (calls: ConsoleCalls) => Promise<Made>) =>
  ConsoleCalls.as(behind, 'admin', password, use);

describe('a console with another backend', () => {
  it('permits that origin in its policy, and no other', async () => {
    const answer = await fetch(`${pages.origin}/user/login`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`connect-src 'self' ${backend.origin};`);
    expect(policy).toContain(`img-src 'self' data: blob: ${backend.origin};`);
    expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic';/);
    expect(await answer.text()).toContain(backend.api);
  });

  it('signs in, shows a list, saves, and survives a reload', async () => {
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) requested.push(new URL(request.url()).origin);
    });
    await page.goto(`${pages.origin}/system/post`);
    await page.waitForURL(`${pages.origin}/user/login?redirect=%2Fsystem%2Fpost`);
    await page.getByLabel('账号').fill('admin');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL(`${pages.origin}/system/post`);
    await person.row('门卫').waitFor();
    await person.shot('external-list');
    await page.getByRole('button', { name: '新增' }).first().click();
    const drawer = page.getByRole('dialog', { name: /^新增/ });
    const nurse = fresh('护士');
    await drawer.getByLabel('岗位编码').fill(fresh('nurse'));
    await drawer.getByLabel('岗位名称').fill(nurse);
    await drawer.getByRole('button', { name: '保存' }).click();
    await person.row(nurse).waitFor();
    await page.reload();
    await person.row(nurse).waitFor();
    await page.goto(`${pages.origin}/user/login`);
    await page.waitForURL('**/index');
    expect([...new Set(requested)]).toEqual([backend.origin]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(person.complaints).toEqual([]);
  }, 180_000);

  it("opens pages that only that backend's menu contains", async () => {
    const [menuName, path] = [fresh('门岗'), fresh('/mall/gates')];
    await asAdmin((calls) =>
      calls.call('POST', '/system/menu', {
        parentId: 0,
        menuName,
        menuType: 'C',
        orderNum: 99,
        path,
        component: 'system/post/index',
        isFrame: '1',
        isCache: '0',
        visible: '0',
        status: '0',
      }),
    );
    await person.signIn('admin', password);
    await person.openPage(path);
    await page.getByRole('heading', { level: 1, name: menuName }).waitFor();
    await person.row('门卫').waitFor();
    expect(person.complaints).toEqual([]);
  }, 120_000);

  it('downloads a stream from that backend', async () => {
    await person.signIn('admin', password);
    await person.openPage('/system/post');
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出' }).first().click();
    await page.getByRole('menuitem', { name: /CSV/ }).click();
    const file = await (await arriving).path();
    expect(await readFile(file, 'utf8')).toContain('门卫');
    await person.reported('下载成功');
    expect(person.complaints).toEqual([]);
  }, 120_000);

  it('shows an avatar from there', async () => {
    await person.signIn('admin', password);
    await person.openPage('/account/settings?tab=avatar');
    await page.locator('input[type=file]').setInputFiles('docs/images/sample-page.png');
    await page.getByRole('button', { name: '保存头像' }).click();
    await person.reported('已保存');
    const avatar = page.getByRole('button', { name: /账户菜单/ }).locator('img');
    await avatar.waitFor();
    expect(new URL((await avatar.getAttribute('src')) ?? '').origin).toBe(backend.origin);
    expect(
      await avatar.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(256);
    expect(person.complaints).toEqual([]);
  }, 120_000);

  it('reports once that the session was ended there, and shows the login page', async () => {
    await person.signIn('admin', password);
    await person.openPage('/system/post');
    await asAdmin(async (calls) => {
      const { records } = await calls.call('GET', '/monitor/online/page?pageSize=100');
      for (const { tokenId, current } of records) {
        if (!current) await calls.call('DELETE', `/monitor/online/${tokenId}`);
      }
    });
    // The list also shows it, instead of rows.
    const before = person.received.length;
    await page.getByRole('button', { name: '刷新' }).first().click();
    await page.waitForURL(`${pages.origin}/user/login?redirect=%2Findex`);
    await page.getByRole('alert').filter({ hasText: '登录状态已过期，请重新登录' }).waitFor();
    expect(person.received.slice(before)).toEqual(['登录状态已过期，请重新登录']);
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
    await person.signIn('admin', password);
  }, 120_000);

  it('signs out there, and another tab follows', async () => {
    await person.signIn('admin', password);
    const other = await person.context.newPage();
    await other.goto(`${pages.origin}/system/post`);
    await other.getByRole('row').filter({ hasText: '门卫' }).waitFor();
    backend.calls.length = 0;
    await page.getByRole('button', { name: /账户菜单/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page.getByRole('button', { name: '确定' }).click();
    await other.waitForURL(`${pages.origin}/user/login?redirect=%2Fsystem%2Fpost`);
    await soon.poll(() => backend.calls).toContain('GET /logout');
    expect(person.complaints).toEqual([]);
  }, 120_000);
});

describe('a backend with the specified calls only', () => {
  beforeEach(() => {
    for (const path of ['/token/renew', '/setup']) backend.missing.add(path);
  });

  it('has a session until the page is left: a reload requires signing in again, and returns', async () => {
    await person.signIn('admin', password);
    await person.openPage('/system/post').catch(() => undefined);
    await page.waitForURL(`${pages.origin}/user/login?redirect=%2Fsystem%2Fpost`);
    expect(await page.getByRole('alert').filter({ hasText: /\S/ }).count()).toBe(0);
    await page.getByLabel('账号').fill('admin');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await person.row('门卫').waitFor();
  }, 120_000);
});

describe('a backend that does not allow this origin', () => {
  it('is reported as unreachable', async () => {
    backend.pages = 'http://somewhere.example';
    try {
      await page.goto(`${pages.origin}/user/login`);
      await page.getByLabel('账号').fill('admin');
      await page.getByLabel('密码', { exact: true }).fill(password);
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await person.reported('后端接口连接异常');
    } finally {
      backend.pages = pages.origin;
    }
  }, 120_000);
});
