import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { chineseTexts } from '../kit/chinese-texts.ts';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';
import {
  addAlarms,
  addLongNames,
  alarmNames,
  designerPage,
  listFaults,
  longNames,
  overflowFaults,
  treeFaults,
} from '../kit/list-layout.ts';

/** The console in English, which the setting `site.locales` can disable. */

let site: ConsoleSite;
let person: ConsolePage;
let page: Page;
/** Address of the designer with a theme. */
let designer: string;

beforeAll(async () => {
  site = await ConsoleSite.start();
  person = site.admin;
  page = person.page;
  await site.asAdmin(async (calls) => {
    await addLongNames(calls);
    await addAlarms(calls, site.oriel.origin);
    designer = await designerPage(calls, 'Lobby');
  });
}, 400_000);
afterAll(() => site?.close());

async function chooseEnglish(): Promise<void> {
  await page.getByRole('button', { name: /^(语言|Language)/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

/** Sets the languages that users may choose. */
async function allowLanguages(...locales: readonly string[]): Promise<void> {
  await site.asAdmin(async (calls) => {
    const { records } = await calls.call('GET', '/system/config/page?configKey=site.locales');
    const [{ configId, version }] = records;
    const body = { configId, version, configValue: JSON.stringify(locales) };
    if (records[0].configValue !== body.configValue) await calls.call('PUT', '/system/config', body);
  });
}

/** Loads the console in English, without tabs: each page is rendered alone. */
async function enterInEnglish(): Promise<void> {
  await allowLanguages('zh-CN', 'en-US');
  await person.leave();
  await page.evaluate(() => {
    localStorage.setItem('app_language', 'en-US');
    localStorage.setItem('multi_tab', 'false');
  });
  await person.openPage('/index');
}

/** The administrator's name as typed, and its first letter as avatar; a language in its own name. */
const typed = [...longNames, ...alarmNames, '简体中文', '管理员', '管'];
const chinese = () => chineseTexts(page, typed);

const pages = [
  '/index',
  '/iot/company',
  '/iot/device',
  '/iot/camera',
  '/iot/wall',
  '/iot/savedWall',
  '/iot/alarm',
  '/iot/alarmToken',
  '/iot/webhook',
  '/iot/webhookDelivery',
  '/iot/recording',
  '/iot/share',
  '/iot/theme',
  '/iot/voice',
  '/iot/talkLog',
  '/iot/application',
  '/iot/token',
  '/mall/shippingTemplates',
  '/stat/device',
  '/stat/report',
  '/system/area',
  '/system/user',
  '/system/role',
  '/system/role/authUser?roleId=2',
  '/system/menu',
  '/system/dept',
  '/system/post',
  '/system/dict',
  '/system/dict?type=sys_notice_type',
  '/system/config',
  '/system/appVersion',
  '/system/article',
  '/system/article/form',
  '/system/articleCategory',
  '/system/notice',
  '/system/file',
  '/system/notice/form',
  '/feedback/list',
  '/account/feedback',
  '/feedback/message',
  '/feedback/template',
  '/account/inbox',
  '/monitor/job',
  '/monitor/job/log',
  '/monitor/online',
  '/monitor/logininfor',
  '/monitor/operlog',
  '/monitor/server',
  '/monitor/cache',
  '/monitor/alertRule',
  '/tool/swagger',
  '/account/center',
  '/account/settings?tab=base',
  '/account/settings?tab=security',
  '/account/settings?tab=password',
  '/account/settings?tab=avatar',
  '/nothing/here',
];
const trees: readonly string[] = ['/system/menu', '/system/dept'];

describe('English', () => {
  it('is listed but cannot be selected until the setting allows it', async () => {
    await allowLanguages('zh-CN');
    await person.leave();
    await page.evaluate(() => localStorage.removeItem('app_language'));
    await person.openPage('/index');
    await page.getByRole('button', { name: /^语言/ }).click();
    const english = page.getByRole('menuitemradio', { name: 'English' });
    await english.waitFor();
    expect(await english.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await allowLanguages('zh-CN', 'en-US');
    await page.reload();
    await person.settled();
    await chooseEnglish();
    expect(
      await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('app_language')]),
    ).toEqual(['en-US', 'en-US']);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  }, 120_000);

  it('every page at 1440, 1280 and 390 px contains no Chinese except user data, and nothing overflows', async () => {
    await enterInEnglish();
    const faults: string[] = [];
    const see = async (place: string, found: readonly string[]) => {
      const all = [...found, ...(await overflowFaults(person)), ...(await chinese())];
      faults.push(...all.map((one) => `${place}: ${one}`));
      await person.shot(`en${place.replace(/[/?=]/g, '-')}`);
    };
    const every = [...pages, designer];
    for (const path of every) {
      await person.visit(path);
      await see(path, await listFaults(page));
      await person.resize(1280, 800);
      faults.push(...(await listFaults(page)).map((one) => `${path} at 1280 px: ${one}`));
      await person.resize(1440, 900);
      if (!trees.includes(path)) continue;
      faults.push(...(await treeFaults(person)).map((one) => `${path}: ${one}`));
      await person.resize(1440, 900);
    }
    await person.resize(390, 844);
    for (const path of every) {
      await person.visit(path);
      await see(`${path} on a phone`, []);
    }
    await person.resize(1440, 900);
    expect(faults).toEqual([]);
  }, 400_000);

  it('forms, drawers and rejections', async () => {
    await enterInEnglish();
    const faults: string[] = [];
    const see = async (what: string) => {
      await person.still();
      await person.shot(`en-${what.replaceAll(' ', '-')}`);
      faults.push(...(await chinese()).map((text) => `${what}: ${text}`));
    };
    for (const path of [
      '/iot/company',
      '/iot/device',
      '/iot/application',
      '/system/user',
      '/system/post',
      '/system/menu',
    ]) {
      await person.visit(path);
      await page.getByRole('button', { name: 'Add', exact: true }).first().click();
      const drawer = page.getByRole('dialog').last();
      await drawer.getByRole('button', { name: 'Save' }).click();
      await drawer
        .getByText(/needed|required|is /)
        .first()
        .waitFor();
      await see(`form of ${path.slice(1).replace('/', ' ')}`);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'hidden' });
    }
    await person.openPage('/iot/camera');
    await page.getByRole('button', { name: 'Add camera' }).click();
    // Wait until the part has loaded: before, Escape would close nothing.
    const connect = page.getByRole('dialog', { name: 'Add camera' });
    await connect.getByRole('textbox').first().waitFor();
    await see('connect a camera');
    await page.keyboard.press('Escape');
    await connect.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('dialog', { name: 'Appearance' }).waitFor();
    await see('settings');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Appearance' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search menus/ }).waitFor();
    await see('palette');
    await person.openPage('/system/notice/form');
    const toolbar = page.locator('.mantine-RichTextEditor-toolbar');
    expect(await toolbar.getByRole('button').first().getAttribute('aria-label')).toBe('Bold');
    expect(faults).toEqual([]);
  }, 600_000);
});

