import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { ConsolePage } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';

/**
 * What the Content-Security-Policy of the console's pages allows scripts to do, and the URLs of error pages, in
 * Chromium.
 */

let oriel: OrielInstance;
let browser: Browser;
let admin: ConsolePage;

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  admin = await ConsolePage.signedIn(browser, oriel);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

/** Runs in the page: tries every way to turn text into script or markup, and returns the results. */
function attempts(): Readonly<Record<string, string>> {
  const made = (tag: string) => document.createElement(tag);
  const ways: Readonly<Record<string, () => unknown>> = {
    innerHTML: () => Object.assign(made('div'), { innerHTML: '<img src=x onerror=alert(1)>' }),
    outerHTML: () => Object.assign(document.body.appendChild(made('p')), { outerHTML: '<b>x</b>' }),
    insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
    createContextualFragment: () => document.createRange().createContextualFragment('<b>x</b>'),
    'document.write': () => document.write('<b>x</b>'),
    srcdoc: () => Object.assign(made('iframe'), { srcdoc: '<b>x</b>' }),
    'text of a script': () => Object.assign(made('script'), { text: 'alert(1)' }),
    'address of a foreign script': () => Object.assign(made('script'), { src: 'https://example.com/x.js' }),
    'address of an answer of ours': () => Object.assign(made('script'), { src: '/api/admin/captchaImage' }),
    'address of a worker': () => new Worker('/sdk/x.js'),
  };
  const outcome = (way: () => unknown) => {
    try {
      way();
      return 'let through';
    } catch (error) {
      return (error as Error).name;
    }
  };
  return Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, outcome(way)]));
}

describe('text in script and markup sinks', () => {
  it.each(['/user/login', '/index'])('is blocked on %s, whatever inserts it', async (path) => {
    // In a separate browser context, which logs each violation asynchronously.
    const person = await (path === '/index' ? ConsolePage.signedIn : ConsolePage.open)(browser, oriel);
    await person.openPage(path);
    const outcomes = await person.page.evaluate(attempts);
    expect(Object.keys(outcomes)).toHaveLength(10);
    expect(new Set(Object.values(outcomes))).toEqual(new Set(['TypeError']));
    await expectPage.poll(() => person.complaints.length, { timeout: 20_000 }).toBeGreaterThan(0);
    await person.context.close();
  });

  it('is allowed if it is neither script nor markup', async () => {
    await admin.openPage('/index');
    await admin.page.evaluate(() => {
      document.createElement('div').innerHTML = 'plain';
      new DOMParser().parseFromString('<b>aside</b>', 'text/html');
    });
    expect(admin.complaints).toEqual([]);
  });
});

describe('exception pages', () => {
  const pages = [
    ['/403', '抱歉，您无权访问此页面'],
    ['/404', '抱歉，您访问的页面不存在'],
    ['/500', '抱歉，页面出错了'],
  ] as const;

  it.each(pages)('%s is available at its address with a session', async (path, title) => {
    await admin.page.goto(oriel.origin + path);
    await admin.page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(admin.page.url()).pathname).toBe(path);
    expect(admin.complaints).toEqual([]);
  });

  it.each(pages)('%s is available at its address without a session', async (path, title) => {
    const visitor = await ConsolePage.open(browser, oriel);
    const answer = await visitor.page.goto(oriel.origin + path);
    expect(answer?.status()).toBe(200);
    await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe(path);
    // The browser logs the response about the missing session.
    await visitor.context.close();
  });
});

