import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { launchChromium } from '../kit/chromium.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { FrameSite } from '../kit/frame-site.ts';

const soon = expectPage.configure({ timeout: 30_000 });
const shots = process.env.ORIEL_SHOTS;

let site: FrameSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let frame: FrameLocator;

beforeAll(async () => {
  [browser, site] = await Promise.all([
    launchChromium(),
    FrameSite.start({ clip: makeClip({ size: '640x360' }) }),
  ]);
  if (shots) await mkdir(shots, { recursive: true });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 800, height: 450 } });
  page = await context.newPage();
});
afterEach(() => context.close());

async function embed(options: Record<string, unknown> = {}): Promise<void> {
  await page.goto(site.hostOrigin);
  await page.waitForFunction('window.open1');
  const given = { template: 'standard', language: 'zh-CN', ...options };
  await page.evaluate(`window.open1(${JSON.stringify(site.origin)}, ${JSON.stringify(given)})`);
  await page.evaluate(`for (const name of ['clickEventHandle', 'removeEventHandle', 'setThemeData'])
    window.player.on(name, (data) => window.events.push({ name, data }))`);
  frame = page.frameLocator('iframe');
  await soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', 'playing');
}

const button = (name: string) => frame.getByRole('button', { name, exact: true });
const reported = (name: string) =>
  page.evaluate(
    `window.events.filter((one) => one.name === ${JSON.stringify(name)}).map((one) => one.data)`,
  ) as Promise<Record<string, unknown>[]>;
const quick: Theme = { ...builtInThemes.pcLive, autoFocus: 1 };

