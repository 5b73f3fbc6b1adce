import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Browser, Frame, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { namedTemplates } from '../../lib/contracts/theme/template.ts';
import { launchChromium } from '../kit/chromium.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { FrameSite } from '../kit/frame-site.ts';
import { playerFrame } from '../kit/host-page.ts';

/** Every template in a real browser: which controls are shown, that all are reachable, and axe findings. */

const soon = expectPage.configure({ timeout: 30_000 });
const shots = process.env.ORIEL_SHOTS;
const widths = [1440, 600, 390] as const;

/** Per template: whether it has bars, and its buttons for live video in order. */
const full = [
  'play',
  'capturePicture',
  'sound',
  'pantile',
  'recordvideo',
  'talk',
  'zoom',
  'hd',
  'webExpend',
  'expend',
];
const mobile = ['play', 'sound', 'pantile', 'talk', 'zoom', 'hd', 'expend'];
const buttonsOf: Readonly<Record<(typeof namedTemplates)[number], readonly string[]>> = {
  simple: [],
  default: [],
  noData: [],
  standard: full,
  theme: full,
  pcLive: full,
  // A live address in a template for recordings keeps the template.
  pcRec: ['play', 'capturePicture', 'sound', 'recordvideo', 'zoom', 'webExpend', 'expend'],
  security: ['play', 'talk', 'sound', 'capturePicture', 'recordvideo', 'zoom', 'hd', 'expend'],
  voice: ['play', 'talk', 'broadcast', 'sound', 'expend'],
  mobileLive: mobile,
  mobileRec: ['play', 'sound', 'zoom', 'expend'],
};

let site: FrameSite;
let browser: Browser;
let axe: string;

beforeAll(async () => {
  [browser, site, axe] = await Promise.all([
    launchChromium(),
    FrameSite.start({ clip: makeClip({ size: '640x360' }) }),
    readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  ]);
  if (shots) await mkdir(shots, { recursive: true });
}, 120_000);
// A player of a test that failed would play beside all later ones.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

interface Opened {
  readonly page: Page;
  readonly frame: FrameLocator;
  readonly inner: Frame;
  readonly complaints: string[];
  close(): Promise<void>;
}

async function open(
  template: string,
  language: string,
  options: Record<string, unknown> = {},
): Promise<Opened> {
  site.liveUrl = () => site.ticket();
  const context = await browser.newContext({ viewport: { width: 1440, height: 810 } });
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(String(error.error())));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  const page = await context.newPage();
  await page.goto(site.hostOrigin);
  await page.waitForFunction('window.open1');
  await page.evaluate(
    `window.open1(${JSON.stringify(site.origin)}, ${JSON.stringify({ template, language, ...options })})`,
  );
  const frame = page.frameLocator('iframe');
  return { page, frame, inner: await playerFrame(page), complaints, close: () => context.close() };
}

const inPhase = ({ frame }: Opened, name: string) =>
  soon(frame.locator('#oriel-root')).toHaveAttribute('data-phase', name, { timeout: 20_000 });

async function shoot({ page, frame }: Opened, name: string): Promise<void> {
  if (!shots) return;
  await page.mouse.move(300, 100);
  await frame.locator('.oriel-app').waitFor({ state: 'attached' });
  await page.waitForTimeout(500); // fade-in
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/** Axe findings of impact serious or critical, as text. */
async function findings({ inner }: Opened): Promise<string[]> {
  await inner.evaluate(axe);
  return inner.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          where: object,
          options: object,
        ): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Icon ids of the enabled buttons of the theme, in the bar and behind ⋯. Closes the list. */
async function reachable({ frame, page }: Opened): Promise<string[]> {
  const inBar = await frame
    .locator(':is(.oriel-mid, .oriel-footer) .oriel-button')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.id ?? ''));
  const ofTheme = (ids: string[]) => ids.filter((id) => id !== 'pictureInPicture');
  const at = inBar.indexOf('more');
  if (at < 0) return ofTheme(inBar);
  await frame.locator('[data-id="more"]').click();
  const hidden = await frame
    .getByRole('menu')
    .evaluate((menu) =>
      [...menu.querySelectorAll<HTMLElement>('[data-entry]')].map((one) => one.dataset.entry ?? ''),
    );
  await page.keyboard.press('Escape');
  await soon(frame.getByRole('menu')).toHaveCount(0);
  return ofTheme(inBar.toSpliced(at, 1, ...hidden));
}

/** Visible text and controls outside of the frame. */
async function outside({ inner }: Opened): Promise<string[]> {
  return inner.evaluate(() =>
    [...document.querySelectorAll('button, .oriel-bar > *, .oriel-card-title')]
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.height > 0)
      .filter(
        ({ box }) =>
          box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5,
      )
      .map(({ one }) => one.outerHTML.slice(0, 120)),
  );
}

