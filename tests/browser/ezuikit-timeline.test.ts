/** The inspection wall of the EZUIKit facade with one timeline, with the real server, players and recordings. */
import { join } from 'node:path';
import { expect } from 'expect';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import type { Wall } from '../../host-sdk/types.ts';
import { type EzuikitWorld, startEzuikitWorld } from '../kit/ezuikit-world.ts';
import type { FacadeWindow, Inspection } from '../kit/facade-page.ts';
import { eventually } from '../kit/host-page.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { shownFrame } from '../kit/shown-frame.ts';

const second = 1_000;
const serials = ['INSPECT1', 'INSPECT2', 'INSPECT3'];
const lengthMs = 240 * second;
/** Today, so that it is not too old to be kept. */
const begin = Math.floor((Date.now() - 2 * lengthMs) / second) * second;

type WallWindow = FacadeWindow & { made: Inspection & { wall: Wall | null } };

let world: EzuikitWorld;
let page: Page;

beforeAll(async () => {
  world = await startEzuikitWorld();
  const root = join(world.oriel.dataDir, 'recordings');
  for (const serial of serials) {
    await world.oriel.oriel(['camera', 'add', '--serial', serial, '--name', serial, '--demo', 'harbour']);
    const key = { ...(await world.recordedKey(serial)), store: 'cloud' } as const;
    await recordMinutes({ root, key, from: begin, durationMs: lengthMs });
  }
  ({ page } = await world.open({ width: 900, height: 900 }));
}, 240_000);
afterAll(() => world?.close());

/** Numbers of the frames that the players of the page show. */
async function shown(): Promise<readonly (number | null)[]> {
  const count = await page.evaluate(
    () => (window as unknown as WallWindow).made.getScreenList().filter(({ player }) => player).length,
  );
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const frame = await page.evaluateHandle(
        (screen) => (window as unknown as WallWindow).made.getScreen(screen).player!.iframe,
        at,
      );
      return shownFrame((await frame.asElement()!.contentFrame())!);
    }),
  );
}

/** All players show a frame between these times. */
const allShow = (from: number, to: number) =>
  eventually(
    `frames from ${demoFrameAt(from)} to ${demoFrameAt(to)}`,
    async () => {
      const frames = await shown();
      return frames.every(
        (frame) => frame !== null && frame >= demoFrameAt(from) && frame <= demoFrameAt(to),
      );
    },
    60_000,
  );

it('one timeline controls all players of a page, and the next page shows the same moment', async () => {
  const { accessToken } = world;
  await page.evaluate(
    ({ accessToken, serials }) => {
      const { EZUIKit } = window as unknown as WallWindow;
      const made = new EZUIKit.EZUIKitInspectionUI(document.querySelector('#video-container'), {
        accessToken,
        pageSize: 2,
        timeline: true,
        list: serials.map((serial) => ({ url: `ezopen://open.ys7.com/${serial}/1.live`, height: 250 })),
      });
      Object.assign(window, { made });
    },
    { accessToken, serials },
  );
  await page.waitForFunction(() => (window as unknown as WallWindow).made.wall !== null);
  const at = begin + 60 * second;
  await page.evaluate((moment) => (window as unknown as WallWindow).made.wall!.toRecorded(moment), at);
  await allShow(at, at + 60 * second);

  const timeline = page.frameLocator('#video-container iframe').last();
  await timeline.getByRole('button', { name: '暂停' }).click();
  await page.waitForFunction(() => (window as unknown as WallWindow).made.wall!.group!.running === false);
  const paused = await page.evaluate(() => (window as unknown as WallWindow).made.wall!.group!.time);
  const near = [paused - 2 * (second / demoFps), paused + 2 * (second / demoFps)] as const;
  await allShow(...near);

  await page.evaluate(() => (window as unknown as WallWindow).made.nextPage());
  await page.waitForFunction(() => (window as unknown as WallWindow).made.wall?.group?.running === false);
  await allShow(paused - second, paused + 20 * second);
  expect(await shown()).toHaveLength(1);

  await page.evaluate(() => (window as unknown as WallWindow).made.wall!.toLive());
  await page.waitForFunction(() => (window as unknown as WallWindow).made.wall!.group === null);
  await allShow(begin + lengthMs, Number.MAX_SAFE_INTEGER / demoFps);
  expect(world.complaints).toEqual([]);
});
