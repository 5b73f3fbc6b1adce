import { mkdir } from 'node:fs/promises';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { seriousFindings } from '../kit/axe.ts';
import { launchChromium } from '../kit/chromium.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { ConsolePage, emptyPage } from '../kit/console-page.ts';
import { adminPassword, startConsoleSite } from '../kit/console-site.ts';
import type { OrielInstance } from '../kit/start-oriel.ts';
import { watchNotices } from '../kit/watch-changes.ts';

/**
 * The shell of the console in a real browser, with the real Content-Security-Policy. `ORIEL_SHOTS=<folder>` saves
 * screenshots.
 */

const soon = expectPage.configure({ timeout: 20_000 });
const shots = process.env.ORIEL_SHOTS;

let oriel: OrielInstance;
let browser: Browser;
/** The signed-in administrator's. */
let context: BrowserContext;

beforeAll(async () => {
  [oriel, browser] = await Promise.all([startConsoleSite(), launchChromium()]);
  if (shots) await mkdir(shots, { recursive: true });
  await ConsoleCalls.as(oriel, 'admin', adminPassword, async (calls) => {
    for (let number = 1; number <= 12; number += 1) {
      const notice = { noticeTitle: `停机通知${number}`, noticeType: '1', noticeContent: '<p>今晚维护</p>' };
      await calls.call('POST', '/system/notice', notice);
    }
  });
  ({ context } = await ConsolePage.signedIn(browser, oriel));
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await oriel?.stop();
});

interface Opened {
  readonly page: Page;
  /** Console errors, including policy violations. */
  readonly complaints: string[];
  close(): Promise<void>;
}

