import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { SourceFailure } from '../../lib/media/ports.ts';
import { launchChromium } from '../kit/chromium.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { FrameSite } from '../kit/frame-site.ts';

/** Assertions that retry for 30 s, for slow and shared machines. */
const soon = expectPage.configure({ timeout: 30_000 });

/** Folder for screenshots of each state, for review by a person. */
const shots = process.env.ORIEL_SHOTS;

let site: FrameSite;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let frame: FrameLocator;
/** Uncaught errors, and console errors and warnings, of both documents. */
let complaints: string[];

beforeAll(async () => {
  [browser, site] = await Promise.all([
    launchChromium(),
    FrameSite.start({ clip: makeClip({ size: '640x360' }) }),
  ]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => {
  complaints = [];
  site.liveUrl = () => site.ticket();
  site.live.cameraFailure = null;
  site.hasStreams = true;
  context = await browser.newContext({ viewport: { width: 800, height: 450 } });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page = await context.newPage();
});
afterEach(() => context.close());

async function embed(options: Record<string, unknown> = {}): Promise<void> {
  await page.goto(site.hostOrigin);
  await page.waitForFunction('window.open1');
  await page.evaluate(
    `window.open1(${JSON.stringify(site.origin)}, ${JSON.stringify({ language: 'zh-CN', ...options })})`,
  );
  frame = page.frameLocator('iframe');
}

const playing = () => soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', 'playing');
const phase = (name: string) => soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', name);
const reported = (name: string) =>
  page.evaluate(
    `window.events.filter((one) => one.name === ${JSON.stringify(name)}).map((one) => one.data)`,
  ) as Promise<Record<string, unknown>[]>;
const button = (name: string) => frame.getByRole('button', { name, exact: true });

async function shoot(name: string): Promise<void> {
  if (!shots) return;
  await page.waitForTimeout(400); // fade-in
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** Number of different colours on a middle line of the frame; a blank frame has 1. */
async function coloursOnScreen(): Promise<number> {
  const screenshot = await page.locator('iframe').screenshot();
  // As text: passing an array of numbers into the page takes seconds.
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, 1).getContext('2d')!;
    context.drawImage(bitmap, 0, -Math.round(bitmap.height * 0.45));
    const line = new Uint32Array(context.getImageData(0, 0, bitmap.width, 1).data.buffer);
    return new Set(line).size;
  }, screenshot.toString('base64'));
}

