import { expect } from 'expect';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { accentColours, storedKeys } from '../../app/_console/settings/settings.ts';
import { settingsTexts } from '../../lib/i18n/console/settings.ts';
import { type ConsolePage, soon } from '../kit/console-page.ts';
import { ConsoleSite } from '../kit/console-site.ts';
import { isSoak } from '../kit/soak.ts';

/** Every control of the settings drawer, and its effect on a page. */

let site: ConsoleSite;
let person: ConsolePage;
let page: Page;
let drawer: Locator;

beforeAll(async () => {
  site = await ConsoleSite.start();
  use(site.admin);
  await person.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.oriel.origin });
  await site.asAdmin(async (calls) => {
    for (const [place, status] of ['0', '1', '0', '1', '0', '0'].entries()) {
      const post = { postCode: `post-${place}`, postName: `岗位${place}`, postSort: place, status };
      await calls.call('POST', '/system/post', post);
    }
  });
}, 400_000);
afterAll(() => site?.close());

/** Sets the user whose pages the tests check. */
function use(who: ConsolePage): void {
  person = who;
  page = who.page;
  drawer = who.dialog('界面设置');
}

// As a new browser, without settings of an earlier test.
beforeEach(() => stored({}));

/** Stores settings in the browser before a page loads, as if chosen on an earlier day. */
async function stored(settings: Readonly<Record<string, string>>): Promise<void> {
  await person.leave();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate((all) => {
    localStorage.clear();
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, settings);
}

const kept = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function openDrawer(): Promise<void> {
  await page.getByRole('button', { name: '界面设置' }).click();
  await drawer.waitFor();
  await person.still();
}
async function closeDrawer(): Promise<void> {
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
}
const choose = (text: string) => drawer.getByText(text, { exact: true }).click();
const flip = (label: string) => drawer.getByRole('switch', { name: label }).click();
const isOn = (label: string) => drawer.getByRole('switch', { name: label }).isChecked();

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('the element is not visible');
  return box;
};
const css = (what: Locator, property: string) =>
  what.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