describe.each(namedTemplates)('template %s', (template) => {
  const buttons = buttonsOf[template];

  it('is English on request, Chinese after a change, and has its buttons at every width; axe finds nothing serious while playing, idle and failed', async () => {
    const opened = await open(template, 'en-US');
    const { page, frame } = opened;
    await inPhase(opened, 'playing');
    await soon(frame.locator('html')).toHaveAttribute('lang', 'en-US');
    await soon(frame.locator('.oriel-app')).toBeAttached();
    if (buttons.length > 0)
      await soon(frame.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    for (const width of widths) {
      await page.setViewportSize({ width, height: Math.round((width * 9) / 16) });
      await shoot(opened, `${template}-playing-${width}-en`);
      await soon.poll(() => outside(opened)).toEqual([]);
    }
    await page.evaluate(`window.player.setLanguage('zh-CN')`);
    await soon(frame.locator('html')).toHaveAttribute('lang', 'zh-CN');
    if (buttons.length > 0)
      await soon(frame.getByRole('button', { name: '停止', exact: true })).toBeVisible();
    await soon(frame.locator('.oriel-footer')).toHaveCount(buttons.length > 0 ? 1 : 0);
    await soon(frame.locator('.oriel-header')).toHaveCount(buttons.length > 0 ? 1 : 0);
    if (buttons.length > 0) await soon(frame.getByText(site.deviceName)).toBeVisible();
    const complaints = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: Math.round((width * 9) / 16) });
      if (buttons.length > 0) {
        const bar = frame.locator('.oriel-footer');
        await soon.poll(async () => (await bar.boundingBox())?.height).toBe(width > 500 ? 48 : 32);
        await expectPage(async () =>
          expect([...(await reachable(opened))].sort()).toEqual([...buttons].sort()),
        ).toPass({ timeout: 30_000 });
      }
      await soon.poll(() => outside(opened)).toEqual([]);
      await shoot(opened, `${template}-playing-${width}-zh`);
      complaints.push(...(await findings(opened)).map((words) => `playing at ${width}: ${words}`));
    }
    await page.setViewportSize({ width: 600, height: 338 });
    await page.evaluate('window.player.stop()');
    await inPhase(opened, 'idle');
    await shoot(opened, `${template}-idle-600-zh`);
    complaints.push(...(await findings(opened)).map((words) => `idle: ${words}`));
    site.liveUrl = () => ({ code: '20002', msg: '设备不存在' });
    await page.evaluate('window.player.play().catch(() => {})');
    await inPhase(opened, 'failed');
    await soon(frame.getByRole('alert')).toBeVisible();
    await shoot(opened, `${template}-failed-600-zh`);
    complaints.push(...(await findings(opened)).map((words) => `failed: ${words}`));
    expect(complaints).toEqual([]);
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });
});

describe('all overlays open', () => {
  it.each([1440, 600, 390])(
    'axe finds nothing serious at %i px with pad, zoom, statistics, lists, keys and editing',
    async (width) => {
      const opened = await open('pcLive', 'zh-CN');
      const { page, frame } = opened;
      await inPhase(opened, 'playing');
      await page.setViewportSize({ width, height: Math.round((width * 9) / 16) });
      for (const name of ['电子放大', '云台控制'])
        await frame.getByRole('button', { name, exact: true }).first().click();
      await soon(frame.locator('.oriel-zoom')).toBeVisible();
      await soon(frame.locator('.oriel-ptz')).toBeVisible();
      await shoot(opened, `open-tools-${width}`);
      const complaints = (await findings(opened)).map((words) => `tools: ${words}`);
      await frame.locator('[data-id="hd"]').click();
      await soon(frame.getByRole('menu')).toBeVisible();
      complaints.push(...(await findings(opened)).map((words) => `list: ${words}`));
      await page.keyboard.press('Escape');
      await page.keyboard.press('i');
      await soon(frame.locator('.oriel-stats')).toBeVisible();
      await shoot(opened, `open-stats-${width}`);
      complaints.push(...(await findings(opened)).map((words) => `statistics: ${words}`));
      await page.keyboard.press('i');
      await page.keyboard.press('?');
      await soon(frame.getByRole('dialog')).toBeVisible();
      await shoot(opened, `open-keys-${width}`);
      complaints.push(...(await findings(opened)).map((words) => `keys: ${words}`));
      await page.keyboard.press('Escape');
      await page.evaluate('window.player.edit(true)');
      await frame.locator('[data-id="expend"]').click();
      await soon(frame.locator('.oriel-edit')).toBeVisible();
      await shoot(opened, `open-editing-${width}`);
      await soon.poll(() => outside(opened)).toEqual([]);
      complaints.push(...(await findings(opened)).map((words) => `editing: ${words}`));
      expect(complaints).toEqual([]);
      await opened.close();
    },
  );
});