describe('standard', () => {
  it('plays, names the camera, and has its controls', async () => {
    await embed({ template: 'standard' });
    await playing();
    await soon(frame.getByText('Harbour north quay')).toBeVisible();
    await soon(frame.getByRole('group', { name: '播放控制' })).toBeVisible();
    await frame.locator('[data-id="sound"]').hover();
    await soon(frame.getByRole('slider', { name: '音量' })).toBeVisible();
    for (const name of ['停止', '打开声音', '全屏']) await soon(button(name)).toBeVisible();
    expect(await coloursOnScreen()).toBeGreaterThan(5);
    // Once per start of playback, which may happen again on a busy machine.
    const begins = async () => {
      const phases = (await reported('state')).map(({ phase: name }) => name);
      return phases.filter((name, at) => name === 'playing' && phases[at - 1] !== 'playing').length;
    };
    await soon.poll(async () => (await reported('handleSuccess')).length - (await begins())).toBe(0);
    expect(await begins()).toBeGreaterThan(0);
    await shoot('playing');
    expect(complaints).toEqual([]);
  });

  it('shows a large button if it may not start automatically', async () => {
    await embed({ template: 'standard', autoplay: false });
    const start = frame.locator('.oriel-start-button');
    await soon(start).toBeVisible();
    await shoot('start');
    await start.click();
    await playing();
    await soon(start).toBeHidden();
  });

  it('shows that it is loading if the first frame takes long', async () => {
    site.liveUrl = () => null;
    await embed({ template: 'standard' });
    await soon(frame.getByText('正在加载画面…')).toBeVisible();
    await shoot('loading');
  });

  it.each(['zh-CN', 'en-US'])(
    'shows the name of the camera before its first frame (%s)',
    async (language) => {
      // The server grants the stream, which then does not begin.
      site.hasStreams = false;
      const before = site.forms.length;
      await embed({ template: 'standard', language });
      await soon(frame.locator('.oriel-caption-name')).toHaveText(site.deviceName);
      expect(await frame.locator('#oriel-root').getAttribute('data-phase')).toBe('loading');
      expect(site.forms).toHaveLength(before + 1);
      await shoot(`loading-name-${language}`);
      await page.setViewportSize({ width: 390, height: 300 });
      await shoot(`loading-name-${language}-390`);
    },
  );

  it('supports keyboard shortcuts', async () => {
    await embed({ template: 'standard' });
    await playing();
    await soon(button('打开声音')).toBeVisible();
    await frame.locator('#oriel-root').click({ position: { x: 400, y: 100 } });
    await page.keyboard.press('m');
    await soon(button('关闭声音')).toBeVisible();
    await page.keyboard.press(' ');
    await phase('idle');
    await page.keyboard.press(' ');
    await playing();
    await page.keyboard.press('Escape');
    await soon.poll(() => reported('esc')).toHaveLength(1);
  });

  it('enters and leaves full screen', async () => {
    await embed({ template: 'standard' });
    await playing();
    await button('全屏').click();
    await soon(button('退出全屏')).toBeVisible();
    await soon.poll(async () => (await reported('state')).at(-1)?.fullScreen).toBe(true);
    await page.keyboard.press('f');
    await soon(button('全屏')).toBeVisible();
  });

  it('fades its bars after 5 s without activity, and shows them again', async () => {
    await embed({ template: 'standard' });
    await playing();
    const bars = frame.locator('.oriel-bars');
    await page.mouse.move(300, 200);
    await soon(bars).toHaveAttribute('data-faded', 'false');
    await soon(bars).toHaveAttribute('data-faded', 'true');
    await shoot('faded');
    await page.mouse.move(310, 220);
    await soon(bars).toHaveAttribute('data-faded', 'false');
  });

  it('is English if the page requests it', async () => {
    await embed({ template: 'standard', language: 'en-GB' });
    await playing();
    await soon(button('Stop')).toBeVisible();
    await soon(frame.getByText('LIVE')).toBeVisible();
    await shoot('playing-en');
  });

  it('keeps everything within every size', async () => {
    const sizes = [
      [320, 180],
      [390, 220],
      [1440, 810],
      [3840, 2160],
    ] as const;
    site.liveUrl = () => ({ code: '20002', msg: '设备不存在' });
    await embed({ template: 'standard' });
    await soon(frame.getByRole('alert')).toBeVisible();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await shoot(`failed-${width}`);
      await expectInside(width, height);
    }
    site.liveUrl = () => site.ticket();
    await page.evaluate('window.player.play()');
    await playing();
    await soon(button('停止')).toBeVisible();
    const bar = frame.getByRole('group', { name: '播放控制' });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await soon
        .poll(async () => (await bar.boundingBox())?.height)
        .toBe(width > 2200 ? 80 : width > 500 ? 48 : 32);
      await shoot(`playing-${width}`);
      await expectInside(width, height);
    }
  });
});