async function shoot(name: string): Promise<void> {
  if (!shots) return;
  await page.waitForTimeout(350);
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

async function expectInside(locator: Locator): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const box = (await locator.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(width);
  expect(box.y + box.height).toBeLessThanOrEqual(height);
}

describe('bars', () => {
  it('fade after the seconds of the theme, not under the pointer, and return with a key press', async () => {
    await embed({ themeData: quick });
    const bars = frame.locator('.oriel-bars');
    await button('截图').hover();
    await page.waitForTimeout(2_500);
    await soon(bars).toHaveAttribute('data-faded', 'false');
    await page.mouse.click(400, 200);
    await soon(bars).toHaveAttribute('data-faded', 'true');
    await page.keyboard.press('Shift');
    await soon(bars).toHaveAttribute('data-faded', 'false');
  });

  it('fade after a tap too, and the next tap only shows them', async () => {
    await context.close();
    context = await browser.newContext({
      viewport: { width: 390, height: 260 },
      hasTouch: true,
      isMobile: true,
    });
    page = await context.newPage();
    await embed({ template: 'mobileLive', themeData: { ...builtInThemes.mobileLive, autoFocus: 6 } });
    const bars = frame.locator('.oriel-bars');
    await button('电子放大').tap();
    await soon(button('电子放大')).toHaveAttribute('aria-pressed', 'true');
    await soon(bars).toHaveAttribute('data-faded', 'true');
    const at = (await button('电子放大').boundingBox())!;
    const tap = () => page.touchscreen.tap(at.x + at.width / 2, at.y + at.height / 2);
    await tap();
    await soon(bars).toHaveAttribute('data-faded', 'false');
    await soon(button('电子放大')).toHaveAttribute('aria-pressed', 'true');
    await tap();
    await soon(button('电子放大')).toHaveAttribute('aria-pressed', 'false');
  });

  it('of a rotated phone let a finger drag the volume', async () => {
    await context.close();
    context = await browser.newContext({
      viewport: { width: 390, height: 760 },
      hasTouch: true,
      isMobile: true,
    });
    page = await context.newPage();
    await embed({ template: 'mobileLive', audio: true });
    await page.evaluate("window.player.fullScreen('web')");
    await soon(frame.locator('#oriel-root')).toHaveAttribute('data-rotated', 'true');
    await button('关闭声音').tap();
    await button('打开声音').tap();
    const slider = frame.locator('.oriel-volume');
    await soon.poll(async () => (await slider.boundingBox())!.height).toBeGreaterThan(40);
    const { x, y, width, height } = (await slider.boundingBox())!;
    const cdp = await context.newCDPSession(page);
    const finger = (part: number) => [{ x: x + width / 2, y: y + height * part }];
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger(0.8) });
    for (let part = 0.7; part > 0.25; part -= 0.1)
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: finger(part) });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await soon.poll(async () => Number(await slider.inputValue())).toBeLessThan(45);
  });

  it('do not fade while they contain the keyboard focus', async () => {
    await embed({ themeData: quick });
    await soon(button('截图')).toBeVisible();
    await frame.locator('#oriel-root').click({ position: { x: 400, y: 100 } });
    await page.keyboard.press('Tab');
    await soon(frame.locator('.oriel-bar :focus-visible')).toHaveCount(1);
    await page.waitForTimeout(2_500);
    await soon(frame.locator('.oriel-bars')).toHaveAttribute('data-faded', 'false');
    await shoot('focus-ring');
  });

  it('take the colours of the theme', async () => {
    const { header, footer } = builtInThemes.pcLive;
    const light = { color: '#1f2937', backgroundColor: '#ffffffd9', activeColor: '#c2410c' };
    await embed({
      themeData: {
        ...builtInThemes.pcLive,
        header: { ...header, ...light },
        footer: { ...footer, ...light },
      },
    });
    await button('电子放大').click();
    await soon(button('电子放大')).toHaveCSS('color', 'rgb(194, 65, 12)');
    const surface = frame.locator('.oriel-footer').evaluate((bar) => {
      return getComputedStyle(bar, '::before').backgroundImage;
    });
    expect(await surface).toContain('rgba(255, 255, 255, 0.85)');
    await shoot('light-theme');
  });

  it('truncate the device name at 160 px and show it in full as tooltip', async () => {
    const name = site.deviceName;
    site.deviceName = 'Harbour north quay, seen from the roof of the old customs house';
    try {
      await embed();
      const device = frame.locator('[data-id="deviceName"]');
      await soon(device).toHaveAttribute('title', site.deviceName);
      await soon.poll(async () => (await device.boundingBox())?.width).toBeLessThanOrEqual(160);
      await soon(device).toHaveCSS('text-overflow', 'ellipsis');
      await shoot('long-name');
    } finally {
      site.deviceName = name;
    }
  });

  it('are 48 px high in a frame of 501 px, 32 px in one of 500 px', async () => {
    await embed();
    const heightsIn = async (width: number, height: number) => {
      await page.setViewportSize({ width, height: 400 });
      const button = frame.locator('.oriel-footer .oriel-button').first();
      for (const bar of ['.oriel-header', '.oriel-footer'])
        await soon(frame.locator(bar)).toHaveCSS('height', `${height}px`);
      await soon(button).toHaveCSS('height', `${height}px`);
      return button.evaluate(() => window.innerWidth);
    };
    for (const [width, height] of [
      [501, 48],
      [500, 32],
    ] as const)
      expect(await heightsIn(width, height)).toBe(width);
  });

  it('have a header below the line that cameras draw, or in the band above the video of a high frame', async () => {
    await embed();
    const header = frame.locator('.oriel-header');
    for (const [width, height, top] of [
      [640, 360, 25],
      [600, 400, 55],
      [501, 700, 0],
    ] as const) {
      await page.setViewportSize({ width, height });
      await soon.poll(async () => Math.round((await header.boundingBox())!.y)).toBe(top);
      await shoot(`header-${width}x${height}`);
    }
  });

  it('are shown soon after the first frame', async () => {
    await context.addInitScript(`if (window !== top) {
      const marks = (window.marks = {});
      const look = () => {
        if (document.querySelector('[data-phase="playing"]')) marks.frame ??= performance.now();
        if (document.querySelector('.oriel-footer')) marks.toolbar ??= performance.now();
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    }`);
    const waits: number[] = [];
    for (let run = 0; run < 3; run += 1) {
      await embed();
      await soon(frame.locator('.oriel-footer')).toBeVisible();
      const inner = page.frames().find((one) => one !== page.mainFrame())!;
      waits.push(
        await inner.evaluate(() => {
          const { marks } = window as unknown as { marks: { frame: number; toolbar: number } };
          return Math.round(marks.toolbar - marks.frame);
        }),
      );
    }
    process.stderr.write(`toolbar after the first frame: ${waits.join(', ')} ms\n`);
    expect(Math.min(...waits)).toBeLessThan(3_000);
  });
});

