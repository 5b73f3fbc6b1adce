/** The demo camera as a source: timing, audio and loop ends. Its CPU cost: `npm run bench -- demo-camera`. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { createDemoSource, demoScenes } from '../../lib/media/sources/demo/demo-camera.ts';
import { demoHome } from '../../lib/media/sources/demo/demo-view.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { readFrameCode } from '../kit/frame-number.ts';
import { adts, annexB, clipsDir, decodeRgba, ffmpeg, record, recordingSink } from './demo-kit.ts';

const options = { scene: 'harbour', profile: 'sub', clipsDir, hasFrameCode: true } as const;

/** Every timer fires `delayOf()` ms late, as on a real system. */
class LateClock extends FakeClock {
  delayOf: () => number = () => 0;

  override after(delay: number, run: () => void): () => void {
    return super.after(delay + this.delayOf(), run);
  }
}

class CountingClock extends FakeClock {
  timersSet = 0;

  override after(delay: number, run: () => void): () => void {
    this.timersSet += 1;
    return super.after(delay, run);
  }
}

function startOn(clock: FakeClock) {
  const { seen, sink } = recordingSink();
  const source = createDemoSource({ ...options, clock });
  source.start(sink);
  const video = () => seen.units.filter(({ kind }) => kind === 'video');
  return { source, seen, video };
}

function decode(units: readonly { data: Uint8Array }[], seen: { tracks: readonly unknown[] }) {
  const recording = { tracks: seen.tracks[0], video: units, audio: [], all: [] };
  // Units without times: `annexB` reads their data only.
  return decodeRgba(annexB(recording as unknown as Parameters<typeof annexB>[0]), 320, 180);
}

async function codesOf(...parts: Parameters<typeof decode>) {
  return (await decode(...parts)).map((rgba) => readFrameCode(rgba, 320, 180));
}

/** Largest difference between neighbouring cells of the line; the code has 110 between its two levels. */
async function changesInLine(...parts: Parameters<typeof decode>): Promise<number> {
  const frames = await decode(...parts);
  const middle = (rgba: Uint8Array, cell: number) => rgba[(320 + cell * 4 + 2) * 4 + 1]!;
  const steps = frames.flatMap((rgba) =>
    Array.from({ length: 79 }, (_, cell) => Math.abs(middle(rgba, cell) - middle(rgba, cell + 1))),
  );
  return Math.max(...steps);
}

describe('the machine-readable line', () => {
  it.each([false, true])('is not in the video of the product, moved: %s', async (isMoved) => {
    const { hasFrameCode: _, ...asInProduct } = options;
    const clock = new FakeClock();
    const { seen, sink } = recordingSink();
    const ptz = { positionAt: () => (isMoved ? { x: demoHome.x + 8, y: demoHome.y } : demoHome) };
    const source = createDemoSource({ ...asInProduct, clock, ptz });
    source.start(sink);
    await clock.advance(1_000);
    source.stop();
    const video = seen.units.filter(({ kind }) => kind === 'video');
    expect(video.length).toBeGreaterThan(10);
    expect((await codesOf(video, seen)).filter((code) => code !== null)).toEqual([]);
    // Nothing else changes in the line either: it is part of the scene.
    expect(await changesInLine(video, seen)).toBeLessThan(40);
  });
});

