import { expect } from 'expect';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import type { ConsolePage } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';

/** What the console shows when calls fail: every error once. */

let site: ConsoleSite;
let person: ConsolePage;
let page: Page;
beforeAll(async () => {
  site = await ConsoleSite.start();
  ({ admin: person, page } = site);
  await person.openPage('/index');
}, 300_000);
afterAll(() => site?.close());

/** What every page needs: without it, there is none. */
const needed =
  /\/(?:token\/renew|get-user-info|getRouters|preference\/|sys\/area\/tree|system\/dict\/data\/types)/;

/** Lets every call of a page fail, each with its own message. Returns the messages. */
async function failCalls(): Promise<{ readonly messages: ReadonlySet<string>; end(): Promise<void> }> {
  const messages = new Set<string>();
  const fail = (route: Route) => {
    const { pathname } = new URL(route.request().url());
    if (needed.test(pathname)) return route.continue();
    const message = `失败 ${pathname} 。`;
    messages.add(message);
    return route.fulfill({
      json: { code: 'B0001', success: false, message, msg: message, data: null },
    });
  };
  await page.route('**/api/admin/**', fail);
  return { messages, end: () => page.unroute('**/api/admin/**', fail) };
}

const timesShown = (text: string) =>
  page.evaluate((wanted) => document.body.innerText.split(wanted).length - 1, text);

it('what a page could not read is reported once, in its place', async () => {
  const { messages, end } = await failCalls();
  const faults: string[] = [];
  let shown = 0;
  for (const path of [
    '/iot/company',
    '/iot/camera',
    '/iot/map',
    '/iot/recording',
    '/mall/shippingTemplates',
    '/stat/report',
    '/system/user',
    '/system/menu',
    '/system/dict',
    '/account/feedback',
    '/account/inbox',
    '/monitor/server',
    '/monitor/cache',
    '/tool/swagger',
    '/account/center',
    '/account/settings?tab=security',
    '/index',
  ]) {
    await person.visit(path);
    for (const message of messages) {
      const count = await timesShown(message);
      shown += count;
      if (count > 1) faults.push(`${path}: ${message} is shown ${count} times`);
    }
    const toasts = await page.locator('.mantine-Notification-root').allInnerTexts();
    faults.push(...toasts.map((toast) => `${path}: toast ${toast}`));
  }
  await end();
  expect(faults).toEqual([]);
  expect(shown).toBeGreaterThan(12);
}, 240_000);

it('calls of an action that fail are one toast', async () => {
  await person.openPage('/system/post');
  const { end } = await failCalls();
  await page.getByRole('button', { name: '导出', exact: true }).first().click();
  await page.getByRole('menuitem').first().click();
  await person.reported(/失败/);
  expect(await page.locator('.mantine-Notification-root').count()).toBe(1);
  await end();
}, 120_000);