describe('menus', () => {
  it('open on hover within the frame, and select', async () => {
    await embed();
    await button('清晰度：高清').hover();
    await soon(frame.getByRole('menu')).toBeVisible();
    await soon(() => expectInside(frame.getByRole('menu'))).toPass({ timeout: 30_000 });
    await shoot('quality-list');
    await frame.getByRole('menuitemradio', { name: '标清' }).click();
    await soon(button('清晰度：标清')).toBeVisible();
    await soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', 'playing');
    await soon.poll(async () => (await reported('state')).at(-1)?.quality).toBe('sd');
  });

  it('of a narrow frame contain the remaining buttons, for keys too', async () => {
    await page.setViewportSize({ width: 260, height: 300 });
    await embed();
    await button('更多').focus();
    await page.keyboard.press('Enter');
    await soon(() => expectInside(frame.getByRole('menu'))).toPass({ timeout: 30_000 });
    await shoot('overflow');
    await soon(frame.getByRole('menuitemcheckbox', { name: '对讲' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await soon(frame.getByRole('menuitemcheckbox', { name: '画中画' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await soon(frame.getByRole('menuitemcheckbox', { name: '电子放大' })).toBeFocused();
    await page.keyboard.press('Enter');
    await soon.poll(async () => (await reported('state')).at(-1)?.zoom).toBe(1);
    await soon(button('更多')).toBeFocused();
  });

  it('are bottom sheets on phones, and 取消 closes them', async () => {
    await page.setViewportSize({ width: 390, height: 260 });
    await embed({ template: 'mobileLive' });
    await button('清晰度：高清').click();
    const sheet = frame.getByRole('menu');
    await soon(sheet).toBeVisible();
    // The sheet slides in.
    await soon(() => expectInside(sheet)).toPass({ timeout: 30_000 });
    const box = (await sheet.boundingBox())!;
    expect([box.x, Math.round(box.width)]).toEqual([0, 390]);
    await shoot('sheet');
    await frame.getByRole('menuitem', { name: '取消' }).click();
    await soon(sheet).toHaveCount(0);
  });
});

describe('the list of shortcuts', () => {
  it('is over the video and closes with Escape, which is not reported to the page', async () => {
    await embed();
    await soon(button('截图')).toBeVisible();
    await frame.locator('#oriel-root').click({ position: { x: 400, y: 100 } });
    await page.keyboard.press('?');
    await soon(frame.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible();
    await shoot('shortcuts');
    await page.keyboard.press('Escape');
    await soon(frame.getByRole('dialog')).toHaveCount(0);
    expect(await reported('esc')).toEqual([]);
  });
});

describe('editing', () => {
  it('moves by keys without losing the focus, removes, and notifies the page each time', async () => {
    await embed();
    await page.evaluate('window.player.edit(true)');
    await button('网页全屏').click();
    await soon.poll(() => reported('clickEventHandle')).toEqual([{ iconId: 'webExpend' }]);
    await shoot('editing');
    await button('左移').focus();
    await page.keyboard.press('Enter');
    await soon.poll(async () => (await reported('setThemeData')).length).toBeGreaterThan(0);
    await soon(button('左移')).toBeFocused();
    const { themeData } = (await reported('setThemeData')).at(-1) as { themeData: Theme };
    const right = themeData.footer.btnList.filter(({ part, isrender }) => part === 'right' && isrender === 1);
    expect(right.map(({ iconId }) => iconId)).toEqual(['webExpend', 'hd', 'expend']);
    await button('移除').click();
    await soon.poll(() => reported('removeEventHandle')).toEqual([{ iconId: 'webExpend' }]);
    await soon(button('网页全屏')).toHaveCount(0);
    expect((await page.evaluate('window.player.fetchThemeData()')) as { themeData: Theme }).toMatchObject({
      themeData: { themeId: 'pcLive' },
    });
    await page.evaluate('window.player.edit(false)');
    await soon(button('左移')).toHaveCount(0);
  });

  it('renders the bars from a part of a theme (btnReRender), and rejects removing the last storage medium', async () => {
    await embed();
    await page.evaluate('window.player.edit(true)');
    const { header } = builtInThemes.mobileRec;
    await page.evaluate(`window.player.btnReRender(${JSON.stringify({ header })})`);
    await button('云存储录像').click();
    await button('移除').click();
    await button('本地存储录像').click();
    await button('移除').click();
    await soon(frame.getByText('必须选中一种存储介质')).toBeVisible();
    await soon(button('本地存储录像')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 260 });
    await shoot('editing-narrow');
  });
});

describe('over white video', () => {
  type Colour = readonly [number, number, number, number];
  const parse = (text: string): Colour => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return [red, green, blue, alpha];
  };
  const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => {
    const mix = (one: number, other: number) => one * alpha + other * (1 - alpha);
    return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
  };
  /** WCAG 2: relative luminance and contrast. */
  const luminance = ([red, green, blue]: Colour): number => {
    const linear = (value: number) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };

  /** Lowest contrast of an element's colour to the backgrounds below it, up to the bar, over white. */
  async function contrastOf(locator: Locator): Promise<number> {
    const [colour, backgrounds] = await locator.evaluate((element) => {
      const layers: string[] = [];
      for (
        let one: Element | null = element;
        one;
        one = one.closest('.oriel-bar') === one ? null : one.parentElement
      ) {
        layers.unshift(getComputedStyle(one).backgroundColor);
      }
      return [getComputedStyle(element).color, layers] as const;
    });
    const behind = backgrounds.reduce<Colour>(
      (below, layer) => over(parse(layer), below),
      [255, 255, 255, 1],
    );
    const [dark = 0, light = 0] = [luminance(parse(colour)), luminance(behind)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  /**
   * Contrast of the brightest pixels, those of text or icon, to the darkest ones next to them: its shadow, on the
   * gradient of the bar. Median of all.
   */
  async function paintedContrast(locator: Locator): Promise<number> {
    const { data, info } = await sharp(await locator.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * 3);
      return luminance([red, green, blue, 1]);
    };
    const found: number[] = [];
    for (let y = 2; y < info.height - 2; y += 1) {
      for (let x = 2; x < info.width - 2; x += 1) {
        if (at(x, y) < 0.8) continue;
        const around = [-2, -1, 0, 1, 2].flatMap((dy) => [-2, -1, 0, 1, 2].map((dx) => at(x + dx, y + dy)));
        found.push((at(x, y) + 0.05) / (Math.min(...around) + 0.05));
      }
    }
    return found.sort((one, other) => one - other)[found.length >> 1] ?? 1;
  }

  it('text has a contrast of 4.5 and icons of 3', async () => {
    await embed();
    await frame.locator('.oriel-stage').evaluate((stage) => {
      stage.style.background = '#fff';
      (stage.firstElementChild as HTMLElement).style.visibility = 'hidden';
    });
    await soon(frame.locator('.oriel-mark')).toBeVisible();
    await page.mouse.move(400, 200);
    const words = {
      quality: await contrastOf(frame.locator('.oriel-mark')),
      live: await contrastOf(frame.locator('.oriel-live')),
      device: await paintedContrast(frame.locator('[data-id="deviceID"]')),
    };
    await button('电子放大').click();
    await page.mouse.move(400, 200);
    await page.waitForTimeout(300); // transitions
    const icons = {
      plain: await paintedContrast(button('截图')),
      active: await contrastOf(button('电子放大')),
    };
    process.stderr.write(`contrast over white: ${JSON.stringify({ words, icons })}\n`);
    for (const value of Object.values(words)) expect(value).toBeGreaterThanOrEqual(4.5);
    for (const value of Object.values(icons)) expect(value).toBeGreaterThanOrEqual(3);
  });
});