describe('a toast', () => {
  /** Names of the controls and texts that a notice overlaps. */
  function covered(): string[] {
    const inDialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')];
    const inPage = document.querySelectorAll<HTMLElement>(
      ':is(header, main, [role="tablist"]) :is(a, button, input, td, [role="tab"])',
    );
    return (inDialog.length > 0 ? inDialog : [...inPage])
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        // Overlap counts even where a notice lets clicks through.
        const isUnderNotice = [...document.querySelectorAll('.mantine-Notification-root')].some((notice) => {
          const box = notice.getBoundingClientRect();
          return x > box.left && x < box.right && y > box.top && y < box.bottom;
        });
        return isUnderNotice && width > 0;
      })
      .map((element) => element.ariaLabel ?? element.innerText);
  }

  /** The element that a click in the middle of another one hits. */
  const pressed = async (what: Locator) => {
    const { x, y, width, height } = await boxOf(what);
    return what
      .page()
      .evaluate(
        ([left, top]) =>
          document.elementFromPoint(left, top)?.closest('.mantine-Notification-root') ? 'notice' : 'room',
        [x + width / 2, y + height / 2] as const,
      );
  };
  const noticeOf = (page: Page) => page.locator('.mantine-Notification-root').first();

  const boxOf = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) throw new Error('the element is not visible');
    return box;
  };

  /** Deletes a row, and returns the notice about it. */
  async function removeOne(person: ConsolePage, postName: string): Promise<Locator> {
    const { page } = person;
    await page.getByRole('button', { name: `删除 ${postName}` }).click();
    const notice = noticeOf(page);
    await notice.getByRole('button', { name: '撤销' }).waitFor();
    return notice;
  }
  /** Part of a unique name. */
  const freshMark = () => String(Date.now()).slice(-7);
  const addPosts = (names: readonly string[]) =>
    ConsoleCalls.as(oriel, 'admin', adminPassword, async (calls) => {
      for (const [at, postName] of names.entries())
        await calls.call('POST', '/system/post', {
          postCode: `gone_${Date.now()}_${at}`,
          postName,
          postSort: at,
          status: '0',
        });
    });

  it.each([1440, 390])('%i px: covers nothing of a list, whose rows remain clickable', async (width) => {
    const mark = freshMark();
    const names = [`岗甲${mark}`, `岗乙${mark}`];
    await addPosts(names);
    const person = admin;
    await person.page.setViewportSize({ width, height: 700 });
    await person.openPage(`/system/post?keyword=${mark}`);
    const notice = await removeOne(person, names[0]!);
    await person.still();
    await person.shot(`notice-${width}-list`);
    expect(await person.page.evaluate(covered)).toEqual([]);
    expect(await pressed(notice.getByText('已删除'))).toBe('room');
    expect(await pressed(notice.getByRole('button', { name: '撤销' }))).toBe('notice');
    await notice.getByRole('button', { name: '撤销' }).click();
    await person.page.getByRole('button', { name: `删除 ${names[0]}` }).waitFor();
  });

  it('remains while the pointer or the focus is on it, with its undo, and disappears afterwards', async () => {
    const mark = freshMark();
    const names = [`岗丙${mark}`, `岗丁${mark}`];
    await addPosts(names);
    const person = await ConsolePage.signedIn(browser, oriel);
    const { page } = person;
    await page.clock.install();
    await person.openPage(`/system/post?keyword=${mark}`);
    /** React renders in tasks of its own, which the page's fake clock does not delay. */
    const rendered = () =>
      page.evaluate(async () => {
        for (let task = 0; task < 10; task += 1)
          await new Promise((done) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(null);
          });
      });
    const passes = async () => {
      await rendered();
      await page.clock.fastForward(20_000);
      await rendered();
    };
    const pointed = await removeOne(person, names[0]!);
    const { x, y } = await boxOf(pointed);
    await page.mouse.move(x + 20, y + 10);
    await passes();
    expect(await pointed.isVisible()).toBe(true);
    await page.mouse.move(5, 5);
    await passes();
    await pointed.waitFor({ state: 'detached' });

    const held = await removeOne(person, names[1]!);
    await held.getByRole('button', { name: '撤销' }).focus();
    await passes();
    await page.keyboard.press('Enter');
    await held.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `删除 ${names[1]}` }).waitFor();
    await person.context.close();
  });

  it.each([
    [1440, 'a drawer'],
    [1024, 'a drawer'],
    [1024, 'a dialog'],
    [390, 'a drawer'],
    [390, 'a dialog'],
  ])('%i px: covers no clickable element of %s', async (width, which) => {
    const person = admin;
    await person.page.setViewportSize({ width, height: 600 });
    await person.openPage('/system/post?at=import');
    const dialog = person.page.getByRole('dialog');
    // The response never arrives, so its notice stays.
    await person.page.route('**/importTemplate', () => undefined);
    await dialog.getByRole('button', { name: '下载模板' }).click();
    if (which === 'a drawer') {
      await dialog.getByRole('button', { name: '取消' }).click();
      await dialog.waitFor({ state: 'detached' });
      await person.page.getByRole('button', { name: '新增' }).first().click();
      await dialog.getByLabel('岗位编码').waitFor();
    }
    const notice = noticeOf(person.page);
    await notice.waitFor();
    await person.still();
    await person.shot(`notice-${width}-${which.slice(2)}`);
    expect(await person.page.evaluate(covered)).toEqual([]);
    // Nor does a notice cover a form field.
    const [{ y, height }, first] = [
      await boxOf(notice),
      await boxOf(dialog.locator('label, p, input').first()),
    ];
    expect(y + height).toBeLessThanOrEqual(first.y);
  });
});
