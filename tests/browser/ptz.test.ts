import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { grabFrame, type ShownFrame } from '../kit/host-page.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';

const soon = expectPage.configure({ timeout: 30_000 });

let stage: LiveStage;
let player: LivePlayer;
/** PTZ calls that left the page, in order. */
let calls: { action: string; form: URLSearchParams; at: number }[];

beforeAll(async () => {
  stage = await LiveStage.start();
}, 180_000);
afterAll(() => stage?.close());
afterEach(() => player?.close());

async function open(options: Parameters<LiveStage['open']>[1] = {}, wish: Record<string, unknown> = {}) {
  player = await stage.open(wish, options);
  calls = [];
  player.page.on('request', (request) => {
    const action = /\/device\/ptz\/(start|stop)$/.exec(request.url())?.[1];
    if (action) calls.push({ action, form: new URLSearchParams(request.postData() ?? ''), at: Date.now() });
  });
  await player.call('openPtz');
  await soon(pad()).toBeVisible();
}

const pad = () => player.frame.locator('.oriel-ptz');
const actions = () => calls.map(({ action }) => action);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A point of the pad; `x` and `y` are fractions of its size from its centre. */
async function padPoint(x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await pad().boundingBox())!;
  return { x: box.x + box.width * (0.5 + x / 2), y: box.y + box.height * (0.5 + y / 2) };
}

async function press(x: number, y: number): Promise<void> {
  const at = await padPoint(x, y);
  await player.page.mouse.move(at.x, at.y);
  await player.page.mouse.down();
}

/** Mean difference of two frames, 0 to 255, without the lines of the clock. */
function difference(one: ShownFrame, other: ShownFrame): number {
  const [from, to] = [
    Math.floor(one.height * 0.2) * one.width * 4,
    Math.floor(one.height * 0.8) * one.width * 4,
  ];
  let sum = 0;
  for (let at = from; at < to; at += 4) sum += Math.abs((one.rgba[at] ?? 0) - (other.rgba[at] ?? 0));
  return sum / ((to - from) / 4);
}

const currentFrame = async (): Promise<ShownFrame> => (await grabFrame(await player.document()))!;