describe('very small frames', () => {
  /** Names of the bar's buttons, from left to right. */
  const bar = () =>
    frame.locator('.oriel-footer button:visible').evaluateAll((all) => all.map((one) => one.ariaLabel));

  it('cut nothing off: before the start, playing, reconnecting, failed', async () => {
    const sizes = [
      [300, 160, true, ['停止', '截图', '打开声音', '云台控制', '录像', '对讲', '更多', '全屏']],
      [240, 159, false, ['停止', '截图', '打开声音', '云台控制', '录像', '全屏']],
      [160, 90, false, ['停止', '截图', '打开声音', '全屏']],
      [100, 60, false, ['停止', '全屏']],
      [60, 60, false, ['全屏']],
    ] as const;
    const expectAllInside = async (name: string) => {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await shoot(`small-${name}-${width}x${height}`);
        await expectInside(width, height);
      }
    };
    await embed({ template: 'standard', autoplay: false });
    await soon(frame.locator('.oriel-start-button')).toBeVisible();
    await expectAllInside('idle');
    await page.evaluate('window.player.play()');
    await playing();
    for (const [width, height, hasHeader, buttons] of sizes) {
      await page.setViewportSize({ width, height });
      await soon.poll(bar).toEqual(buttons);
      await soon(frame.locator('.oriel-header')).toBeVisible({ visible: hasHeader });
    }
    await expectAllInside('playing');

    site.liveUrl = () => ({ code: '50000', msg: '' });
    site.dropStreams();
    await soon(frame.locator('.oriel-retry')).toBeVisible();
    await expectAllInside('reconnecting');
    site.liveUrl = () => ({ code: '10031', msg: '' });
    // The next automatic retry.
    await soon(frame.getByRole('alert')).toBeVisible();
    await expectAllInside('failed');
  });
});

describe('icons over white video', () => {
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
  const contrast = (one: Colour, other: Colour): number => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  async function contrastOf(name: string): Promise<number> {
    const [colour, own, footer] = await button(name).evaluate(async (element) => {
      const changing = element.closest('.oriel-footer')?.getAnimations({ subtree: true }) ?? [];
      await Promise.allSettled(changing.map(({ finished }) => finished));
      const { color, backgroundColor } = getComputedStyle(element);
      const bar = element.closest('.oriel-footer') as Element;
      return [color, backgroundColor, getComputedStyle(bar).backgroundColor];
    });
    const behind = over(parse(own ?? ''), over(parse(footer ?? ''), [255, 255, 255, 1]));
    return contrast(parse(colour ?? ''), behind);
  }

  it('are visible when hovered, pressed and active', async () => {
    await embed({ template: 'standard' });
    await playing();
    await soon(button('停止')).toBeVisible();
    const measured: Record<string, number> = {};
    await button('停止').hover();
    measured.hovered = await contrastOf('停止');
    await page.mouse.down();
    measured.pressed = await contrastOf('停止');
    await page.mouse.move(400, 100);
    await page.mouse.up();
    await button('全屏').click();
    await soon(button('退出全屏')).toBeVisible();
    await page.mouse.move(400, 100);
    measured.active = await contrastOf('退出全屏');
    process.stderr.write(`contrast of icons: ${JSON.stringify(measured)}\n`);
    for (const value of Object.values(measured)) expect(value).toBeGreaterThanOrEqual(3);
  });
});

/** Expects all visible text and controls inside the frame, and no scrolling. */
async function expectInside(width: number, height: number): Promise<void> {
  const read = frame.locator('button:visible, .oriel-card-title:visible, .oriel-header > :visible');
  // In one call, because the content changes meanwhile.
  const outside = () =>
    read.evaluateAll(
      (all, size) =>
        all
          .map((one) => ({ what: one.className, ...one.getBoundingClientRect().toJSON() }))
          .filter(
            ({ left, top, right, bottom }) =>
              left < 0 || top < 0 || right > size.width || bottom > size.height,
          ),
      { width, height },
    );
  await soon.poll(outside).toEqual([]);
}

describe('simple', () => {
  it('shows the video without controls', async () => {
    await embed({ template: 'simple' });
    await playing();
    expect(await coloursOnScreen()).toBeGreaterThan(5);
    await page.waitForTimeout(500);
    await soon(frame.getByRole('button')).toHaveCount(0);
    await soon(frame.getByRole('group')).toHaveCount(0);
    await shoot('simple');
    expect(complaints).toEqual([]);
  });

  it('leaves a double click to the host page', async () => {
    await embed({ template: 'simple' });
    await playing();
    await frame.locator('#oriel-root').dblclick({ position: { x: 100, y: 100 } });
    await soon.poll(() => reported('dblclick')).toHaveLength(1);
  });

  it('reports a click and movements, which the page cannot receive', async () => {
    await embed({ template: 'simple' });
    await playing();
    await page.evaluate(`window.clicks = 0; document.addEventListener('click', () => { window.clicks += 1 });
      for (const name of ['click', 'mousemove'])
        window.player.on(name, (data) => window.events.push({ name, data }))`);
    await frame.locator('#oriel-root').click({ position: { x: 100, y: 100 } });
    await soon.poll(() => reported('click')).toEqual([{}]);
    expect((await reported('mousemove')).length).toBeGreaterThan(0);
    expect(await page.evaluate('window.clicks')).toBe(0);
  });

  it('still shows failures', async () => {
    site.liveUrl = () => ({ code: '20002', msg: '设备不存在' });
    await embed({ template: 'simple' });
    await soon(frame.getByRole('alert')).toHaveText('设备不存在');
    await shoot('simple-failed');
  });
});