describe('the settings drawer', () => {
  it('has every row with its default, and no serious accessibility finding', async () => {
    await person.openPage('/system/post');
    await openDrawer();
    for (const chosen of ['浅色', '暗色菜单', '侧边菜单', '流式', '中等']) {
      await soon(drawer.getByRole('radio', { name: chosen, exact: true })).toBeChecked();
    }
    await soon(drawer.getByRole('radio', { name: '拂晓蓝（默认）' })).toHaveAttribute('aria-checked', 'true');
    const flags = ['固定头部', '固定侧边栏', '隐藏页脚', '多标签模式', '表格边框', '色弱模式', '单键快捷键'];
    await soon
      .poll(() => Promise.all(flags.map(isOn)))
      .toEqual([true, true, false, true, false, false, true]);
    await person.shot('drawer');
    expect(await person.findings()).toEqual([]);
    await closeDrawer();
  }, 120_000);

  it('keeps every setting through a reload, each under its own key', async () => {
    await person.openPage('/system/post');
    await openDrawer();
    const choices = [
      ['color_scheme', 'dark', () => choose('深色')],
      ['nav_theme', 'light', () => choose('亮色菜单')],
      ['color', '#13C2C2', () => drawer.getByRole('radio', { name: '明青' }).click()],
      ['layout', 'topmenu', () => choose('顶部菜单')],
      ['fixed_header', 'false', () => flip('固定头部')],
      ['hide_footer', 'true', () => flip('隐藏页脚')],
      ['multi_tab', 'false', () => flip('多标签模式')],
      ['table_size', 'small', () => choose('紧凑')],
      ['table_bordered', 'true', () => flip('表格边框')],
      ['weak', 'true', () => flip('色弱模式')],
      ['shortcuts', 'false', () => flip('单键快捷键')],
    ] as const;
    for (const [key, value, act] of choices) {
      await act();
      await soon.poll(() => kept(key)).toBe(value);
    }
    // The view that the menu at the top follows.
    await soon
      .poll(() => Promise.all(['content_width', 'fixed_sidebar'].map(kept)))
      .toEqual(['Fixed', 'false']);
    // Read in a new page: the page of the first test would apply the scheme of `open` again.
    const again = await person.context.newPage();
    await again.goto(`${site.oriel.origin}/index`);
    await again.getByRole('button', { name: '界面设置' }).click();
    const reread = again.getByRole('dialog', { name: '界面设置' });
    await reread.waitFor();
    for (const chosen of ['亮色菜单', '顶部菜单', '定宽', '紧凑']) {
      await soon(reread.getByRole('radio', { name: chosen, exact: true })).toBeChecked();
    }
    const switches = {
      固定头部: false,
      固定侧边栏: false,
      隐藏页脚: true,
      多标签模式: false,
      表格边框: true,
    };
    for (const [label, on] of Object.entries({ ...switches, 色弱模式: true, 单键快捷键: false })) {
      await soon(reread.getByRole('switch', { name: label })).toBeChecked({ checked: on });
    }
    await soon(again.locator('html')).toHaveAttribute('data-weak');
    await again.close();
  }, 180_000);

  it('copies all settings as JSON by their stored keys: 拷贝完毕, or 拷贝失败', async () => {
    await person.openPage('/system/post');
    await openDrawer();
    await drawer.getByRole('button', { name: '复制设置' }).click();
    await person.reported('已复制');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(Object.values(storedKeys).sort());
    expect(JSON.parse(text)).toMatchObject({ color: '#1890FF', layout: 'sidemenu', table_size: 'middle' });
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await drawer.getByRole('button', { name: '复制设置' }).click();
    await person.reported('复制失败');
  }, 120_000);

  it('side menu: Fluid only; top menu: no fixed sidebar, Fixed until Fluid is chosen; and back', async () => {
    await person.openPage('/system/post');
    await openDrawer();
    const radio = (name: string) => drawer.getByRole('radio', { name, exact: true });
    await soon(radio('定宽')).toBeDisabled();
    await choose('顶部菜单');
    await soon(radio('定宽')).toBeChecked();
    await soon(drawer.getByRole('switch', { name: '固定侧边栏' })).toBeDisabled();
    await soon.poll(() => isOn('固定侧边栏')).toBe(false);
    await soon(drawer.getByText('顶部菜单下不可用')).toBeVisible();
    await closeDrawer();
    await soon.poll(async () => (await boxOf(page.locator('main'))).width).toBe(1200);
    // On the dark menu every button of the header has the same contrast.
    const icons = page
      .getByRole('banner')
      .locator('button:has(svg):not(:has-text("管理员")):not([aria-haspopup])');
    await soon
      .poll(async () => {
        const tones = await icons.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
        return [tones.length > 2, new Set(tones).size];
      })
      .toEqual([true, 1]);
    await openDrawer();
    await choose('流式');
    await soon.poll(() => kept('content_width')).toBe('Fluid');
    await choose('侧边菜单');
    await soon(radio('流式')).toBeChecked();
    await soon(radio('定宽')).toBeDisabled();
    await closeDrawer();
    await soon.poll(async () => (await boxOf(page.locator('main'))).width).toBe(1440 - 256);
  }, 120_000);

  it('shows 正在切换主题 while a colour is applied', async () => {
    await person.openPage('/system/post');
    await openDrawer();
    for (const colour of accentColours) {
      const key = `settings.color${colour.slice(1)}` as keyof typeof settingsTexts;
      await drawer.getByRole('radio', { name: settingsTexts[key]['zh-CN'] }).click();
      await soon(page.locator('html')).toHaveCSS('--oriel-accent', colour);
      await person.reported('正在切换主题');
    }
    await soon.poll(() => kept('color')).toBe('#722ED1');
  }, 120_000);
});

describe('fixed and hidden elements', () => {
  const header = () => page.getByRole('banner');
  const scrollDown = async () => {
    // Next to the table, which scrolls by itself.
    await page.getByRole('heading', { level: 1 }).hover();
    await page.mouse.wheel(0, 600);
    await soon.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
  };

  it('header and sidebar stay while the page scrolls, or scroll with it', async () => {
    // Lower than the page's content, and high enough for a fixed header.
    await page.setViewportSize({ width: 1440, height: 520 });
    await person.openPage('/system/menu');
    await scrollDown();
    const side = page.getByRole('navigation', { name: '主菜单' });
    expect((await boxOf(header())).y).toBe(0);
    expect((await boxOf(side)).y).toBeGreaterThanOrEqual(0);
    await person.shot('fixed-header-sidebar');
    await stored({ fixed_header: 'false', fixed_sidebar: 'false' });
    await person.openPage('/system/menu');
    await scrollDown();
    expect((await boxOf(header())).y).toBeLessThan(-100);
    expect((await boxOf(side)).y).toBeLessThan(-100);
    await person.shot('loose-header-sidebar');
  }, 120_000);

  it('footer and tabs can be hidden', async () => {
    await person.openPage('/system/post');
    await soon(page.locator('footer')).toBeVisible();
    await soon(page.getByRole('tablist').first()).toBeVisible();
    await stored({ hide_footer: 'true', multi_tab: 'false' });
    await person.openPage('/system/post');
    await soon(page.locator('footer')).toHaveCount(0);
    await soon(page.getByRole('tab', { name: '首页' })).toHaveCount(0);
    await page.getByRole('link', { name: '参数设置' }).click();
    await page.getByRole('heading', { level: 1, name: '参数设置' }).waitFor();
    await soon(page.getByRole('tabpanel')).toHaveCount(0);
    await person.shot('no-footer-no-tabs');
    expect(await person.findings()).toEqual([]);
  }, 120_000);
});

