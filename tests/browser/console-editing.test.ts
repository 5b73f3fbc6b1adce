import { expect } from 'expect';
import type { Locator } from 'playwright-core';
import { beforeEach, describe, it } from 'vitest';
import { editingBeatMs } from '../../lib/contracts/admin/editing.ts';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { adminPassword } from '../kit/console-site.ts';
import { site, withSite } from '../kit/shared-site.ts';

/** Two users and one row, each in a separate browser context. `ORIEL_SHOTS=<folder>` saves screenshots. */

let postId: number;

withSite(async () => {
  const roleId = await site.asAdmin(async (calls) => {
    const menus = (await calls.call('GET', '/system/menu/list')).records as Menu[];
    const openPage = menus.find(({ component }) => component === 'system/post/index');
    const menuIds = menus
      .filter(
        ({ menuId, parentId }) =>
          menuId === openPage?.parentId || [menuId, parentId].includes(openPage?.menuId ?? 0),
      )
      .map(({ menuId }) => menuId);
    const roleId = await calls.role('岗位员', 'posts');
    const { version } = await calls.call('GET', `/system/role/${roleId}`);
    await calls.call('PUT', '/system/role', { roleId, version, menuIds });
    // Enables English for users who choose it.
    const { records } = await calls.call('GET', '/system/config/page?configKey=site.locales');
    const [{ configId, version: setVersion }] = records;
    const configValue = '["zh-CN","en-US"]';
    await calls.call('PUT', '/system/config', { configId, version: setVersion, configValue });
    return roleId;
  });
  await site.person('zhangsan', '张三', adminPassword, [roleId]);
});

beforeEach(async () => {
  const body = { postCode: site.fresh('code'), postName: site.fresh('岗位'), postSort: 1, status: '0' };
  postId = (await site.call('POST', '/system/post', body)).postId;
});

interface Menu {
  readonly menuId: number;
  readonly parentId: number;
  readonly component: string | null;
}

/** A signed-in user whose browser has a fake clock. */
async function signIn(account: string): Promise<ConsolePage> {
  const person = await site.signedIn({ account, password: adminPassword });
  await person.page.clock.install();
  return person;
}

/** Waits for the response to the next heartbeat, which reports who is editing. */
const nextBeat = ({ page }: ConsolePage) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith('/editing'));

async function openForm(person: ConsolePage): Promise<void> {
  const beat = nextBeat(person);
  await person.openPage(`/system/post?at=edit.${postId}`);
  await beat;
}
const openDetails = (person: ConsolePage) => person.openPage(`/system/post?at=show.${postId}`);
const notice = ({ page }: ConsolePage, text: string | RegExp) =>
  page.getByRole('dialog').getByRole('note').filter({ hasText: text });
/**
 * Repeats heartbeats until the element occurs `count` times: the effect of another page may reach the server after one
 * of them.
 */
const untilCount = (person: ConsolePage, what: Locator, count: number) =>
  soon
    .poll(async () => {
      const beat = nextBeat(person);
      await person.page.clock.fastForward(editingBeatMs);
      await beat;
      return what.count();
    })
    .toBe(count);
const isReported = (person: ConsolePage, text: string) => untilCount(person, notice(person, text), 1);
const isNotNotified = (person: ConsolePage) => untilCount(person, person.page.getByRole('note'), 0);
const savable = ({ page }: ConsolePage) => page.getByRole('button', { name: /^(保存|Save)$/ }).isEnabled();

describe('two users with the same row open', () => {
  it('see each other in form and details, can continue, and no longer see each other after one left', async () => {
    const admin = await signIn('admin');
    const zhang = await signIn('zhangsan');
    await openForm(admin);
    await openForm(zhang);
    await notice(zhang, '管理员正在编辑，自 ').waitFor();
    expect(await admin.page.getByRole('note').count()).toBe(0);
    expect(await savable(zhang)).toBe(true);
    await zhang.still();
    await zhang.shot('editing-form');
    expect(await zhang.findings()).toEqual([]);
    await isReported(admin, '张三正在编辑');

    await openDetails(zhang);
    await notice(zhang, '管理员正在编辑').waitFor();
    await zhang.still();
    await zhang.shot('editing-details');
    expect(await zhang.findings()).toEqual([]);
    await isNotNotified(admin);

    // A navigation without a prompt.
    await admin.page.goto(`${site.oriel.origin}/user/home`);
    await isNotNotified(zhang);
    await admin.close();
    await zhang.close();
  }, 180_000);

  it('leave with the console tab, and return with it', async () => {
    const admin = await signIn('admin');
    const zhang = await signIn('zhangsan');
    await openForm(admin);
    await openDetails(zhang);
    await notice(zhang, '管理员正在编辑').waitFor();
    // A form with changes stays open in its tab.
    await admin.page.getByLabel('岗位名称').last().fill('改了一半');
    const tab = (name: string) => admin.page.getByRole('tab', { name });
    // The tab bar is behind the drawer, but reachable without a pointer.
    await tab('首页').dispatchEvent('click');
    await admin.page.getByRole('heading', { level: 1, name: '首页' }).waitFor();
    await isNotNotified(zhang);
    await tab('岗位管理').dispatchEvent('click');
    await admin.page.getByRole('button', { name: '保存' }).waitFor();
    await isReported(zhang, '管理员正在编辑');
    await admin.close();
    await zhang.close();
  }, 180_000);

  it('in another browser or window of the same user are shown as that user', async () => {
    const here = await signIn('admin');
    const otherWindow = await signIn('admin');
    await openForm(here);
    const beside = await here.context.newPage();
    await beside.goto(`${site.oriel.origin}/system/post?at=show.${postId}`);
    await beside.getByRole('tab', { name: '详情' }).waitFor();
    await openForm(otherWindow);
    await notice(otherWindow, '您正在另一个窗口中编辑').waitFor();
    await beside.getByRole('note').filter({ hasText: '您正在另一个窗口中编辑' }).waitFor();
    await here.close();
    await otherWindow.close();
  }, 180_000);

  it('see it in English and at 390 px, without a serious accessibility finding', async () => {
    const admin = await signIn('admin');
    const zhang = await signIn('zhangsan');
    await openForm(admin);
    const { page } = zhang;
    await zhang.openPage('/index');
    await page.getByRole('button', { name: /^语言/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await openForm(zhang);
    await notice(zhang, 'has been editing this since ').waitFor();
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