describe('interruptions', () => {
  it('retries loading the controls at intervals, not with each change of state', async () => {
    let requested = 0;
    await page.route('**/assets/mount-*.js', (route) => {
      requested += 1;
      return route.abort();
    });
    await embed({ template: 'standard' });
    await playing();
    for (let change = 1; change <= 8; change += 1) {
      await page.evaluate(`window.player.setVolume(${change * 10})`);
      await page.waitForTimeout(100);
    }
    expect(requested).toBeLessThan(4);
    await page.unroute('**/assets/mount-*.js');
    await soon(frame.getByRole('button', { name: /^(停止|Stop)$/ })).toBeVisible();
  });

  it('keep the last frame, show the reason, and resume automatically', async () => {
    await embed({ template: 'standard' });
    await playing();
    await soon(button('停止')).toBeVisible();
    site.liveUrl = () => ({ code: '50000', msg: '' });
    site.dropStreams();
    await phase('reconnecting');
    await soon(frame.getByRole('heading', { name: '正在重新连接' })).toBeVisible();
    await soon(frame.getByText('错误码 50000')).toBeVisible();
    expect(await coloursOnScreen()).toBeGreaterThan(5);
    await shoot('reconnecting');
    // Not before the click: the player also retries by itself, and the button disappears when that succeeds.
    await button('立即重试').click();
    site.liveUrl = () => site.ticket();
    await playing();
    await soon(frame.getByRole('heading')).toHaveCount(0);
    await soon
      .poll(() => reported('handleError'))
      .toEqual([expectPage.objectContaining({ code: 'network.closed', message: '连接断开，请重试' })]);
    await soon(frame.locator('.oriel-last-frame')).toHaveCount(0);
  });

  it('wait while the server reconnects to the camera', async () => {
    await embed({ template: 'standard' });
    await playing();
    await soon(button('停止')).toBeVisible();
    const failure: SourceFailure = { code: 'source.unreachable', message: 'gone', retryable: true };
    site.live.cameraFailure = failure;
    site.live.camera.fail(failure);
    await soon(frame.getByRole('heading', { name: '正在等待摄像机' })).toBeVisible();
    await soon(frame.getByText('服务器无法连接到摄像机')).toBeVisible();
    await shoot('source-trouble');
    site.live.cameraFailure = null;
    await soon(frame.getByRole('heading')).toHaveCount(0);
    expect(site.forms.length).toBeGreaterThan(0);
  });

  it('request an expired token, then a denied one, then explain the failure', async () => {
    site.liveUrl = () => ({ code: '10002', msg: 'accessToken过期或异常' });
    await embed({ template: 'standard' });
    // Why an address failed is what the server says.
    await soon(frame.getByRole('alert')).toHaveText('accessToken过期或异常');
    expect(await page.evaluate('window.reasons')).toEqual(['start', 'expired', 'denied']);
    await soon(frame.getByText('错误码 10002')).toBeVisible();
    await soon(button('重试')).toBeVisible();
    await shoot('wrong-token');
    await soon
      .poll(async () => (await reported('handleError')).at(-1))
      .toMatchObject({ code: '10002', source: 'service', retryable: true });
    const urls = page
      .frames()
      .map((one) => one.url())
      .join();
    expect(urls).not.toContain('token-');
  });

  it('explain each failure, and offer no retry where none can help', async () => {
    site.liveUrl = () => ({ code: '20002', msg: '' });
    await embed({ template: 'standard' });
    const explains = async (code: string, msg: string, text: string) => {
      site.liveUrl = () => ({ code, msg });
      await page.evaluate('window.player.play().catch(() => {})');
      await soon(frame.getByRole('alert')).toHaveText(text);
    };
    await soon(frame.getByRole('alert')).toHaveText('设备不存在');
    await soon(button('重试')).toHaveCount(0);
    await explains('20032', '', '通道不存在');
    await soon(button('重试')).toHaveCount(0);
    // The message of the server, if the catalogue has no text.
    await explains('777777', '<b>维护中</b>，今晚恢复', '<b>维护中</b>，今晚恢复');
    await soon(frame.getByText('<b>维护中</b>，今晚恢复')).toHaveCSS('color', 'rgb(255, 120, 117)'); // red
    await shoot('server-words');
    await explains('777777', '', '获取播放地址失败');
  });

  it('reject stop with 当前非播放状态 when nothing plays', async () => {
    await embed({ template: 'standard', autoplay: false });
    await page.evaluate('window.player.ready');
    const refusal = await page.evaluate('window.player.stop().catch((error) => [error.code, error.message])');
    expect(refusal).toEqual(['player.notPlaying', '当前非播放状态']);
  });

  it('explain an invalid address without showing its code', async () => {
    await embed({ template: 'standard', url: 'ezopen://SECRET@open.example.com/CAM1/1.rec?begin=never' });
    await soon(frame.getByRole('alert')).toHaveText('回放时间格式有误，请确认');
    expect(
      JSON.stringify(await reported('handleError')) + JSON.stringify(await reported('state')),
    ).not.toContain('SECRET');
  });
});