describe('pace', () => {
  it('announces its tracks and sends a key frame immediately', async () => {
    const clock = new FakeClock();
    const { seen, source } = startOn(clock);
    await clock.advance(0);
    source.stop();
    expect(seen.tracks).toHaveLength(1);
    expect(seen.units[0]).toMatchObject({
      kind: 'video',
      isKey: true,
      dtsMs: 0,
      ptsMs: 0,
      wallMs: clock.now(),
    });
  });

  it('does not drift: after ten minutes of late timers the due frame is sent', async () => {
    const clock = new LateClock();
    let turn = 0;
    clock.delayOf = () => (turn++ * 7.3) % 19;
    const { seen, video, source } = startOn(clock);
    const seconds = 600;
    await clock.advance(seconds * 1000);
    source.stop();
    const due = seconds * 15;
    expect(video().length).toBeGreaterThanOrEqual(due - 1);
    expect(video().length).toBeLessThanOrEqual(due + 1);
    const offPace = video().map((unit, index) => Math.abs(unit.dtsMs - (index * 1000) / 15));
    expect(Math.max(...offPace)).toBeLessThan(1e-6);
    const lateness = video().map((unit) => unit.wallMs - video()[0]!.wallMs - unit.dtsMs);
    expect(Math.max(...lateness)).toBeLessThan(20);
    const sounds = seen.units.filter(({ kind }) => kind === 'audio');
    expect(Math.abs(sounds.length - (seconds * 1000) / 64)).toBeLessThanOrEqual(2);
    const audioOffPace = sounds.map((unit, index) => Math.abs(unit.dtsMs - sounds[0]!.dtsMs - index * 64));
    expect(Math.max(...audioOffPace)).toBeLessThan(1e-6);
  });

  it('sets one timer per frame and none for audio', async () => {
    const clock = new CountingClock();
    const { seen, video, source } = startOn(clock);
    await clock.advance(10_000);
    source.stop();
    expect(seen.units.length).toBeGreaterThan(2 * video().length);
    // One more timer starts the camera.
    expect(clock.timersSet).toBe(video().length + 1);
  });

  it('keeps both tracks on one monotonic timeline', async () => {
    const { all } = await record('yard', 'sub', 20);
    const times = all.map(({ dtsMs }) => dtsMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('continues at the current time with a key frame after the process was suspended', async () => {
    const clock = new LateClock();
    const { seen, video, source } = startOn(clock);
    await clock.advance(1_000);
    clock.delayOf = () => 60_000;
    await clock.advance(100);
    clock.delayOf = () => 0;
    const before = video().length;
    await clock.advance(61_000);
    source.stop();
    const resumed = video()[before]!;
    expect(resumed.isKey).toBe(true);
    expect(clock.monotonic() - resumed.dtsMs).toBeLessThan(2_200);
    expect(resumed.wallMs - video()[0]!.wallMs - resumed.dtsMs).toBeLessThan(70);
    expect(video().length - before).toBeLessThan(40);
    const codes = await codesOf(video(), seen);
    expect(codes[before]!.frame - codes[before - 1]!.frame).toBe(
      Math.round(((resumed.dtsMs - video()[before - 1]!.dtsMs) * 15) / 1000),
    );
  });

  it('keeps counting by one when the wall clock is set, and shows the new time', async () => {
    const clock = new FakeClock();
    const { seen, video, source } = startOn(clock);
    await clock.advance(1_000);
    clock.setWall(clock.now() + 3_600_000);
    await clock.advance(1_000);
    source.stop();
    const codes = await codesOf(video(), seen);
    expect(codes.map((code) => code!.frame)).toEqual(codes.map((_, index) => codes[0]!.frame + index));
    expect(codes.at(-1)!.madeAtMs).toBe(video().at(-1)!.wallMs);
    expect(codes.at(-1)!.madeAtMs - codes[0]!.madeAtMs).toBeGreaterThan(3_600_000);
  });
});

describe('clock', () => {
  const noon = Date.UTC(2026, 2, 1, 12);
  const hour = 3_600_000;

  /** The clock is in the first NAL unit of a frame, and without a frame code nothing else is. */
  async function firstStripAt(wall: number, offsetMs: number): Promise<Buffer> {
    const clock = new FakeClock(wall);
    const { seen, sink } = recordingSink();
    const zone = async () => ({ offsetAt: () => offsetMs });
    const source = createDemoSource({ ...options, hasFrameCode: false, clock, zone });
    source.start(sink);
    await clock.advance(100);
    source.stop();
    const { data } = seen.units.find(({ kind }) => kind === 'video')!;
    return Buffer.from(data.subarray(4, 4 + Buffer.from(data).readUInt32BE(0)));
  }

  it('shows the time of its zone', async () => {
    const shanghai = await firstStripAt(noon, 8 * hour);
    expect(shanghai.equals(await firstStripAt(noon + 8 * hour, 0))).toBe(true);
    expect(shanghai.equals(await firstStripAt(noon, 0))).toBe(false);
  });

  it('keeps the zone of the server while its own cannot be read', async () => {
    const clock = new FakeClock(noon);
    const { seen, sink } = recordingSink();
    const source = createDemoSource({ ...options, clock, zone: () => Promise.reject(new Error('database')) });
    source.start(sink);
    await clock.advance(100);
    source.stop();
    expect(seen.units.length).toBeGreaterThan(0);
  });
});

describe('ends', () => {
  it('sends nothing after stop, even if stopped from within a call', async () => {
    const clock = new FakeClock();
    const source = createDemoSource({ ...options, clock });
    let units = 0;
    source.start({
      tracks: () => undefined,
      failed: () => undefined,
      unit: () => {
        units += 1;
        if (units === 5) source.stop();
      },
    });
    await clock.advance(5_000);
    source.stop();
    expect(units).toBe(5);
    expect(clock.pending).toBe(0);
  });

  it('makes no call if stopped before it starts', async () => {
    const clock = new FakeClock();
    const { seen, source } = startOn(clock);
    source.stop();
    await clock.advance(1_000);
    expect(seen).toEqual({ tracks: [], units: [], failures: [] });
  });

  it('sends no unit if stopped from within tracks', async () => {
    const clock = new FakeClock();
    const source = createDemoSource({ ...options, clock });
    let units = 0;
    source.start({ tracks: () => source.stop(), failed: () => undefined, unit: () => void units++ });
    await clock.advance(1_000);
    expect(units).toBe(0);
  });

  it.each([
    ['source.notFound', { scene: 'attic' }],
    ['source.unsupported', { clipsDir: '/nowhere' }],
  ])('fails permanently with %s', async (code, wrong) => {
    const clock = new FakeClock();
    const { seen, sink } = recordingSink();
    createDemoSource({ ...options, clock, ...wrong }).start(sink);
    await clock.advance(10_000);
    expect(seen.failures).toEqual([expect.objectContaining({ code, retryable: false })]);
    expect(seen.units).toEqual([]);
    expect(clock.pending).toBe(0);
  });

  it('finds its clips when run from source', async () => {
    const clock = new FakeClock();
    const { seen, sink } = recordingSink();
    const source = createDemoSource({ scene: 'yard', profile: 'main', clock });
    source.start(sink);
    await clock.advance(0);
    source.stop();
    expect(seen.failures).toEqual([]);
    expect(seen.units).not.toEqual([]);
  });
});

it('finds its clips from a bundle in dist/, in any working directory', async () => {
  const root = new URL('../..', import.meta.url).pathname;
  const home = await mkdtemp(join(tmpdir(), 'demo-camera-'));
  try {
    await mkdir(join(home, 'lib/media/sources/demo'), { recursive: true });
    await symlink(clipsDir, join(home, 'lib/media/sources/demo/clips'));
    const bundle = join(home, 'dist/cost.mjs');
    const entry = join(root, 'tests/media/demo-cost-process.ts');
    await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile: bundle });
    const { stdout } = await promisify(execFile)(process.execPath, [bundle, '200'], { cwd: '/' });
    expect((JSON.parse(stdout) as { unitsPerSecond: number }).unitsPerSecond).toBeGreaterThan(0);
  } finally {
    await rm(home, { recursive: true });
  }
});

describe.each(demoScenes.map(({ id }) => id))('audio of %s', (scene) => {
  const rate = 16_000;

  /** Samples from the wall time of the first one on. */
  async function audio(seconds: number) {
    const recording = await record(scene, 'sub', seconds);
    const raw = await ffmpeg(
      ['-f', 'aac', '-i', 'pipe:0', '-f', 'f32le', '-ac', '1', '-ar', `${rate}`, 'pipe:1'],
      adts(recording),
    );
    const samples = new Float32Array(new Uint8Array(raw).buffer);
    return { samples, startWall: Math.round(recording.audio[0]!.wallMs), frames: recording.audio.length };
  }

  const rms = (samples: Float32Array): number =>
    Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

  it('decodes, is never silent and never loud', async () => {
    const { samples, frames } = await audio(34);
    expect(samples.length).toBe(frames * 1024);
    for (let at = 1024; at + rate <= samples.length; at += rate) {
      expect(rms(samples.subarray(at, at + rate))).toBeGreaterThan(0.005);
    }
    expect(rms(samples)).toBeLessThan(0.2);
    expect(samples.reduce((max, value) => Math.max(max, Math.abs(value)), 0)).toBeLessThan(0.9);
  });

  it('ticks on every whole second of wall time, also across loops', async () => {
    const { samples, startWall } = await audio(34);
    // A tick has the steepest slope of its second.
    const steep = samples.map((value, index) => Math.abs(value - (samples[index - 1] ?? value)));
    const firstSecond = Math.ceil((startWall + 500) / 1000);
    for (let second = firstSecond; second < firstSecond + 32; second += 1) {
      const centre = ((second * 1000 - startWall) * rate) / 1000;
      const window = steep.subarray(centre - rate / 2, centre + rate / 2);
      const loudest = window.indexOf(window.reduce((max, value) => Math.max(max, value), 0));
      const errorMs = ((loudest - rate / 2) * 1000) / rate;
      expect(errorMs).toBeGreaterThan(-2);
      expect(errorMs).toBeLessThan(6);
    }
  });
});
