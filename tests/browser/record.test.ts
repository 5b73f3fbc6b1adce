import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import type { Download } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import type { SharedOriel } from '../kit/start-oriel.ts';

const soon = expectPage.configure({ timeout: 30_000 });
const run = promisify(execFile);

let stage: LiveStage<SharedOriel>;
let player: LivePlayer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-record-'));
  stage = await LiveStage.startShared();
}, 180_000);
afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => player?.close());

const counter = () => player.frame.locator('.oriel-recording');
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Probed {
  readonly durationMs: number;
  readonly codecs: readonly string[];
  /** `width`x`height` */
  readonly size: string;
  readonly isKeyFirst: boolean;
  readonly bytes: number;
}

/** The downloaded file as the system's ffprobe reads it. */
async function probe(download: Download): Promise<Probed> {
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  const request = async (...args: string[]) =>
    JSON.parse((await run('ffprobe', ['-v', 'error', '-of', 'json', ...args, path])).stdout);
  const { format, streams } = await request('-show_format', '-show_streams');
  const video = streams.find((stream: { codec_type: string }) => stream.codec_type === 'video');
  const { packets } = await request('-select_streams', 'v', '-read_intervals', '%+#1', '-show_packets');
  return {
    durationMs: Number(format.duration) * 1_000,
    codecs: streams.map((stream: { codec_name: string }) => stream.codec_name).sort(),
    size: `${video.width}x${video.height}`,
    isKeyFirst: packets[0].flags.startsWith('K'),
    bytes: (await readFile(path)).length,
  };
}

describe('recording by the button', () => {
  it('shows the duration, and delivers a file that ffprobe reads to viewer and page', async () => {
    player = await stage.open();
    // Each of them is visible for one second, so polling could miss it.
    const [counted, outcome] = [
      await player.receive('.oriel-recording'),
      await player.receive('.oriel-toasts'),
    ];
    await player.button('录像').click();
    await soon.poll(async () => (await counted())[0]).toBe('00:00');
    const since = Date.now();
    await soon.poll(async () => (await counted()).at(-1)).toMatch(/^00:(0[3-9]|[1-5]\d)$/);
    expect(await player.faults()).toEqual([]);
    await player.shoot('recording-800');
    const downloading = player.page.waitForEvent('download');
    await player.button('录像').click();
    const lastedMs = Date.now() - since;
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^DEMO00001_1_\d{14}\.mp4$/);
    await soon(counter()).toHaveCount(0);
    await soon.poll(outcome).toContain('录像已保存');
    const probed = await probe(download);
    await soon
      .poll(() => player.reported('stopSave'))
      .toEqual([
        expectPage.objectContaining({
          fileName: download.suggestedFilename(),
          blob: { type: 'video/mp4', size: probed.bytes },
        }),
      ]);
    const [reported] = await player.reported('stopSave');
    expect(probed.codecs).toEqual(['aac', 'h264']);
    expect(probed.isKeyFirst).toBe(true);
    expect(Math.abs(probed.durationMs - Number(reported?.durationMs))).toBeLessThan(200);
    // It starts at the key frame before the click, so it may be longer than the recording time, not shorter.
    expect(probed.durationMs).toBeGreaterThan(lastedMs - 1_500);
    console.log(`recorded ${lastedMs} ms, file ${Math.round(probed.durationMs)} ms, ${probed.bytes} bytes`);
    expect(await player.reported('startSave')).toHaveLength(1);
  }, 90_000);

  it('continues in another file when another quality changes the resolution, and delivers both', async () => {
    player = await stage.open();
    const files: Download[] = [];
    player.page.on('download', (file) => files.push(file));
    await player.call('startSave', { fileName: 'gate' });
    await wait(2_500);
    await player.call('setQuality', 'hd');
    await wait(4_000);
    expect((await player.state()).recording).toBe(true);
    await player.call('stopSave');
    await soon
      .poll(() => files.map((file) => file.suggestedFilename()).sort())
      .toEqual(['gate.mp4', 'gate_2.mp4']);
    for (const file of files) expect((await probe(file)).durationMs).toBeGreaterThan(1_000);
  }, 120_000);

  it('rejects with typed errors: nothing recorded, not playing, already recording', async () => {
    player = await stage.open();
    expect(await player.call('stopSave')).toEqual({ error: 'recording.none' });
    await player.call('startSave');
    expect(await player.call('startSave')).toEqual({ error: 'recording.running' });
    await player.call('stop');
    await soon.poll(async () => (await player.state()).recording).toBe(false);
    expect(await player.call('startSave')).toEqual({ error: 'player.notPlaying' });
  }, 120_000);

  it('delivers the recorded part when the player is destroyed', async () => {
    player = await stage.open();
    await player.call('startSave', { fileName: 'last' });
    await wait(2_500);
    const downloading = player.page.waitForEvent('download');
    await player.call('destroy');
    expect((await downloading).suggestedFilename()).toBe('last.mp4');
  }, 90_000);
});

