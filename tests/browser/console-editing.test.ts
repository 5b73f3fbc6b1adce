import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { editingBeatMs } from '../../lib/contracts/admin/editing.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { startConsoleSite } from '../kit/console-site.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

/** Two people and one row, each in a browser of their own. `ORIEL_SHOTS=<folder>` keeps pictures. */

const password = 'Correct-horse-battery-7';

let oriel: OrielInstance;
let browser: Browser;
let postId: number;
let made = 0;

beforeAll(async () => {
  const shots = process.env['ORIEL_SHOTS'];
  if (shots) mkdirSync(shots, { recursive: true });
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  const first = await ConsolePage.open(browser, oriel);
  await first.makeAdministrator(oriel.setupCode?.code ?? '', password);
  await first.close();
  const once = await byCalls(async (calls) => {
    const menus = (await calls.call('GET', '/system/menu/list')).records as Menu[];
    const room = menus.find(({ component }) => component === 'system/post/index');
    const menuIds = menus
      .filter(
        ({ menuId, parentId }) => menuId === room?.parentId || [menuId, parentId].includes(room?.menuId ?? 0),
      )
      .map(({ menuId }) => menuId);
    const roleId = await calls.role('岗位员', 'posts');
    const { version } = await calls.call('GET', `/system/role/${roleId}`);
    await calls.call('PUT', '/system/role', { roleId, version, menuIds });
    // Both may be read in English, where they choose to.
    const { records } = await calls.call('GET', '/system/config/page?configKey=site.locales');
    const [{ configId, version: setVersion }] = records;
    const configValue = '["zh-CN","en-US"]';
    await calls.call('PUT', '/system/config', { configId, version: setVersion, configValue });
    return calls.user('zhangsan', '张三', [roleId]);
  });
  const second = await ConsolePage.open(browser, oriel);
  await second.signIn('zhangsan', once);
  await second.changePassword(password);
  await second.close();
}, 400_000);
afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

beforeEach(async () => {
  made += 1;
  const body = { postCode: `code${made}`, postName: `岗位${made}`, postSort: made, status: '0' };
  postId = await byCalls(async (calls) => (await calls.call('POST', '/system/post', body)).postId);
});

interface Menu {
  readonly menuId: number;
  readonly parentId: number;
  readonly component: string | null;
}

function byCalls<Made>(use: (calls: ConsoleCalls) => Promise<Made>): Promise<Made> {
  return ConsoleCalls.as(oriel, 'admin', password, use);
}

/** Whoever signs in can have time pass in their browser. */
async function signIn(account: string): Promise<ConsolePage> {
  const person = await ConsolePage.open(browser, oriel);
  person.page.setDefaultTimeout(20_000);
  await person.page.clock.install();
  await person.signIn(account, password);
  return person;
}

const openForm = (person: ConsolePage) => person.room(`/system/post?at=edit.${postId}`);
const openDetails = (person: ConsolePage) => person.room(`/system/post?at=show.${postId}`);
/** Somebody looks on for as long as a beat. */
const aBeatLater = ({ page }: ConsolePage) => page.clock.fastForward(editingBeatMs);
const notice = ({ page }: ConsolePage, text: string | RegExp) =>
  page.getByRole('dialog').getByRole('note').filter({ hasText: text });
const gone = (person: ConsolePage) => person.page.getByRole('note').waitFor({ state: 'detached' });
const savable = ({ page }: ConsolePage) => page.getByRole('button', { name: /^(保存|Save)$/ }).isEnabled();

describe('two who open one row', () => {
  it('are told of each other in form and details, can go on, and are told no more when the other left', async () => {
    const admin = await signIn('admin');
    const zhang = await signIn('zhangsan');
    await openForm(admin);
    await admin.page.getByRole('button', { name: '保存' }).waitFor();
    await openForm(zhang);
    await notice(zhang, '管理员正在编辑，自 ').waitFor();
    expect(await savable(zhang)).toBe(true);
    await zhang.still();
    await zhang.shot('editing-form');
    expect(await zhang.findings()).toEqual([]);
    expect(await admin.page.getByRole('note').count()).toBe(0);
    await aBeatLater(admin);
    await notice(admin, '张三正在编辑').waitFor();

    await openDetails(zhang);
    await notice(zhang, '管理员正在编辑').waitFor();
    await zhang.still();
    await zhang.shot('editing-details');
    expect(await zhang.findings()).toEqual([]);
    await aBeatLater(admin);
    await gone(admin);

    // The page goes, without a word of its user.
    await admin.page.goto(`${oriel.origin}/user/home`);
    await aBeatLater(zhang);
    await gone(zhang);
    await admin.close();
    await zhang.close();
  }, 180_000);

  it('leave with the tab of the console, and are back with it', async () => {
    const admin = await signIn('admin');
    const zhang = await signIn('zhangsan');
    await openForm(admin);
    await openDetails(zhang);
    await notice(zhang, '管理员正在编辑').waitFor();
    // A form with changes stays open in its tab.
    await admin.page.getByLabel('岗位名称').last().fill('改了一半');
    const tab = (name: string) => admin.page.getByRole('tab', { name });
    // Behind the drawer there is the tab bar, for whoever has more than a pointer.
    await tab('首页').dispatchEvent('click');
    await admin.page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
    await aBeatLater(zhang);
    await gone(zhang);
    await tab('岗位管理').dispatchEvent('click');
    await admin.page.getByRole('button', { name: '保存' }).waitFor();
    await aBeatLater(zhang);
    await notice(zhang, '管理员正在编辑').waitFor();
    await admin.close();
    await zhang.close();
  }, 180_000);

  it('may be one: in another browser or window it is said to be oneself', async () => {
    const here = await signIn('admin');
    const there = await signIn('admin');
    await openForm(here);
    await here.page.getByRole('button', { name: '保存' }).waitFor();
    const beside = await here.context.newPage();
    await beside.goto(`${oriel.origin}/system/post?at=show.${postId}`);
    await beside.getByRole('tab', { name: '详情' }).waitFor();
    await openForm(there);
    await notice(there, '您正在另一个窗口中编辑').waitFor();
    await beside.getByRole('note').filter({ hasText: '您正在另一个窗口中编辑' }).waitFor();
    await here.close();
    await there.close();
  }, 180_000);

  it('read it in English and at 390 px, without a serious finding', async () => {
    const admin = await signIn('admin');
    const zhang = await signIn('zhangsan');
    await openForm(admin);
    const { page } = zhang;
    await page.getByRole('button', { name: /^语言/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await openForm(zhang);
    await notice(zhang, 'is editing this, since ').waitFor();
    await zhang.still();
    await zhang.shot('editing-form-en');
    expect(await zhang.findings()).toEqual([]);
    await zhang.resize(390, 844);
    await zhang.shot('editing-form-en-390');
    expect(await zhang.findings()).toEqual([]);
    expect(await zhang.overflow()).toBeLessThanOrEqual(0);
    await admin.close();
    await zhang.close();
  }, 180_000);
});
