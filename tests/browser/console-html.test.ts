/**
 * Neither user input nor unsanitized data in the database runs scripts in a real browser: tested in one that ignores
 * the Content-Security-Policy of pages, and in one that reports what the policy blocked.
 */
import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { build } from 'esbuild';
import { expect } from 'expect';
import fc from 'fast-check';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openDatabase } from '../../lib/db/client.ts';
import { cleanHtml } from '../../lib/domain/system/clean-html.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import { propertySeed } from '../kit/mutation.ts';
import { rounds } from '../kit/soak.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';
import { xssPayloads } from '../kit/xss-corpus.ts';
import { mutatedHtml } from '../kit/xss-mutation.ts';

const root = join(import.meta.dirname, '../..');
const hook = '<img src=x onerror=alert(1)>';
/** Number of HTML pieces in one notice. */
const perNotice = 120;
const mutations = rounds(2_000, 20_000);
const batches = Array.from({ length: Math.ceil(xssPayloads.length / perNotice) }, (_, index) =>
  xssPayloads
    .slice(index * perNotice, (index + 1) * perNotice)
    .map((payload) => `<div>${payload}</div>`)
    .join('\n'),
);

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
});

/**
 * Counts scripts that run in any page of the context, and lists requests to other origins than `origin`, except for
 * images by https.
 */
async function countIn(context: BrowserContext, origin: string): Promise<string[]> {
  const requested: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      const request = route.request();
      const isImage = request.resourceType() === 'image' && request.url().startsWith('https:');
      if (!isImage) requested.push(`${request.resourceType()} ${request.url()}`);
      return route.abort();
    },
  );
  await context.addInitScript(() => {
    const count = () => Reflect.set(window, 'ran', Reflect.get(window, 'ran') + 1);
    Object.assign(window, { ran: 0, alert: count, confirm: count, prompt: count });
    // Links with script URLs run when they are clicked; others would navigate away.
    addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a');
      if (link && link.protocol !== 'javascript:') event.preventDefault();
    });
  });
  return requested;
}
/**
 * Waits until all content of a page has taken effect: images load in order, so those before this one have failed, and
 * animations start with a frame.
 */
const pastItsTurn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const last = new Image();
    await new Promise((failed) => {
      last.onerror = failed;
      last.src = `${location.origin}/x?${performance.now()}`;
    });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  });
const ranIn = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, 'ran'));

