import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { CDPSession, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { demoFrameAt } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';

/** Mouse, wheel and fingers on the timeline and on the hours of the day, in a real browser. */

const soon = expectPage.configure({ timeout: 30_000 });
const minute = 60_000;
/** Noon of yesterday in Shanghai, the zone of a new installation. */
const noon =
  Math.floor((Date.now() + 8 * 60 * minute) / (1_440 * minute)) * 1_440 * minute - 20 * 60 * minute;
const civil = (at: number) => new Date(at + 8 * 60 * minute).toISOString().replace(/[-:T]/g, '').slice(0, 14);
const start = noon + 2 * minute;
const address = `ezopen://oriel/DEMO00001/1.cloud.rec?begin=${civil(start)}`;

let stage: LiveStage;
beforeAll(async () => {
  stage = await LiveStage.start();
  await recordIndexed(stage, [{ serial: 'DEMO00001', from: noon, durationMs: 10 * minute }]);
}, 240_000);
afterAll(() => stage?.close());

/** A player that is paused at a frame, so that only the viewer moves the time. */
async function openPaused(
  template: 'pcRec' | 'mobileRec',
  options: Parameters<LiveStage['open']>[1],
): Promise<{ player: LivePlayer; slider: Locator; at: number }> {
  const player = await stage.open(
    { url: address, template, isMobile: template === 'mobileRec', seekFrequency: 0 },
    options,
  );
  await player.call('pause');
  // The timeline learns the time of a pause within a second, that of a seek at once.
  await player.call('seek', civil(start).slice(8));
  const slider = player.frame.getByRole('slider', { name: '录像时间轴' });
  // What is recorded is loaded.
  await soon(slider).toHaveAttribute('aria-valuetext', /定时录像/);
  return { player, slider, at: await osd(player) };
}

const osd = (player: LivePlayer): Promise<number> =>
  player.page.evaluate(() =>
    (window as unknown as { player: { getOSDTime(): Promise<number> } }).player.getOSDTime(),
  );

/** By the viewer: without that of `openPaused`. */
const seeks = async (player: LivePlayer) =>
  (await player.reported('seek')).slice(1).map(({ at }) => at as number);

async function showsFrameOf(player: LivePlayer, at: number): Promise<void> {
  const document = await player.document();
  await soon
    .poll(async () => Math.abs(((await shownFrame(document)) ?? 0) - demoFrameAt(at)))
    .toBeLessThanOrEqual(1);
}

/** Fingers as a touch screen reports them. */
async function fingersOn(player: LivePlayer) {
  const inspector: CDPSession = await player.context.newCDPSession(player.page);
  type Point = readonly [x: number, y: number];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    inspector.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  return {
    /** From the first positions of all fingers to the last ones, in steps. */
    async move(from: readonly Point[], to: readonly Point[], steps = 12): Promise<void> {
      await send('touchStart', from);
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps;
        await send(
          'touchMove',
          from.map(([x, y], finger) => {
            const [toX, toY] = to[finger]!;
            return [x + (toX - x) * share, y + (toY - y) * share];
          }),
        );
      }
    },
    lift: () => send('touchEnd', []),
  };
}