describe('recording a camera whose resolution changes', () => {
  const small = { video: 'h264', audio: 'aac', width: 320, height: 180 } as const;
  const large = { ...small, width: 640, height: 480 } as const;

  /** Records while `change` takes effect. Returns the result of `stopSave` and the files as ffprobe reads them. */
  async function recordAcross(serial: string, url: string, change: () => Promise<void>) {
    await stage.oriel.oriel(['camera', 'add', url, '--serial', serial]);
    player = await stage.open({ url: `ezopen://oriel/${serial}/1.hd.live` });
    const files: Download[] = [];
    player.page.on('download', (file) => files.push(file));
    const size = async () => {
      const { width, height } = await player.state();
      return `${width}x${height}`;
    };
    await soon.poll(size).toBe('320x180');
    expect(await player.call('startSave', { fileName: 'gate' })).toEqual({});
    await wait(2_000);
    await change();
    await soon.poll(size).toBe('640x480');
    await wait(3_000);
    expect((await player.state()).recording).toBe(true);
    const result = await player.call('stopSave');
    await soon.poll(() => files.length).toBe(2);
    files.sort((one, other) => one.suggestedFilename().length - other.suggestedFilename().length);
    return {
      result,
      names: files.map((file) => file.suggestedFilename()),
      probed: await Promise.all(files.map(probe)),
    };
  }

  function expectBoth({ result, names, probed }: Awaited<ReturnType<typeof recordAcross>>): void {
    expect(names).toEqual(['gate.mp4', 'gate_2.mp4']);
    expect(probed).toEqual([
      expect.objectContaining({ size: '320x180', codecs: ['aac', 'h264'], isKeyFirst: true }),
      expect.objectContaining({ size: '640x480', codecs: ['aac', 'h264'], isKeyFirst: true }),
    ]);
    for (const { durationMs } of probed) expect(durationMs).toBeGreaterThan(1_000);
    expect(result).toMatchObject({
      fileName: 'gate.mp4',
      width: 320,
      height: 180,
      parts: probed.map(({ bytes }) => ({ type: 'video/mp4', size: bytes })),
    });
    const totalMs = probed.reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(Math.abs(totalMs - Number(result.durationMs))).toBeLessThan(400);
  }

  it('delivers a file of each resolution if the camera restarts with another one', async () => {
    let camera = await startGstRtspServer(small);
    try {
      const made = await recordAcross('RESTARTED', camera.url, async () => {
        const { port } = camera;
        await camera.stop();
        camera = await startGstRtspServer({ ...large, port });
      });
      expectBoth(made);
      await soon.poll(() => player.reported('stopSave')).toHaveLength(1);
    } finally {
      await camera.stop();
    }
  }, 120_000);

  it('delivers a file of each resolution if it changes within the connection', async () => {
    // The camera starts with its first viewer.
    const camera = await startGstRtspServer({ ...small, later: large, seconds: 8 });
    try {
      const made = await recordAcross('RESIZED', camera.url, async () => {});
      expectBoth(made);
      await soon.poll(() => player.reported('stopSave')).toHaveLength(1);
    } finally {
      await camera.stop();
    }
  }, 120_000);
});