describe('the PTZ pad on a desktop', () => {
  it('is 80 px in a wrapper of 100 px, and a press moves the camera until it is released', async () => {
    await open({ width: 1000, height: 562 });
    const wrapper = (await pad().boundingBox())!;
    const control = (await player.frame.locator('.oriel-ptz-control').boundingBox())!;
    expect([wrapper.width, wrapper.height, control.width, control.height]).toEqual([100, 100, 80, 80]);
    const before = await currentFrame();
    await press(0.7, 0.1);
    await soon(pad()).toHaveAttribute('data-light', 'accepted');
    await soon(player.frame.locator('[data-direction="3"]')).toHaveAttribute('data-lit', 'true');
    expect(await player.faults()).toEqual([]);
    await player.shoot('ptz-1000');
    await wait(1_500);
    await player.page.mouse.up();
    await soon.poll(actions).toContain('stop');
    await wait(1_200);
    const after = await currentFrame();
    await wait(400);
    const later = await currentFrame();
    // A different view that is at rest, except for boats and waves.
    expect(difference(before, after)).toBeGreaterThan(3 * difference(after, later));
    expect(calls[0]!.form.get('direction')).toBe('3');
    expect(calls[0]!.form.get('speed')).toBe('1');
    await soon.poll(() => player.reported('ptz')).toContainEqual({ direction: 3, code: '200' });
    await soon(pad()).toHaveAttribute('data-light', 'off');
  }, 120_000);

  it('repeats start while the press lasts and ends with a stop', async () => {
    await open();
    await press(0, -0.7);
    await soon.poll(() => actions().length).toBeGreaterThanOrEqual(3);
    await player.page.mouse.up();
    await soon.poll(actions).toContain('stop');
    const starts = calls.filter(({ action }) => action === 'start');
    expect(starts.length).toBeGreaterThanOrEqual(3);
    expect(starts.every(({ form }) => form.get('direction') === '0')).toBe(true);
    expect(actions().at(-1)).toBe('stop');
    const count = calls.length;
    await wait(900);
    expect(calls.length).toBe(count);
  }, 120_000);

  it('turns red at the limit and shows which one', async () => {
    await open();
    await press(0, -0.7);
    await soon(pad()).toHaveAttribute('data-light', 'limit', { timeout: 30_000 });
    await soon(player.frame.locator('.oriel-ptz-news')).toHaveText('已转到最上方');
    await player.shoot('ptz-limit-800');
    await soon.poll(() => player.reported('ptz')).toContainEqual({ direction: 0, code: '60002' });
    await player.page.mouse.up();
    await press(0, 0.7);
    await soon(pad()).toHaveAttribute('data-light', 'accepted');
    await player.page.mouse.up();
  }, 120_000);

  it('is operated by the arrow keys while focused, and by its four buttons', async () => {
    await open();
    await player.button('向左转动').focus();
    await player.page.keyboard.down('ArrowRight');
    await soon(player.frame.locator('[data-direction="3"]')).toHaveAttribute('data-lit', 'true');
    await player.page.keyboard.up('ArrowRight');
    await soon.poll(actions).toContain('stop');
    await player.page.keyboard.down('Enter');
    await soon.poll(() => calls.at(-1)?.form.get('direction')).toBe('2');
    await player.page.keyboard.up('Enter');
    await soon.poll(() => actions().at(-1)).toBe('stop');
    // As a screen reader clicks: without pointer events.
    await player.button('向下转动').evaluate((one: HTMLElement) => one.click());
    await soon.poll(() => calls.some(({ form }) => form.get('direction') === '1')).toBe(true);
    await soon.poll(() => actions().at(-1)).toBe('stop');
  }, 120_000);

  it.each([
    ['the pad closes', () => player.call('closePtz')],
    ['the address changes', () => player.call('changePlayUrl', 'ezopen://oriel/DEMO00002/1.live')],
    ['the player is destroyed', () => player.call('destroy')],
    [
      'the window loses the focus',
      async () => (await player.document()).evaluate(() => window.dispatchEvent(new Event('blur'))),
    ],
  ])(
    'sends stop when %s',
    async (_when, happen) => {
      await open();
      await press(-0.7, 0);
      await soon.poll(actions).toContain('start');
      await happen();
      await soon.poll(() => actions().at(-1)).toBe('stop');
    },
    60_000,
  );

  it.each([
    [1440, 810],
    [600, 338],
  ])(
    'keeps the zoom slider and the counter free at %i x %i',
    async (width, height) => {
      await open({ width, height });
      await player.call('enableZoom', 2);
      await player.call('startSave');
      await soon(player.frame.locator('.oriel-recording')).toBeVisible();
      const names = ['.oriel-ptz', '.oriel-zoom', '.oriel-recording', '.oriel-footer'];
      const boxes = await Promise.all(
        names.map(async (name) => (await player.frame.locator(name).boundingBox())!),
      );
      await player.shoot(`over-the-picture-${width}`);
      for (const [at, one] of boxes.entries()) {
        for (const other of boxes.slice(at + 1)) {
          const isApart =
            one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y;
          expect({ one, other, isApart }).toMatchObject({ isApart: true });
        }
      }
    },
    60_000,
  );

  it('sends stop when the page is unloaded', async () => {
    // The test cannot observe requests of a closed page, so the page records what it sends.
    await open({
      script: `const send = fetch;
        globalThis.fetch = (url, options) => {
          const action = /ptz\\/(start|stop)$/.exec(String(url))?.[1];
          if (action) localStorage.ptz = (localStorage.ptz ?? '') + action + options.keepalive + ' ';
          return send(url, options);
        };`,
    });
    await press(-0.7, 0);
    await soon.poll(actions).toContain('start');
    await player.page.goto('about:blank');
    const other = await player.context.newPage();
    await other.goto(`${stage.oriel.origin}/healthz`);
    expect(await other.evaluate(() => localStorage.ptz)).toMatch(/^(starttrue )+stoptrue $/);
  }, 120_000);
});

describe('the PTZ pad on a phone', () => {
  const context = { viewport: { width: 390, height: 700 }, hasTouch: true };

  it('is 260 px wide, with title and hint, and hidden in full screen', async () => {
    await open({ width: 390, height: 700, context }, { template: 'mobileLive', isMobile: true });
    const box = (await pad().boundingBox())!;
    expect([box.width, box.height]).toEqual([260, 260]);
    await soon(player.frame.getByRole('heading', { name: '云台控制' })).toBeVisible();
    await soon(player.frame.getByText('按住方向键，转动摄像机画面')).toBeVisible();
    expect(await player.faults()).toEqual([]);
    await player.shoot('ptz-390');
    await player.button('全屏').tap();
    await soon(pad()).toHaveCount(0);
  }, 120_000);

  it('fits a low frame', async () => {
    const low = { ...context, viewport: { width: 390, height: 219 } };
    await open({ width: 390, height: 219, context: low }, { template: 'mobileLive', isMobile: true });
    const box = (await pad().boundingBox())!;
    expect(box.height).toBeGreaterThan(120);
    expect(box.y).toBeGreaterThanOrEqual(0);
    await player.shoot('ptz-390-low');
  }, 120_000);
});