describe('the mouse on the timeline', () => {
  let player: LivePlayer;
  let slider: Locator;
  let at: number;
  const y = 576;
  beforeAll(async () => {
    // The viewer is elsewhere.
    const context = { timezoneId: 'America/New_York' };
    ({ player, slider, at } = await openPaused('pcRec', { width: 1_000, height: 600, context }));
    // A tenth of a second per pixel.
    await player.button('缩短时间范围').click();
  }, 60_000);
  afterAll(() => player?.close());

  const card = () => player.frame.locator('.oriel-timeline-card time');
  /** The time under the pointer, in ms of its day. */
  async function hovered(x: number): Promise<number> {
    await player.page.mouse.move(x, y - 1);
    await player.page.mouse.move(x, y);
    const [hours, minutes, seconds] = ((await card().textContent()) ?? '').slice(11).split(':').map(Number);
    return ((hours! * 60 + minutes!) * 60 + seconds!) * 1_000;
  }

  /** Away from the timeline, its line moves back to the centre. */
  async function inTheMiddle(): Promise<void> {
    await player.page.mouse.move(500, 300);
    const shown = await osd(player);
    const time = (shown + 8 * 60 * minute) % (1_440 * minute);
    const offset = async () => ((await hovered(450)) - time) % (60 * minute);
    await soon.poll(async () => Math.abs(await offset())).toBeLessThanOrEqual(200);
  }

  it('commits a drag on release, with the frame of that time', async () => {
    const { mouse } = player.page;
    await mouse.move(600, y);
    await mouse.down();
    await mouse.move(400, y, { steps: 10 });
    // Not before.
    await soon(card()).toContainText(/12:02:/);
    expect(await seeks(player)).toEqual([]);
    await mouse.up();
    await soon.poll(() => seeks(player)).toHaveLength(1);
    const [to] = await seeks(player);
    expect(Math.abs(to! - (at + 20_000))).toBeLessThanOrEqual(100);
    await showsFrameOf(player, to!);
  });

  it('cancels a drag that leaves the canvas', async () => {
    const { mouse } = player.page;
    const before = await slider.getAttribute('aria-valuenow');
    await mouse.move(600, y);
    await mouse.down();
    await mouse.move(500, y, { steps: 5 });
    await mouse.move(500, 300, { steps: 5 });
    await mouse.up();
    await soon(slider).toHaveAttribute('aria-valuenow', before!);
    // A click afterwards is the only other seek.
    const target = await hovered(450);
    await mouse.down();
    await mouse.up();
    await soon.poll(() => seeks(player)).toHaveLength(2);
    const to = (await seeks(player))[1]!;
    expect(Math.abs(((to + 8 * 60 * minute) % (1_440 * minute)) - target)).toBeLessThanOrEqual(100);
    await showsFrameOf(player, to);
  });

  it('zooms by the wheel, with the time at the pointer', async () => {
    await inTheMiddle();
    const [left, right] = [await hovered(300), await hovered(700)];
    await player.page.mouse.wheel(0, 200);
    const pixelMs = (right - left) / 400;
    const factor = Math.exp(200 * 0.0029);
    await soon.poll(async () => Math.abs((await hovered(700)) - right)).toBeLessThanOrEqual(pixelMs * factor);
    const wider = (await hovered(700)) - (await hovered(300));
    expect(wider / (right - left)).toBeCloseTo(factor, 1);
    expect(await seeks(player)).toHaveLength(2);
  });

  it("shows times of the camera's zone, or of the viewer's", async () => {
    await inTheMiddle();
    const camera = await hovered(500);
    await player.button('选择日期').click();
    await player.frame.getByRole('radio', { name: /America\/New_York/ }).check();
    await player.button('选择日期').click();
    await inTheMiddle();
    const behind = camera - (await hovered(500));
    const hours = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      timeZoneName: 'longOffset',
    }).format(noon);
    const offset = Number(/GMT([+-]\d+)/.exec(hours)![1]);
    expect((behind + 1_440 * minute) % (1_440 * minute)).toBe((8 - offset) * 60 * minute);
  });
});

it('two fingers zoom the timeline, and one drags it', async () => {
  const context = { hasTouch: true };
  const { player, at } = await openPaused('pcRec', { width: 1_000, height: 600, context });
  const fingers = await fingersOn(player);
  // Around the line, which stays: from three seconds per pixel to a tenth.
  await fingers.move(
    [
      [440, 576],
      [460, 576],
    ],
    [
      [150, 576],
      [750, 576],
    ],
  );
  await fingers.lift();
  await soon.poll(async () => (await player.reported('timeline')).at(-1)).toEqual({ level: 0 });
  expect(await seeks(player)).toEqual([]);
  await fingers.move([[600, 576]], [[400, 560]]);
  await fingers.lift();
  await soon.poll(() => seeks(player)).toHaveLength(1);
  const [to] = await seeks(player);
  // 200 px of 0.1 s.
  expect(Math.abs(to! - (at + 20_000))).toBeLessThanOrEqual(500);
  await showsFrameOf(player, to!);
  await player.close();
}, 60_000);

it('the hours of the day scroll under a finger, and what is at rest under the marker is played', async () => {
  const context = { hasTouch: true, isMobile: true };
  const { player, slider, at } = await openPaused('mobileRec', { width: 390, height: 720, context });
  const fingers = await fingersOn(player);
  const box = (await slider.boundingBox())!;
  const [x, middle] = [box.x + box.width / 2, box.y + box.height / 2];
  const height = () => slider.evaluate((scroll) => scroll.scrollHeight);
  const before = await height();
  // From half an hour per row to three minutes.
  await fingers.move(
    [
      [x, middle - 12],
      [x, middle + 12],
    ],
    [
      [x, middle - 120],
      [x, middle + 120],
    ],
  );
  await fingers.lift();
  const rulerHeight = box.height;
  await soon.poll(async () => ((await height()) - rulerHeight) / (before - rulerHeight)).toBeGreaterThan(9);
  await soon(player.frame.locator('.oriel-ruler-held')).toHaveCount(0);
  const counted = (await seeks(player)).length;
  await fingers.move([[x, middle + 60]], [[x, middle - 20]]);
  // While it is held, nothing is sought, and the kind of recording is named.
  await soon(player.frame.locator('.oriel-ruler-held')).toContainText('定时录像');
  // Resting, so that lifting the finger adds no momentum.
  await player.page.waitForTimeout(300);
  expect(await seeks(player)).toHaveLength(counted);
  await fingers.lift();
  await soon.poll(() => seeks(player)).toHaveLength(counted + 1);
  const to = (await seeks(player)).at(-1)!;
  // 80 px of 3 s, less what the browser takes for a tap.
  expect(to - at).toBeGreaterThan(2 * minute);
  expect(to - at).toBeLessThan(5 * minute);
  await showsFrameOf(player, to);
  await player.close();
}, 60_000);
