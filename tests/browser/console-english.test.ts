import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { ConsolePage } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';

/** The console in English, once the setting `site.locales` names it. */

const han = /[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]/;

let site: ConsoleSite;
let person: ConsolePage;
let page: Page;

beforeAll(async () => {
  site = await ConsoleSite.start();
}, 400_000);
afterAll(() => site?.close());

beforeEach(async () => {
  person = await site.signIn();
  page = person.page;
});
afterEach(() => person.close());

async function chooseEnglish(): Promise<void> {
  await page.getByRole('button', { name: /^(语言|Language)/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

/** The setting that says which languages may be chosen. */
async function allowLanguages(...locales: readonly string[]): Promise<void> {
  await site.asAdminError(async (calls) => {
    const { records } = await calls.call('GET', '/system/config/page?configKey=site.locales');
    const [{ configId, version }] = records;
    const body = { configId, version, configValue: JSON.stringify(locales) };
    if (records[0].configValue !== body.configValue) await calls.call('PUT', '/system/config', body);
  });
}
const allowEnglish = () => allowLanguages('zh-CN', 'en-US');

/** What the administrator is called, as they typed it, and its first letter as a picture; a language by its own name. */
const typed = ['简体中文', '管理员', '管'];
/** Names that stand beside the English ones, where both are edited. */
const both = ['menuName', 'dictLabel'];

/** Texts on the page with Chinese in them that nobody typed. */
async function chinese(): Promise<readonly string[]> {
  const found = await page.evaluate(() => {
    const texts: [where: string, text: string][] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-title'])
          texts.push([name, node.getAttribute(name) ?? '']);
        for (const part of ['::before', '::after']) texts.push([part, getComputedStyle(node, part).content]);
        if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement)
          texts.push([node.closest('[data-field]')?.getAttribute('data-field') ?? 'input', node.value]);
      } else if (!node.parentElement?.closest('script, style')) {
        texts.push([node.parentElement?.tagName ?? '', node.textContent?.trim() ?? '']);
      }
    }
    return [...texts, ['title of the page', document.title] as const];
  });
  return found.flatMap(([where, text]) => {
    const rest = typed.reduce((left, word) => left.replaceAll(word, ''), text);
    return han.test(rest) && !both.includes(where) ? [`${where}: ${text}`] : [];
  });
}

/** How much of a list has to be scrolled to, because the buttons of its rows stand there. */
const columnsUnderButtons = () =>
  page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('section:has(> table)')].map(
        (list) => list.scrollWidth - list.clientWidth,
      ),
    ),
  );

const rooms = [
  '/index',
  '/iot/company',
  '/iot/device',
  '/iot/camera',
  '/iot/application',
  '/iot/token',
  '/system/user',
  '/system/role',
  '/system/role/authUser?roleId=2',
  '/system/menu',
  '/system/dept',
  '/system/post',
  '/system/dict',
  '/system/dict?type=sys_notice_type',
  '/system/config',
  '/system/notice',
  '/system/notice/form',
  '/monitor/online',
  '/monitor/logininfor',
  '/monitor/operlog',
  '/tool/swagger',
  '/account/center',
  '/account/settings?tab=base',
  '/account/settings?tab=security',
  '/account/settings?tab=password',
  '/account/settings?tab=avatar',
  '/nothing/here',
];