describe('audio blocked by the browser', () => {
  let strict: Browser;
  beforeAll(async () => {
    strict = await launchChromium(['--autoplay-policy=document-user-activation-required']);
  });
  afterAll(() => strict?.close());

  it('shows a button and waits for a click', async () => {
    page = await strict.newPage({ viewport: { width: 800, height: 450 } });
    // Every evaluation by Playwright counts as a user gesture, so the page itself embeds the player and reports its
    // state, and the test reads nothing before.
    await page.addInitScript(`if (window === top) addEventListener('load', () => setTimeout(() => {
      window.open1(${JSON.stringify(site.origin)}, { template: 'standard', audio: true, language: 'zh-CN' });
      window.player.on('state', (state) => { if (state.audioBlocked) fetch('/blocked'); });
    }, 0))`);
    const blocked = page.waitForRequest('**/blocked', { timeout: 30_000 });
    await page.goto(site.hostOrigin);
    await blocked;
    frame = page.frameLocator('iframe');
    await soon(button('点击打开声音')).toBeVisible();
    await shoot('sound-blocked');
    await button('点击打开声音').click();
    await soon(button('关闭声音')).toBeVisible();
    await soon(button('点击打开声音')).toHaveCount(0);
    await page.close();
  });
});

describe('a template that does not exist', () => {
  it('is reported in the player and to the page at once, without a stream', async () => {
    const before = site.forms.length;
    await embed({ template: 'pclive', autoplay: false, language: 'en-US' });
    await soon(frame.getByRole('alert')).toContainText('Unknown player template');
    await soon(frame.locator('.oriel-card-advice')).toContainText('pcLive');
    await soon
      .poll(() => reported('handleError'))
      .toEqual([expect.objectContaining({ code: 'template.unknown', source: 'player', retryable: false })]);
    const refused = await page.evaluate('window.player.play().then(() => "played", (error) => error.code)');
    expect(refused).toBe('template.unknown');
    expect(site.forms.length).toBe(before);
    // The browser's only error is the status of the page.
    expect(complaints.filter((text) => !/404/.test(text))).toEqual([]);
    if (shots) await page.screenshot({ path: join(shots, 'template-unknown.png') });
  });
});
