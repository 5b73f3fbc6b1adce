import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { LiveStage } from '../kit/live-player.ts';

const soon = expectPage.configure({ timeout: 30_000 });

let stage: LiveStage;

/** Number of different colours: a picture that was not drawn has one. */
function coloursIn(canvas: Element): number {
  const { width, height } = canvas as HTMLCanvasElement;
  const pixels = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data;
  return new Set(new Uint32Array(pixels.buffer)).size;
}

beforeAll(async () => {
  stage = await LiveStage.start();
  // Beyond the end of the test, so that the time before now is always recorded.
  await recordIndexed(stage, [{ serial: 'DEMO00001', from: Date.now() - 120_000, durationMs: 300_000 }]);
}, 240_000);
afterAll(() => stage?.close());

describe('the timeline of a recorded channel', () => {
  it('goes from live video back in time, and returns by one button', async () => {
    const player = await stage.open({ template: 'pcRec' }, { width: 1_000, height: 600 });
    const slider = player.frame.getByRole('slider', { name: '录像时间轴' });
    await soon(slider).toBeVisible();
    // Width of the player less 100 px, 48 px high, below the video.
    expect(await slider.boundingBox()).toMatchObject({ width: 900, height: 48, y: 552 });
    // The recordings are loaded: what is at ten seconds before now is known.
    await soon(async () => {
      await player.page.mouse.move(445, 575);
      await soon(player.frame.locator('.oriel-timeline-card')).toContainText('定时录像', { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    // Its picture, while live video plays.
    const box = player.frame.locator('.oriel-preview');
    await soon(box).toHaveAttribute('data-late', 'false');
    expect(await box.evaluate(coloursIn)).toBeGreaterThan(20);
    await player.page.mouse.move(500, 200);
    await slider.focus();
    // Live video continues unless the chosen moment is further back.
    await player.page.keyboard.press('Shift+ArrowLeft');
    await player.page.keyboard.press('Shift+ArrowLeft');
    await soon
      .poll(async () => (await player.reported('changePlayUrl')).at(-1)?.url)
      .toMatch(/DEMO00001\/1(\.hd)?\.cloud\.rec\?begin=/);
    await player.phase('playing');
    await soon(slider).toHaveAttribute('aria-valuetext', /定时录像/);
    // The picture of the time under the pointer, of the recording that is playing.
    await soon(async () => {
      await player.page.mouse.move(444, 575);
      await soon(box).toHaveAttribute('data-late', 'false', { timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    expect(await box.evaluate(coloursIn)).toBeGreaterThan(20);
    await player.shoot('timeline-1000');
    await player.page.mouse.move(500, 200);
    await soon(box).toHaveCount(0);
    await player.frame.getByRole('button', { name: /回到实时画面/ }).click();
    await soon.poll(async () => (await player.reported('changePlayUrl')).at(-1)?.url).toMatch(/\.live$/);
    expect(await player.faults()).toEqual([]);
    await player.close();
  }, 120_000);
});