describe('tables', () => {
  it('have 3 row heights and optional borders, from the drawer and from their own menu', async () => {
    await person.openPage('/system/post');
    const row = person.row('岗位3');
    const height = async () => (await boxOf(row)).height;
    const middle = await height();
    await openDrawer();
    await choose('默认');
    await closeDrawer();
    await soon.poll(height).toBeGreaterThan(middle);
    const high = await height();
    await page.getByRole('button', { name: '表格大小' }).click();
    await page.getByRole('menuitemradio', { name: '紧凑' }).click();
    await soon.poll(height).toBeLessThan(middle);
    const cell = row.getByRole('cell').nth(2);
    expect(await css(cell, 'border-inline-end-width')).toBe('0px');
    await page.getByRole('menuitemcheckbox', { name: '显示边框' }).click();
    await soon.poll(() => css(cell, 'border-inline-end-width')).toBe('1px');
    await page.keyboard.press('Escape');
    await person.shot('table-small-bordered');
    await page.reload();
    await person.settled();
    await soon.poll(height).toBeLessThan(middle);
    await soon.poll(() => css(cell, 'border-inline-end-width')).toBe('1px');
    expect([await kept('table_size'), await kept('table_bordered')]).toEqual(['small', 'true']);
    expect([high > middle, await person.findings()]).toEqual([true, []]);
  }, 120_000);

  it('fit 1440, 992, 600 and 390 px in each size, with borders', async () => {
    for (const size of ['default', 'middle', 'small']) {
      await stored({ table_size: size, table_bordered: 'true' });
      await person.openPage('/system/post');
      for (const width of [1440, 992, 600, 390]) {
        await person.resize(width, 844);
        expect([size, width, await person.overflow()]).toEqual([size, width, 0]);
        await person.shot(`table-${size}-${width}`);
      }
      expect([size, await person.findings()]).toEqual([size, []]);
    }
  }, 180_000);
});

// tests/unit/console-theme.test.ts calculates every colour; here some are measured in a page.
describe.each(['light', 'dark'] as const)('colours in a %s page', (scheme) => {
  let other: ConsolePage;
  beforeAll(async () => {
    // The scheme is set when the pages open.
    other = await site.signedIn({ scheme });
    use(other);
  });
  afterAll(async () => {
    use(site.admin);
    await other.close();
  });

  // The darkest and the lightest; a soak measures all.
  const measured = isSoak ? accentColours : (['#722ED1', '#FAAD14'] as const);
  it('the darkest and the lightest: every text of a list has a contrast of 4.5', async () => {
    for (const color of measured) {
      await stored({ color, nav_theme: scheme === 'light' ? 'dark' : 'light' });
      await person.openPage('/system/post');
      await person.row('岗位3').getByRole('checkbox').check();
      const { min, texts, where } = await person.contrast();
      expect(texts).toBeGreaterThan(40);
      expect({ color, where, isRead: min >= 4.5 }).toEqual({ color, where, isRead: true });
      await person.shot(`colour-${color.slice(1)}-${scheme}`);
    }
    expect(await person.findings()).toEqual([]);
  }, 180_000);

  it.each(['sidemenu', 'topmenu'] as const)(
    'colour-weak mode, %s, from 1440 to 390 px: nothing serious, contrast 7',
    async (layout) => {
      await stored({ weak: 'true', layout });
      await person.openPage('/system/post');
      for (const width of layout === 'sidemenu' ? [1440, 992, 600, 390] : [1440, 992]) {
        await person.resize(width, 844);
        const { min, where } = await person.contrast();
        expect({ width, where, isRead: min >= 7 }).toEqual({ width, where, isRead: true });
        expect([width, await person.overflow()]).toEqual([width, 0]);
        await person.shot(`weak-${layout}-${scheme}-${width}`);
      }
      expect(await person.findings()).toEqual([]);
    },
    120_000,
  );
});
