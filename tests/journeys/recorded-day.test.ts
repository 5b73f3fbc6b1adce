import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Download, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../kit/host-page.ts';
import { recordIndexed } from '../kit/indexed-minutes.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { decodeStrictly, probe } from '../kit/recorded-file.ts';
import { demoFps, demoFrameAt } from '../kit/recorded-minutes.ts';
import { watchScreen } from '../kit/screen-watch.ts';
import { shownFrame } from '../kit/shown-frame.ts';

/** A viewer looks for something in the recordings of a day, and takes the range with it as a file. */

const soon = expectPage.configure({ timeout: 30_000 });
// Noon in Shanghai, the zone of a new installation.
const noon = Date.UTC(2025, 2, 1, 4);
const second = 1_000;
const address = 'ezopen://oriel/DEMO00001/1.cloud.rec';

let stage: LiveStage;

beforeAll(async () => {
  stage = await LiveStage.start();
  await recordIndexed(stage, [
    { serial: 'DEMO00001', from: noon, durationMs: 40 * second },
    { serial: 'DEMO00001', from: noon + 60 * second, durationMs: 30 * second },
  ]);
}, 120_000);
afterAll(() => stage?.close());

describe('a recorded day in the player', () => {
  let player: LivePlayer;
  let timeline: Locator;
  beforeAll(async () => {
    const url = `${address}?begin=20250301120007&end=20250301120130`;
    player = await stage.open({ url, template: 'pcRec', seekFrequency: 0 });
    timeline = player.frame.getByRole('slider', { name: '录像时间轴' });
  });
  afterAll(() => player?.close());

  const showsFrameOf = (at: number) =>
    eventually(`the frame of ${new Date(at).toISOString()}`, async () => {
      const frame = await shownFrame(await player.document());
      return frame !== null && Math.abs(frame - demoFrameAt(at)) <= 1;
    });

  it('shows the frame of its begin, and knows its wall time', async () => {
    const screen = await watchScreen(await player.document());
    const [first] = await eventually('a frame', async () => {
      const seen = await screen.take();
      return seen.length > 0 && seen;
    });
    // Frames that were shown before the watch are not seen.
    expect(first!.frame).toBeGreaterThanOrEqual(demoFrameAt(noon + 7 * second));
    expect(first!.frame).toBeLessThan(demoFrameAt(noon + 40 * second));
    expect(await player.call('pause')).toEqual({});
    await eventually('the time of the frame on the screen', async () => {
      const frame = await shownFrame(await player.document());
      const time = Number(await player.call('getOSDTime'));
      return frame !== null && Math.abs(time - (frame * second) / demoFps) < 100;
    });
    expect(await player.state()).toMatchObject({ phase: 'playing', engine: 'recorded', paused: true });
  });

  it('shows the frame of a time that its viewer chooses on the timeline, or the page', async () => {
    // What is recorded is loaded.
    await soon(timeline).toHaveAttribute('aria-valuetext', /定时录像/);
    await timeline.press('Control+ArrowRight');
    await showsFrameOf(noon + 60 * second);
    await timeline.press('Shift+ArrowRight');
    await showsFrameOf(noon + 70 * second);
    await soon(timeline).toHaveAttribute('aria-valuetext', /12:01:10，定时录像/);
    expect(await player.call('seek', '120020')).toEqual({});
    await showsFrameOf(noon + 20 * second);
    await soon(timeline).toHaveAttribute('aria-valuetext', /12:00:20，定时录像/);
    expect(await player.call('seek', '20250302T120000Z')).toEqual({ error: 'seek.otherDate' });
  });

  it('exports a range as a file that ffprobe reads, whose SHA-256 is in its manifest', async () => {
    const saved = new Map<string, Download>();
    player.page.on('download', (download) => saved.set(download.suggestedFilename(), download));
    const progress = await player.page.evaluate(
      async (range) => {
        const { player } = window as unknown as {
          player: {
            on(name: string, listener: (data: { percent: number }) => void): void;
            exportRecording(range: object): Promise<unknown>;
          };
        };
        const seen: number[] = [];
        player.on('exportProgress', ({ percent }) => seen.push(percent));
        await player.exportRecording(range);
        return seen;
      },
      { begin: noon + 5 * second, end: noon + 70 * second, manifest: true },
    );
    expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
    await eventually('both files', async () => saved.size === 2);
    const name = 'DEMO00001-1_20250301T040004Z_20250301T040110Z';
    expect([...saved.keys()].toSorted()).toEqual([`${name}.json`, `${name}.mp4`]);
    const [manifest, video] = await Promise.all(
      ['json', 'mp4'].map((type) => saved.get(`${name}.${type}`)!.path()),
    );
    const { parts, gaps } = JSON.parse(await readFile(manifest!, 'utf8'));
    expect(parts[0].sha256).toBe(
      createHash('sha256')
        .update(await readFile(video!))
        .digest('hex'),
    );
    expect(gaps).toEqual([{ begin: noon + 40 * second, end: noon + 60 * second }]);

    const { format, durationS, video: track } = await probe(video!);
    expect([format.includes('mp4'), track?.codec]).toEqual([true, 'h264']);
    // 35 s and 10 s, from the key frame before.
    expect(durationS).toBeGreaterThan(44);
    expect(durationS).toBeLessThan(50);
    const { complaints, codes } = await decodeStrictly(video!);
    expect(complaints).toBe('');
    const frames = codes.flatMap((code) => code?.frame ?? []);
    expect(frames).toContain(demoFrameAt(noon + 5 * second));
    expect(frames).not.toContain(demoFrameAt(noon + 50 * second));
    expect(frames).toContain(demoFrameAt(noon + 65 * second));
  });
});

it('says 未找到录像片段 of a day on which nothing was recorded', async () => {
  const player = await stage.open({ url: `${address}?begin=20250302` }, { isPlaying: false });
  await player.phase('failed');
  expect((await player.state()).code).toBe('playback.none');
  await player.frame.getByText('未找到录像片段').waitFor();
  await player.close();
});
