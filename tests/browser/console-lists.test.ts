import { expect } from 'expect';
import type { Locator } from 'playwright-core';
import { describe, it } from 'vitest';
import { isIdentity } from '../../app/_console/resource/table/fit-columns.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { soon } from '../kit/console-page.ts';
import { addLongNames } from '../kit/list-layout.ts';
import { admin, page, site, withSite } from '../kit/shared-site.ts';

/** What distinguishes the rows of a list is visible in a window of 1280 x 800, in both languages. */

withSite(async () => {
  await site.asAdmin(async (calls) => {
    await addLongNames(calls);
    for (let at = 10; at < 24; at += 1) {
      await calls.user(`operator_of_the_north_${at}`, `北区夜间值班人员${at}`, []);
      const post = { postCode: `night_watch_${at}`, postName: `夜间巡逻与应急处置岗位${at}`, postSort: at };
      await calls.call('POST', '/system/post', { ...post, status: '0' });
    }
  });
});

const enter = async (language: string) => {
  await admin.leave();
  await page.evaluate((locale) => {
    localStorage.setItem('app_language', locale);
    localStorage.setItem('multi_tab', 'false');
  }, language);
  await site.call('PUT', '/preference/language', { value: language });
  await admin.openPage('/index');
  await admin.resize(1280, 800);
};

const lists: readonly (readonly [string, ResourceDef])[] = [
  ['/iot/company', resources['iot.company']],
  ['/iot/device', resources['iot.device']],
  ['/iot/camera', resources['iot.camera']],
  ['/iot/application', resources['iot.application']],
  ['/iot/token', resources['iot.token']],
  ['/system/user', resources['system.user']],
  ['/system/role', resources['system.role']],
  ['/system/post', resources['system.post']],
  ['/system/dict', resources['system.dictType']],
  ['/system/config', resources['system.config']],
  ['/system/notice', resources['system.notice']],
  ['/monitor/job', resources['monitor.job']],
  ['/monitor/online', resources['monitor.online']],
  ['/monitor/logininfor', resources['monitor.logininfor']],
  ['/monitor/operlog', resources['monitor.operlog']],
];

/** Texts of a column that are truncated. */
const cutTexts = (name: string) =>
  page.evaluate(
    (column) =>
      [...document.querySelectorAll(`td[data-column="${column}"] [data-value]`)].flatMap((value) => {
        const parts = [value, ...value.querySelectorAll('[data-cut]')];
        return parts.some((part) => part.scrollWidth > part.clientWidth + 1) ? [value.textContent] : [];
      }),
    name,
  );
const rowsInWindow = () =>
  page.evaluate(() => {
    const list = document.querySelector('section:has(> table)')?.getBoundingClientRect();
    const bottom = Math.min(list?.bottom ?? 0, innerHeight);
    return [...document.querySelectorAll('tbody tr')].filter(
      (row) => row.getBoundingClientRect().bottom <= bottom + 1,
    ).length;
  });

describe.each(['zh-CN', 'en-US'])('lists at 1280 x 800 in %s', (language) => {
  it('never cut what tells rows apart, and fold the search to one line', async () => {
    await enter(language);
    const faults: string[] = [];
    for (const [path, definition] of lists) {
      await admin.visit(path);
      await admin.still();
      for (const name of Object.keys(definition.fields).filter((one) => isIdentity(definition, one)))
        faults.push(...(await cutTexts(name)).map((text) => `${path}: ${text}`));
      const search = await page.getByRole('search').boundingBox();
      if ((search?.height ?? 0) > 40) faults.push(`${path}: the search is ${search?.height} px high`);
      await admin.shot(`list${path.replaceAll('/', '-')}-${language}`);
    }
    expect(faults).toEqual([]);
  }, 200_000);

  it.each(['/system/post', '/system/user'])(
    '%s shows ten rows, and their buttons where the pointer is',
    async (path) => {
      await enter(language);
      await admin.visit(`${path}?pageSize=20`);
      await admin.still();
      expect(await rowsInWindow()).toBeGreaterThanOrEqual(10);
      const row = page.locator('tbody tr').nth(4);
      await row.hover();
      const buttons = row.locator('[data-row-actions]');
      await soon.poll(() => buttons.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
      await admin.shot(`hover${path.replaceAll('/', '-')}-${language}`);
    },
    60_000,
  );
});

it('the search remembers that it shows all filters', async () => {
  await enter('zh-CN');
  await admin.visit('/system/user');
  await page.getByRole('button', { name: '展开' }).click();
  await soon(page.getByRole('button', { name: '收起', exact: true })).toBeVisible();
  // Stored after a short delay.
  await page.waitForResponse((response) => response.url().includes('/preference/table.system.user'));
  await admin.openPage('/system/user');
  await soon(page.getByRole('button', { name: '收起', exact: true })).toBeVisible();
}, 60_000);

describe('a line of actions', () => {
  /** Number of lines of the visible buttons, and names of those that are cut or overlapped by the next one. */
  const lineOf = (bar: Locator) =>
    bar.evaluate((element) => {
      const { right } = element.getBoundingClientRect();
      const buttons = [...element.querySelectorAll('button')].filter(
        (button) => button.checkVisibility({ visibilityProperty: true }) && !button.closest('[inert]'),
      );
      const boxes = buttons.map((button) => button.getBoundingClientRect());
      const cut = buttons.filter((button, at) => {
        const label = button.querySelector('.mantine-Button-label');
        const next = Math.min(right, boxes[at + 1]?.left ?? right);
        return (boxes[at]?.right ?? 0) > next + 1 || (label && label.scrollWidth > label.clientWidth + 1);
      });
      return {
        lines: new Set(boxes.map(({ top, height }) => Math.round((top + height / 2) / 8))).size,
        cut: cut.map(({ innerText }) => innerText),
      };
    });
  const oneLine = { lines: 1, cut: [] };
  const bulkBar = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^(已选|\d+ .*selected)/ })
      .locator('..');

  it.each(['zh-CN', 'en-US'])('is above a list for its selected rows: %s', async (language) => {
    await enter(language);
    for (const path of ['/system/user', '/system/post', '/iot/camera', '/iot/device']) {
      await admin.openPage(path);
      await page.getByRole('checkbox').first().click();
      await bulkBar().getByRole('button').first().waitFor();
      await admin.still();
      expect([path, await lineOf(bulkBar())]).toEqual([path, oneLine]);
    }
    // What does not fit is in the menu.
    await admin.openPage('/system/user');
    await page.getByRole('checkbox').first().click();
    const remove = page.getByRole('button', { name: /^(删除所选|Delete selected)$/ });
    if (!(await remove.isVisible()))
      await bulkBar()
        .getByRole('button', { name: /^(更多|More)$/ })
        .click();
    await remove.and(page.locator(':visible')).first().click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).waitFor();
  });

  it.each(['zh-CN', 'en-US'])('is above the records on a phone: %s', async (language) => {
    await enter(language);
    await admin.resize(390, 844);
    for (const path of ['/system/user', '/system/post', '/iot/camera']) {
      await admin.openPage(path);
      const bar = page.getByRole('button', { name: /^(刷新|Refresh)$/ }).locator('xpath=../..');
      await soon(async () => expect([path, await lineOf(bar)]).toEqual([path, oneLine])).toPass({
        timeout: 30_000,
      });
      await page.locator('li').getByRole('checkbox').first().click();
      await bulkBar().getByRole('button').first().waitFor();
      await soon(async () => expect([path, await lineOf(bulkBar())]).toEqual([path, oneLine])).toPass({
        timeout: 30_000,
      });
    }
  });
});
