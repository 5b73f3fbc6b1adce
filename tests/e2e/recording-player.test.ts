import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../kit/host-page.ts';
import { LiveStage } from '../kit/live-player.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { watchScreen } from '../kit/screen-watch.ts';

// Noon in Shanghai, the zone of a new installation.
const noon = Date.UTC(2025, 2, 1, 4);
const address = 'ezopen://oriel/DEMO00001/1.cloud.rec';

let stage: LiveStage;

beforeAll(async () => {
  stage = await LiveStage.start();
  const key = await stage.recordedKey('DEMO00001');
  const root = join(stage.oriel.dataDir, 'recordings');
  await recordMinutes({ root, key, from: noon, durationMs: 40_000 });
  await recordMinutes({ root, key, from: noon + 60_000, durationMs: 30_000 });
}, 120_000);
afterAll(() => stage?.close());

describe('a recorded address in the player', () => {
  it('shows the frame of its begin, and knows its wall time', async () => {
    const url = `${address}?begin=20250301120007&end=20250301120130`;
    const player = await stage.open({ url });
    const screen = await watchScreen(await player.document());
    const [first] = await eventually('a frame', async () => {
      const seen = await screen.take();
      return seen.length > 0 && seen;
    });
    // Frames that were shown before the watch are not seen.
    expect(first!.frame).toBeGreaterThanOrEqual(demoFrameAt(noon + 7_000));
    expect(first!.frame).toBeLessThan(demoFrameAt(noon + 20_000));
    const before = (await screen.take()).at(-1)?.frame ?? first!.frame;
    const time = await player.call('getOSDTime');
    expect(Number(time)).toBeGreaterThanOrEqual((before * 1_000) / demoFps - 100);
    expect(Number(time)).toBeLessThan((before * 1_000) / demoFps + 3_000);
    expect(await player.state()).toMatchObject({ phase: 'playing', engine: 'recorded' });
    await player.close();
  }, 60_000);

  it('exports a range as a file whose SHA-256 is in its manifest, with progress', async () => {
    const player = await stage.open({ url: `${address}?begin=20250301120000` });
    const saved = new Map<string, Buffer>();
    player.page.on('download', async (download) => {
      saved.set(download.suggestedFilename(), await readFile(await download.path()));
    });
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
      { begin: noon + 5_000, end: noon + 70_000, manifest: true },
    );
    expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
    await eventually('both files', async () => saved.size === 2);
    const [[, video], [, json]] = [...saved].toSorted(([one], [other]) => (one < other ? 1 : -1)) as [
      [string, Buffer],
      [string, Buffer],
    ];
    expect([...saved.keys()].toSorted()).toEqual([
      'DEMO00001-1_20250301T040004Z_20250301T040110Z.json',
      'DEMO00001-1_20250301T040004Z_20250301T040110Z.mp4',
    ]);
    const { parts, gaps } = JSON.parse(json.toString());
    expect(parts[0].sha256).toBe(createHash('sha256').update(video).digest('hex'));
    expect(gaps).toEqual([{ begin: noon + 40_000, end: noon + 60_000 }]);
    await player.close();
  }, 60_000);

  it('says 未找到录像片段 where nothing is recorded', async () => {
    const url = `${address}?begin=20250302`;
    const player = await stage.open({ url }, { isPlaying: false });
    await player.phase('failed');
    expect((await player.state()).code).toBe('playback.none');
    await player.frame.getByText('未找到录像片段').waitFor();
    await player.close();
  }, 60_000);
});