describe('malicious HTML', () => {
  const origin = 'http://bell.example';
  let page: Page;
  let requested: string[];
  const problems: string[] = [];

  /** A page of another site with only the function by which the bell shows HTML, as `window.show`. */
  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `
          import { createElement } from 'react';
          import { createRoot } from 'react-dom/client';
          import { flushSync } from 'react-dom';
          import { CleanHtml } from './app/_console/shell/notices/clean-html.tsx';
          const root = createRoot(document.getElementById('shown'));
          const one = (html, key) => createElement('div', { key }, createElement(CleanHtml, { html }));
          window.show = (texts) => flushSync(() => root.render(texts.map(one)));
        `,
        resolveDir: root,
        loader: 'tsx',
      },
      bundle: true,
      jsx: 'automatic',
      format: 'iife',
      define: { 'process.env.NODE_ENV': '"production"' },
      write: false,
    });
    const context = await browser.newContext();
    requested = await countIn(context, origin);
    await context.route(`${origin}/**`, (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({
            contentType: 'text/html',
            body: '<!doctype html><div id=shown></div><div id=put></div>',
          })
        : route.abort(),
    );
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${origin}/`);
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  }, 120_000);
  afterAll(async () => {
    await page?.context().close();
  });

  /** Shows the `shown` texts by the bell's function, inserts the `clean` texts unchanged, and clicks everything. */
  const tryAll = (shown: readonly string[], clean: readonly string[]) =>
    page.evaluate(
      async ({ shown, clean }) => {
        Reflect.get(window, 'show')(shown);
        const put = document.querySelector('#put') as HTMLElement;
        put.replaceChildren(
          ...clean.map((html) => Object.assign(document.createElement('div'), { innerHTML: html })),
        );
        for (const element of document.querySelectorAll<HTMLElement>('#shown *, #put *')) {
          element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
          element.click();
        }
        // Image errors and animations occur shortly after insertion.
        await new Promise((resolve) => setTimeout(resolve, 10));
        const all = [...document.querySelectorAll('#shown *')];
        const links = all.filter((element) => element instanceof HTMLAnchorElement);
        return {
          names: all.flatMap((element) =>
            element.getAttributeNames().map((name) => `${element.localName}.${name}`),
          ),
          schemes: links.filter((link) => link.hasAttribute('href')).map((link) => link.protocol),
        };
      },
      { shown, clean },
    );

  it('is never executed, in the whole corpus and mutations of it, shown by the bell or sanitized by the server', async () => {
    process.stdout.write(
      `html in Chromium: ${xssPayloads.length} payloads, ${mutations} mutations, ORIEL_SEED=${propertySeed}\n`,
    );
    const texts = [...xssPayloads, ...fc.sample(mutatedHtml(), { numRuns: mutations, seed: propertySeed })];
    const names = new Set<string>();
    const schemes = new Set<string>();
    for (let at = 0; at < texts.length; at += 500) {
      const some = texts.slice(at, at + 500);
      const clean = some.map(cleanHtml);
      // The bell also gets unsanitized texts: it does not rely on the server.
      const found = await tryAll(
        some.map((text, index) => (at < xssPayloads.length || index % 2 === 0 ? text : (clean[index] ?? ''))),
        clean,
      );
      for (const name of found.names) names.add(name);
      for (const scheme of found.schemes) schemes.add(scheme);
    }
    await tryAll(xssPayloads.map(cleanHtml), []);
    await pastItsTurn(page);
    expect(await ranIn(page)).toBe(0);
    expect(requested).toEqual([]);
    expect(problems).toEqual([]);
    const allowed = /^(?:\w+\.style|a\.(?:href|target|rel)|t[dh]\.(?:col|row)span|ol\.start)$/;
    expect([...names].filter((name) => !allowed.test(name))).toEqual([]);
    expect([...schemes].filter((scheme) => !/^(?:https?|mailto|tel):$/.test(scheme))).toEqual([]);
  }, 170_000);

  it('control: it is executed if it is inserted into the same page unchanged', async () => {
    await page.evaluate(async (payloads) => {
      const put = document.querySelector('#put') as HTMLElement;
      for (const payload of payloads) {
        put.innerHTML = payload;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }, xssPayloads);
    await expectPage.poll(() => ranIn(page), { timeout: 20_000 }).toBeGreaterThan(20);
  });
});

describe('malicious HTML in the database', () => {
  let oriel: OrielInstance;
  /** One browser applies the policy of the pages, the other ignores it. */
  let kept: ConsolePage;
  let free: ConsolePage;
  let requested: string[];
  const dialogs: string[] = [];

  beforeAll(async () => {
    oriel = await startConsoleSite();
    kept = await ConsolePage.signedIn(browser, oriel);
    free = await ConsolePage.signedIn(browser, oriel, { hasPolicy: false });
    requested = await countIn(free.context, oriel.origin);
    kept.page.on('dialog', (dialog) => {
      dialogs.push(`${kept.page.url()} ${dialog.message()}`);
      void dialog.dismiss();
    });
    for (const { page } of [kept, free]) page.setDefaultTimeout(30_000);
    await ConsoleCalls.as(oriel, 'admin', adminPassword, writeByCalls);
    for (const accountNo of [hook, 'nobody'])
      await fetch(`${oriel.origin}/api/admin/login`, {
        method: 'POST',
        headers: { origin: oriel.origin, 'content-type': 'application/json', 'user-agent': hook },
        body: JSON.stringify({ accountNo, password: 'not-the-password' }),
      });
    await putIntoTheDatabase(join(oriel.dataDir, 'oriel.db'));
  }, 240_000);
  afterAll(async () => {
    for (const person of [kept, free]) await person?.context.close();
    await oriel?.stop();
  }, 120_000);

  async function nothingRan(where: unknown): Promise<void> {
    await pastItsTurn(free.page);
    expect([where, await ranIn(free.page)]).toEqual([where, 0]);
    expect(requested).toEqual([]);
  }

  it('is not executed in a notice that the bell opens', async () => {
    const { page } = free;
    await free.openPage('/index');
    const list = page.getByRole('dialog').getByRole('list').getByRole('button');
    const modal = page.locator('.mantine-Modal-content');
    // The newest one is shown first, and contains all of them.
    for (let index = 0; index <= batches.length; index += 1) {
      await page.getByRole('button', { name: /^通知公告/ }).click();
      await list.first().waitFor();
      for (let shown = 5; shown <= index; shown += 5) {
        await page.getByRole('button', { name: '查看更多' }).click();
        await list.nth(shown).waitFor();
      }
      await list.nth(index).click();
      await modal.waitFor();
      await nothingRan(index);
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'hidden' });
    }
  }, 120_000);

  it('is not executed in a message that its recipient opens', async () => {
    const { page } = free;
    await free.openPage('/account/inbox');
    await page.locator('main li button').first().click();
    await page.locator('.mantine-Modal-content').waitFor();
    await nothingRan('message');
    await page.keyboard.press('Escape');
  }, 60_000);

  it('is not executed when a notice is printed: as its title, time and text, and nothing else', async () => {
    const { page } = free;
    await free.openPage('/index');
    await page.getByRole('button', { name: /^通知公告/ }).click();
    await page.getByRole('dialog').getByRole('list').getByRole('button').first().click();
    const modal = page.locator('.mantine-Modal-content');
    await modal.getByRole('button', { name: '打印' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    try {
      const shown = async (locator: Locator) => {
        let count = 0;
        for (const each of await locator.all()) count += Number(await each.isVisible());
        return count;
      };
      await modal.getByRole('button', { name: '打印' }).waitFor({ state: 'hidden' });
      expect(await shown(page.getByRole('button'))).toBe(0);
      expect(await shown(page.locator('header:not(.mantine-Modal-header), nav, main, table, input'))).toBe(
        await shown(modal.locator('header:not(.mantine-Modal-header), nav, main, table, input')),
      );
      expect(await shown(modal.getByRole('heading').first())).toBe(1);
      expect(await shown(modal.locator('time'))).toBe(1);
      // The text is neither clipped nor scrolled.
      expect(
        await modal.evaluate((content) => [
          content.scrollHeight - content.clientHeight,
          getComputedStyle(content).overflowY,
          document.documentElement.scrollHeight >= content.clientHeight,
        ]),
      ).toEqual([0, 'visible', true]);
      expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-');
      await nothingRan('print');
    } finally {
      await page.emulateMedia({ media: null });
      await page.keyboard.press('Escape');
      await modal.waitFor({ state: 'hidden' });
    }
  }, 120_000);

  it('is not executed in the editor', async () => {
    for (const index of batches.keys()) {
      await free.page.goto(`${oriel.origin}/system/notice/form?noticeId=${index + 1}`);
      await free.page.getByRole('textbox', { name: '公告内容' }).waitFor();
      await nothingRan(index);
    }
  }, 240_000);

  it.each([
    '/index',
    '/account/center',
    '/system/user',
    '/system/role',
    '/system/dept',
    '/system/post',
    '/system/config',
    '/system/dict',
    '/system/dict?type=sys_notice_type',
    '/system/menu',
    '/system/notice',
    '/feedback/list',
    '/account/feedback',
    '/feedback/message',
    '/feedback/template',
    '/account/inbox',
    '/iot/company',
    '/iot/device',
    '/iot/camera',
    '/monitor/logininfor',
    '/monitor/operlog',
    '/monitor/online',
    '/hooked',
    `/system/post?keyword=${encodeURIComponent(hook)}`,
  ])(
    'is text at %s, its menus and its tab',
    async (path) => {
      const { page } = free;
      await free.openPage(path);
      await nothingRan(path);
      expect(await page.locator('[onerror],[onload],[onclick],main script,img[src="x"]').count()).toBe(0);
      await expectPage
        .poll(() => page.locator('nav').first().innerText(), { timeout: 20_000 })
        .toMatch(/<\w+/);
      // All browser errors, except for missing images.
      expect(free.complaints.filter((text) => !/Failed to load resource|net::ERR/.test(text))).toEqual([]);
    },
    120_000,
  );

  it('is plain text in the palette', async () => {
    await free.openPage('/index');
    const box = free.page.getByRole('combobox', { name: '搜索菜单、标签、操作和数据' });
    for (const words of ['a', '<img', hook]) {
      await free.page.keyboard.press('Control+k');
      await box.fill(words);
      await free.page.getByRole('option').filter({ hasText: /<\w+/ }).first().waitFor();
      await nothingRan(words);
      await free.page.keyboard.press('Escape');
      await box.waitFor({ state: 'detached' });
    }
  }, 120_000);

  it('depends on the policy only to block images: the bell and the editor', async () => {
    const { page } = kept;
    kept.complaints.length = 0;
    await kept.openPage('/index');
    await page.getByRole('button', { name: /^通知公告/ }).click();
    await page.getByText(`${hook} 全部`).first().click();
    await page.getByRole('dialog', { name: /<img/ }).waitFor();
    await pastItsTurn(page);
    await page.keyboard.press('Escape');
    await kept.openPage(`/system/notice/form?noticeId=${batches.length + 1}`);
    await page.locator('.ProseMirror').waitFor();
    await pastItsTurn(page);
    expect(dialogs).toEqual([]);
    const others = kept.complaints.filter((text) => !/img-src|net::ERR|Failed to load resource/.test(text));
    expect(others).toEqual([]);
  }, 180_000);
});

/** Writes texts by calls into all fields that store user input unchanged. */
async function writeByCalls(calls: ConsoleCalls): Promise<void> {
  const post = (path: string, body: object) => calls.call('POST', path, body);
  await calls.role(hook, 'hooked');
  await calls.dept(hook);
  await post('/system/user', { userName: 'hooked', nickName: hook, status: '0', remark: hook });
  await post('/system/post', { postCode: 'hooked', postName: hook, postSort: 1, status: '0' });
  const setting = { configName: hook, configKey: 'own.hook', configValue: hook, valueType: 'string' };
  await post('/system/config', setting);
  await post('/system/dict/type', { dictName: hook, dictType: 'hooked', status: '0' });
  const entry = { dictLabel: hook, dictValue: '9', dictSort: 9, status: '0' };
  await post('/system/dict/data', { ...entry, dictType: 'sys_notice_type' });
  const refused = post('/system/dict/data', { ...entry, dictType: 'hooked', cssClass: `">${hook}` });
  await expect(refused).rejects.toThrow(/ 40000 /);
  await post('/system/menu', {
    parentId: 0,
    menuName: hook,
    menuType: 'C',
    orderNum: 0,
    path: 'hooked',
    component: 'system/post/index',
    status: '0',
  });
  await post('/iot/company', { name: hook });
  await post('/iot/camera/connect', { name: hook, main: { kind: 'demo', scene: 'yard' } });
  await post('/savedView/system.post', {
    name: hook,
    query: `keyword=${hook}`,
    columns: null,
    sharedWith: [],
    isDefault: false,
  });
  await post('/feedback/message', { title: hook, type: '1', content: '<p>今晚维护</p>', status: '1' });
  await post('/feedback/mine', { type: '1', content: hook, contact: hook });
  await post('/feedback/template', { code: 'hook', name: hook, title: hook, content: hook, status: '0' });
  for (const index of [...batches.keys(), '全部'])
    await post('/system/notice', {
      noticeTitle: `${hook} ${index}`,
      noticeType: '1',
      noticeContent: '<p>今晚维护</p>',
      status: '0',
    });
}

