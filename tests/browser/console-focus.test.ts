import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { ConsolePage } from '../kit/console-page.ts';
import { openComparePage, unseen, walkByTab } from '../kit/focus-walk.ts';
import { site, withSite } from '../kit/shared-site.ts';

/** Every Tab stop has a visible focus indicator, in light and dark pages. */

let comparePage: Page;

withSite(async () => {
  comparePage = await openComparePage(site.browser);
});

it('control: the check detects a button without a focus ring', async () => {
  const page = await site.browser.newPage();
  await page.setContent(
    '<style>#bare { outline: none }</style><button>ring</button><button id=bare>bare</button>',
  );
  const stops = await walkByTab(page, comparePage);
  expect(stops.map(({ name }) => name)).toEqual(['button ring', 'button bare']);
  expect(unseen(stops)).toEqual([expect.stringContaining('button bare: 0 of')]);
  await page.close();
});

describe.each(['light', 'dark'] as const)('focus rings in %s pages', (scheme) => {
  let person: ConsolePage;
  let page: Page;
  beforeEach(async () => {
    person = await site.signedIn({ scheme });
    page = person.page;
  });
  afterEach(() => person.close());

  it('are visible on the login page', async () => {
    await person.context.clearCookies();
    await page.goto(`${site.oriel.origin}/user/login`);
    await page.getByLabel('账号').waitFor();
    const stops = await walkByTab(page, comparePage);
    expect(stops.length).toBeGreaterThan(3);
    expect(unseen(stops)).toEqual([]);
  }, 120_000);

  it('are visible in a form', async () => {
    await person.openPage('/system/user?at=new');
    await person.dialog(/新增/).getByLabel('账号').waitFor();
    const stops = await walkByTab(page, comparePage);
    expect(stops.length).toBeGreaterThan(8);
    expect(unseen(stops)).toEqual([]);
  }, 200_000);

  it('are visible in the settings drawer', async () => {
    await person.openPage('/index');
    await page.getByRole('button', { name: '界面设置' }).click();
    await person.dialog('界面设置').waitFor();
    await person.still();
    const stops = await walkByTab(page, comparePage);
    expect(stops.length).toBeGreaterThan(12);
    expect(unseen(stops)).toEqual([]);
  }, 200_000);
});

// The ring is the same on every page of a scheme; a list has the most kinds of stops.
describe('focus rings in a list', () => {
  it('are visible at menu, header, tabs, tree, search, toolbar, headings, rows and paging', async () => {
    await site.admin.openPage('/system/user');
    const { page } = site.admin;
    const stops = await walkByTab(page, comparePage);
    const names = stops.map(({ name }) => name).join('\n');
    const known = [
      '系统管理',
      'tab ',
      '界面设置',
      '关键字',
      '状态',
      '新增',
      '列设置',
      'separator',
      '选择 管理员',
    ];
    for (const part of [...known, '修改 管理员', '每页条数', '第 1 页']) expect(names).toContain(part);
    expect(unseen(stops)).toEqual([]);
  }, 400_000);
});