async function open(
  path: string,
  options: {
    readonly width?: number;
    readonly height?: number;
    readonly settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<Opened> {
  const { width = 1440, height = 900, settings = {} } = options;
  const page = await emptyPage(context, settings);
  await page.setViewportSize({ width, height });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(oriel.origin + path);
  return { page, complaints, close: () => page.close() };
}

const shown = (page: Page, title: string) =>
  soon(page.getByRole('heading', { level: 1, name: title })).toBeAttached();

const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);

const layouts = (['sidemenu', 'topmenu'] as const).flatMap((layout) =>
  (['light', 'dark'] as const).map((scheme) => [layout, scheme] as const),
);

describe('every display mode', () => {
  it.each(layouts)(
    '%s, %s, from 1440 to 390 px: axe finds nothing serious, nothing overflows, no errors are logged',
    async (layout, scheme) => {
      const { page, complaints, close } = await open('/system/post', {
        settings: { layout, color_scheme: scheme, nav_theme: scheme === 'light' ? 'dark' : 'light' },
      });
      for (const width of [1440, 992, 600, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await shown(page, '岗位管理');
        await page.waitForLoadState('networkidle');
        if (shots) await page.screenshot({ path: `${shots}/shell-${layout}-${scheme}-${width}.png` });
        expect([width, await seriousFindings(page)]).toEqual([width, []]);
        await soon
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
          .toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
      await close();
    },
    120_000,
  );

  it('fits 400 % zoom: 320 by 256 px, without sticky elements', async () => {
    const { page, complaints, close } = await open('/system/post', { width: 320, height: 256 });
    await shown(page, '岗位管理');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // The page cannot scroll far while parts of it load.
    const wheeled = async () => {
      await page.mouse.wheel(0, 400);
      return page.evaluate(() => window.scrollY);
    };
    await soon.poll(wheeled).toBeGreaterThan(100);
    const header = await page.getByRole('banner').boundingBox();
    expect(header?.y).toBeLessThan(-50);
    expect(complaints).toEqual([]);
    await close();
  });
});

describe('dimensions', () => {
  it('the sidebar is 256 px, collapsed 80 px, and the footer has the rest', async () => {
    const { page, close } = await open('/index');
    const footer = () => widthOf(page, 'footer');
    await soon.poll(footer).toBe(1440 - 256);
    await page.getByRole('button', { name: '收起侧边栏' }).click();
    await soon.poll(footer).toBe(1440 - 80);
    await close();
  });

  it('the top menu is at most 800 px wide, and the rest is behind 更多菜单', async () => {
    const settings = { layout: 'topmenu', content_width: 'Fixed' };
    const wide = await open('/index', { settings });
    const menu = wide.page.getByRole('navigation', { name: '主菜单' });
    await soon(menu).toBeVisible();
    expect((await menu.boundingBox())?.width).toBeLessThanOrEqual(800);
    await wide.close();
    const narrow = await open('/index', { settings, width: 992 });
    await narrow.page.getByRole('button', { name: '更多菜单' }).click();
    await soon(narrow.page.getByRole('menuitem', { name: '操作日志' })).toBeVisible();
    await narrow.close();
  });

  it.each([
    [991, true],
    [992, false],
  ])('at %d px the menu is a drawer: %p', async (width, isDrawer) => {
    const { page, close } = await open('/index', { width });
    await soon(page.getByRole('button', { name: isDrawer ? '打开菜单' : '收起侧边栏' })).toBeVisible();
    await soon.poll(() => page.evaluate(() => localStorage.getItem('is_mobile') === 'true')).toBe(isDrawer);
    await close();
  });

  it('the bell opens 300 px wide, its list at most 300 px high, a notice 900 px wide', async () => {
    const { page, close } = await open('/index');
    await page.getByRole('button', { name: /^通知公告/ }).click();
    const list = page.getByRole('dialog').getByRole('list');
    await soon(list.getByRole('button')).toHaveCount(5);
    await soon.poll(() => widthOf(page, '[role=dialog]')).toBe(300);
    await page.getByRole('button', { name: '查看更多' }).click();
    await soon(list.getByRole('button')).toHaveCount(10);
    await soon.poll(() => list.evaluate(({ clientHeight }) => clientHeight)).toBe(300);
    expect(await list.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(300);
    await list.getByRole('button').first().click();
    const opened = page.getByRole('dialog', { name: /停机通知/ });
    await soon(opened).toContainText('今晚维护');
    await soon.poll(async () => (await opened.boundingBox())?.width).toBe(900);
    await close();
  });

  it('every control is at least 24 px', async () => {
    const { page, close } = await open('/system/post', { width: 390 });
    await shown(page, '岗位管理');
    const pressed = page.locator('header button, header a, [role=tab], [role=tablist] [data-close], nav a');
    // An element without a size is not rendered yet.
    await soon
      .poll(() =>
        pressed.evaluateAll((all) =>
          all
            .filter((one) => one.checkVisibility())
            .map((one) => ({ what: one.textContent, ...one.getBoundingClientRect().toJSON() }))
            .filter(({ width, height }) => width < 24 || height < 24),
        ),
      )
      .toEqual([]);
    await close();
  });
});

describe('interaction', () => {
  it('menu, tabs, palette, settings and languages violate no policy', async () => {
    const { page, complaints, close } = await open('/index');
    await page.getByRole('button', { name: '系统管理' }).click();
    await page.getByRole('link', { name: '岗位管理' }).click();
    await shown(page, '岗位管理');
    await page.getByRole('tab', { name: '岗位管理' }).click({ button: 'right' });
    await soon(page.getByRole('menuitem', { name: '关闭左侧' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '搜索菜单、标签、操作和数据' }).fill('zxyh');
    // Matching data may already be listed below it.
    await soon(page.getByRole('option', { name: /在线用户/ }).first()).toBeVisible();
    if (shots) await page.screenshot({ path: `${shots}/shell-palette.png` });
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await shown(page, '在线用户');
    const received = await watchNotices(page);
    await page.getByRole('button', { name: '界面设置' }).click();
    const drawer = page.getByRole('dialog', { name: '界面设置' });
    await drawer.getByRole('radio', { name: '酱紫' }).click();
    await soon.poll(() => received).toEqual(['正在切换主题']);
    await soon(page.locator('html')).toHaveCSS('--oriel-accent', '#722ED1');
    await drawer.getByText('深色', { exact: true }).click();
    await soon(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await soon(page.getByText('正在切换主题')).toHaveCount(0);
    if (shots) await page.screenshot({ path: `${shots}/shell-settings.png` });
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  }, 180_000);

  it('each tab keeps its state, back and forward work, and a reload keeps the tabs', async () => {
    const { page, complaints, close } = await open('/system/post');
    await shown(page, '岗位管理');
    const field = page.getByRole('tabpanel').getByRole('textbox').first();
    await field.fill('写了一半');
    await page.getByRole('link', { name: '参数设置' }).click();
    await shown(page, '参数设置');
    await page.goBack();
    await shown(page, '岗位管理');
    await soon(field).toHaveValue('写了一半');
    await page.goForward();
    await shown(page, '参数设置');
    await page.reload();
    await shown(page, '参数设置');
    await soon(page.getByRole('tab')).toHaveText(['首页', '岗位管理', '参数设置']);
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);

  it('a closed tab releases all its resources', async () => {
    const { page, close } = await open('/system/post');
    await shown(page, '岗位管理');
    const panels = () => page.locator('[role=tabpanel]').count();
    await page.getByRole('link', { name: '参数设置' }).click();
    await shown(page, '参数设置');
    await soon.poll(panels).toBe(2);
    await page.getByRole('tab', { name: '岗位管理' }).focus();
    await page.keyboard.press('Delete');
    await soon.poll(panels).toBe(1);
    await close();
  });

  it('an unknown path shows 404 at /404', async () => {
    const { page, complaints, close } = await open('/nothing/here');
    await shown(page, '抱歉，您访问的页面不存在');
    await soon.poll(() => new URL(page.url()).pathname).toBe('/404');
    if (shots) await page.screenshot({ path: `${shots}/shell-404.png` });
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('applies the colour scheme before the first paint', async () => {
    const page = await emptyPage(context, { color_scheme: 'dark' });
    // No script of the application runs: only the HTML document is shown.
    await page.route('**/_next/**/*.js', (route) => route.abort());
    await page.goto(`${oriel.origin}/index`);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe('rgb(15, 19, 24)');
    await page.close();
  });

  it('signs out after a confirmation', async () => {
    const { page, close } = await open('/index');
    await page.getByRole('button', { name: '管理员 的账户菜单' }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    const question = page.getByRole('dialog');
    await soon(question).toContainText('确定注销并退出系统吗？');
    await question.getByRole('button', { name: '取消' }).click();
    await soon(question).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe('/index');
    await close();
  });
});

describe('while the server does not respond', () => {
  it('a list keeps its rows, a page waits, and both continue by themselves', async () => {
    const { page, close } = await open('/system/role');
    const row = page.getByRole('row').filter({ hasText: '普通角色' });
    await row.waitFor();
    const before = await row.boundingBox();
    await page.route('**/*', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: '刷新' }).click();
    const banner = page.getByRole('status').filter({ hasText: '服务器没有响应，正在自动重试' });
    await banner.waitFor();
    expect(await row.boundingBox()).toEqual(before);
    if (shots) await page.screenshot({ path: `${shots}/reconnect.png` });
    // Its code has not been loaded yet.
    await page.getByRole('link', { name: '字典管理' }).click();
    await page.unroute('**/*');
    await shown(page, '字典管理');
    await page.getByRole('row').filter({ hasText: 'sys_notice_type' }).waitFor();
    await banner.waitFor({ state: 'detached' });
    await close();
  });
});

it('the number of unread notices is whole', async () => {
  const { page, close } = await open('/index');
  const number = page.locator('header .mantine-Indicator-indicator');
  await number.waitFor();
  const isWhole = await number.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const edges = [
      [left + 1, y],
      [right - 1, y],
      [x, top + 1],
      [x, bottom - 1],
    ] as const;
    return edges.every(([atX, atY]) => element.contains(document.elementFromPoint(atX, atY)));
  });
  expect(isWhole).toBe(true);
  await close();
});

describe.each(['light', 'dark'] as const)('a disabled input in %s', (scheme) => {
  it('has readable text', async () => {
    const { page, close } = await open('/system/config', { settings: { color_scheme: scheme } });
    await page.getByRole('row').nth(1).hover();
    await page.getByRole('row').nth(1).getByRole('button', { name: /^修改/ }).click();
    const input = page.getByRole('dialog').locator('input:disabled').first();
    await input.waitFor();
    if (shots) await page.screenshot({ path: `${shots}/disabled-${scheme}.png` });
    const measured = await input.evaluate((element) => {
      const { color, backgroundColor, opacity } = getComputedStyle(element);
      const light = (text: string) => {
        const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const [dark = 0, bright = 0] = [light(color), light(backgroundColor)].sort((one, other) => one - other);
      return { contrast: (bright + 0.05) / (dark + 0.05), opacity };
    });
    expect(measured.opacity).toBe('1');
    expect(measured.contrast).toBeGreaterThanOrEqual(4.5);
    await close();
  });
});