describe('English', () => {
  it('is shown and cannot be chosen until the setting names it', async () => {
    await allowLanguages('zh-CN');
    await page.reload();
    await person.settled();
    await page.getByRole('button', { name: /^语言/ }).click();
    const english = page.getByRole('menuitemradio', { name: 'English' });
    await english.waitFor();
    expect(await english.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await allowEnglish();
    await page.reload();
    await person.settled();
    await chooseEnglish();
    expect(
      await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('app_language')]),
    ).toEqual(['en-US', 'en-US']);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  }, 120_000);

  it('every room at 1440 and 390 px: no Chinese but what somebody typed, nothing sticks out, no serious finding', async () => {
    await allowEnglish();
    await page.reload();
    await person.settled();
    await chooseEnglish();
    const faults: string[] = [];
    for (const path of rooms) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await person.room(path);
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        await person.resize(width, height);
        const place = `${path} at ${width} px`;
        faults.push(...(await person.findings()).map((finding) => `${place}: ${finding}`));
        faults.push(...(await chinese()).map((text) => `${place}: ${text}`));
        const over = await person.overflow();
        if (over > 0) faults.push(`${place} is ${over} px too wide`);
        const underPx = width === 1440 ? await columnsUnderButtons() : 0;
        if (underPx > 0) faults.push(`${place}: ${underPx} px of columns lie under the buttons`);
        await person.shot(`en-${width}${path.replace(/[/?=]/g, '-')}`);
      }
    }
    expect(faults).toEqual([]);
  }, 900_000);

  it('forms, drawers and refusals', async () => {
    await allowEnglish();
    await page.reload();
    await person.settled();
    await chooseEnglish();
    const faults: string[] = [];
    const see = async (what: string) => {
      await person.still();
      await person.shot(`en-${what.replaceAll(' ', '-')}`);
      faults.push(...(await chinese()).map((text) => `${what}: ${text}`));
      faults.push(...(await person.findings()).map((finding) => `${what}: ${finding}`));
    };
    for (const path of [
      '/iot/company',
      '/iot/device',
      '/iot/application',
      '/system/user',
      '/system/post',
      '/system/menu',
    ]) {
      await person.room(path);
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
    await person.room('/iot/camera');
    await page.getByRole('button', { name: /Connect/ }).click();
    // What is only now fetched is not there yet: Escape would close nothing.
    const connect = page.getByRole('dialog', { name: /Connect/ });
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
    await page.getByRole('combobox', { name: /^Find menus/ }).waitFor();
    await see('palette');
    await person.room('/system/notice/form');
    const toolbar = page.locator('.mantine-RichTextEditor-toolbar');
    expect(await toolbar.getByRole('button').first().getAttribute('aria-label')).toBe('Bold');
    expect(faults).toEqual([]);
  }, 600_000);
});

describe('rows that came with the product', () => {
  /** A room, and the dialog that is opened in it by its first row or by a button. */
  const openings: readonly (readonly [room: string, open: () => Promise<unknown>])[] = [
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
    ].map((room) => [room, () => act('Details')] as const),
    ...['/iot/company', '/iot/device', '/system/dept', '/system/config', '/system/menu'].map(
      (room) => [room, () => act('Edit')] as const,
    ),
    ['/system/dict?type=sys_notice_type', () => act('Edit')],
    // The administrators' role is nobody's to change.
    ['/system/role', () => act('Rights', 2)],
    ['/system/user', () => act('Roles')],
    ['/system/user', () => page.getByRole('button', { name: 'Import', exact: true }).click()],
  ];

  /** A button of a row, the first unless said, wherever it stands. */
  async function act(name: string, at = 1): Promise<void> {
    const row = page.getByRole('main').getByRole('row').nth(at);
    const beside = row.getByRole('button', { name: new RegExp(`^${name}\\b`) });
    const more = row.getByRole('button', { name: /^More/ });
    await beside.or(more).first().waitFor();
    if (await beside.count()) return beside.first().click();
    await more.click();
    await page.getByRole('menuitem', { name }).click();
  }

  it('speak English in their details, forms and histories', async () => {
    await allowEnglish();
    await page.reload();
    await person.settled();
    await chooseEnglish();
    const faults: string[] = [];
    let seen = 0;
    for (const [room, open] of openings) {
      await person.room(room);
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
        const place = `${(await dialog.getAttribute('aria-label')) ?? (await dialog.innerText()).split('\n')[0]} of ${room}`;
        await person.shot(`en-row${room.replace(/[/?=]/g, '-')}-${place.replace(/\W+/g, '-')}`.slice(0, 80));
        faults.push(...(await chinese()).map((text) => `${place}: ${text}`));
      }
    }
    expect(faults).toEqual([]);
    expect(seen).toBeGreaterThan(5);
  }, 600_000);
});

describe('Chinese', () => {
  it('names the buttons of the editor as well', async () => {
    await person.room('/system/notice/form');
    const buttons = page.locator('.mantine-RichTextEditor-toolbar').getByRole('button');
    await buttons.first().waitFor();
    const names = await buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
    expect(names.filter((name) => !/^\p{Script=Han}+$/u.test(name))).toEqual([]);
    expect(names).toContain('加粗');
  }, 120_000);
});