describe('built-in records', () => {
  /** A page, and the action that opens a dialog on it. */
  const openings: readonly (readonly [openPage: string, open: () => Promise<unknown>])[] = [
    ...[
      '/iot/company',
      '/iot/device',
      '/iot/camera',
      '/system/menu',
      '/system/role',
      '/system/dept',
      '/system/config',
      '/system/dict?type=sys_notice_type',
      '/monitor/logininfor',
      '/monitor/operlog',
    ].map((openPage) => [openPage, () => act('Details')] as const),
    ...['/iot/company', '/iot/device', '/system/dept', '/system/config', '/system/menu', '/monitor/job'].map(
      (openPage) => [openPage, () => act('Edit')] as const,
    ),
    ['/system/dict?type=sys_notice_type', () => act('Edit')],
    // The administrator role cannot be edited.
    ['/system/role', () => act('Access', 2)],
    ['/system/user', () => act('Roles')],
    ['/system/user', () => page.getByRole('button', { name: 'Import', exact: true }).click()],
  ];

  /** Clicks a row action, of the first row by default, either in the row or in its menu. */
  async function act(name: string, at = 1): Promise<void> {
    const row = page.getByRole('main').getByRole('row').nth(at);
    const beside = row.getByRole('button', { name: new RegExp(`^${name}\\b`) });
    const more = row.getByRole('button', { name: /^More/ });
    await beside.or(more).first().waitFor();
    if (await beside.count()) return beside.first().click();
    await more.click();
    await page.getByRole('menuitem', { name }).click();
  }

  it('are English in their details, forms and histories', async () => {
    await enterInEnglish();
    const faults: string[] = [];
    let seen = 0;
    for (const [openPage, open] of openings) {
      await person.visit(openPage);
      // The dialog of the previous page.
      await soon(page.getByRole('dialog')).toHaveCount(0);
      await open();
      const dialog = page.getByRole('dialog').last();
      await dialog.waitFor();
      await person.settled();
      const histories = await dialog.getByRole('tab', { name: 'History' }).all();
      seen += histories.length;
      for (const part of [null, ...histories]) {
        await part?.click();
        await person.settled();
        await person.still();
        const place = `${(await dialog.getAttribute('aria-label')) ?? (await dialog.innerText()).split('\n')[0]} of ${openPage}`;
        await person.shot(
          `en-row${openPage.replace(/[/?=]/g, '-')}-${place.replace(/\W+/g, '-')}`.slice(0, 80),
        );
        faults.push(...(await chinese()).map((text) => `${place}: ${text}`));
      }
    }
    expect(faults).toEqual([]);
    expect(seen).toBeGreaterThan(5);
  }, 600_000);
});

describe('Chinese', () => {
  it('labels the buttons of the editor as well', async () => {
    await site.call('PUT', '/preference/language', { value: 'zh-CN' });
    await person.openPage('/system/notice/form');
    const buttons = page.locator('.mantine-RichTextEditor-toolbar').getByRole('button');
    await buttons.first().waitFor();
    const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    expect(names.filter((name) => !/^\p{Script=Han}+$/u.test(name))).toEqual([]);
    expect(names).toContain('加粗');
  }, 120_000);
});