/** Writes texts directly into the database, without the checks of the calls: every text that is displayed. */
async function putIntoTheDatabase(file: string): Promise<void> {
  const { db, close } = await openDatabase({ file });
  const piece = (at: number) => xssPayloads[at % xssPayloads.length] ?? '';
  const notices = await db.selectFrom('notice').select('id').orderBy('id').execute();
  for (const [index, { id }] of notices.entries()) {
    await db
      .updateTable('notice')
      .set({ noticeContent: batches[index] ?? batches.join('\n') })
      .where('id', '=', id)
      .execute();
  }
  await db
    .updateTable('message')
    .set({ content: batches.join('\n') })
    .execute();
  const entries = await db.selectFrom('dictData').select('id').orderBy('id').execute();
  for (const [index, { id }] of entries.entries()) {
    const text = `${index} ${piece(index)}`;
    await db
      .updateTable('dictData')
      .set({ dictLabel: text, cssClass: text, remark: text })
      .where('id', '=', id)
      .execute();
  }
  const menus = await db.selectFrom('menu').select(['id', 'menuName']).orderBy('id').execute();
  for (const [index, { id, menuName }] of menus.entries()) {
    await db
      .updateTable('menu')
      .set({ menuName: `${menuName} ${piece(index * 3)}`, icon: piece(index), remark: piece(index) })
      .where('id', '=', id)
      .execute();
  }
  await db
    .updateTable('user')
    .set({ displayName: `林晓 ${hook}`, avatar: 'javascript:alert(1)', remark: piece(2) })
    .execute();
  await db
    .updateTable('dept')
    .set({ deptName: `总部 ${piece(20)}` })
    .execute();
  await db
    .updateTable('device')
    .set({ name: `门口 ${piece(30)}` })
    .execute();
  await db
    .updateTable('tenant')
    .set((row) => ({ permissionsVersion: row('permissionsVersion', '+', 1) }))
    .execute();
  await close();
}
