import { readFile } from 'node:fs/promises';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import type { SharedOriel } from '../kit/start-oriel.ts';

const soon = expectPage.configure({ timeout: 30_000 });

let stage: LiveStage<SharedOriel>;
let player: LivePlayer;

beforeAll(async () => {
  stage = await LiveStage.startShared();
}, 180_000);
afterAll(() => stage?.close());
afterEach(() => player?.close());

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Number of different colours along the middle line. */
  readonly colours: number;
}

/** Decodes an image file in the browser. */
async function decode(bytes: Buffer): Promise<Decoded> {
  const page = await player.context.newPage();
  const decoded = await page.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/*;base64,${base64}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, 1).getContext('2d')!;
    context.drawImage(bitmap, 0, -Math.round(bitmap.height / 2));
    const line = new Uint32Array(context.getImageData(0, 0, bitmap.width, 1).data.buffer);
    return { width: bitmap.width, height: bitmap.height, colours: new Set(line).size };
  }, bytes.toString('base64'));
  await page.close();
  return decoded;
}

describe('the snapshot button', () => {
  it('downloads the frame at full resolution, flashes, shows a toast and notifies the page', async () => {
    player = await stage.open({ url: 'ezopen://oriel/DEMO00001/1.hd.live' });
    const inside = await player.document();
    await inside.evaluate(() => {
      const root = document.querySelector<HTMLElement>('#oriel-root')!;
      new MutationObserver(() => {
        if (root.dataset.flash) root.dataset.flashed = 'yes';
      }).observe(root, { attributeFilter: ['data-flash'] });
    });
    const outcome = await player.receive('.oriel-toasts');
    const downloading = player.page.waitForEvent('download');
    await player.button('截图').click();
    const download = await downloading;
    await soon.poll(outcome).toContain('截图成功');
    await player.shoot('capture-800');
    await soon(player.frame.locator('#oriel-root')).toHaveAttribute('data-flashed', 'yes');
    expect(download.suggestedFilename()).toMatch(/^DEMO00001_1_\d{14}\.jpg$/);
    const decoded = await decode(await readFile(await download.path()));
    const { width, height } = await player.state();
    expect(decoded).toMatchObject({ width, height });
    expect(decoded.colours).toBeGreaterThan(20);
    await soon
      .poll(() => player.reported('capturePicture'))
      .toEqual([expectPage.objectContaining({ width, height, fileName: download.suggestedFilename() })]);
    await soon(player.frame.getByText('截图成功')).toHaveCount(0);
  }, 120_000);

  it('passes it to the page only with noDownload', async () => {
    player = await stage.open({ noDownload: true });
    let downloads = 0;
    player.page.on('download', () => {
      downloads += 1;
    });
    await player.button('截图').click();
    await soon.poll(() => player.reported('capturePicture')).toHaveLength(1);
    await player.page.waitForTimeout(500);
    expect(downloads).toBe(0);
  }, 120_000);
});

describe('capturePicture', () => {
  it('is rejected unless playing, and downloads the file if the page requests it', async () => {
    player = await stage.open();
    const downloading = player.page.waitForEvent('download');
    expect(
      await player.call('capturePicture', { format: 'png', fileName: 'quay', download: true }),
    ).toMatchObject({
      fileName: 'quay.png',
      blob: { type: 'image/png' },
    });
    expect((await downloading).suggestedFilename()).toBe('quay.png');
    await player.call('stop');
    expect(await player.call('capturePicture')).toEqual({ error: 'player.notPlaying' });
  }, 120_000);
});
