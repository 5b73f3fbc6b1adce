/** The frames of a moving demo camera as decoded by ffmpeg, and their content. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { demoScenes } from '../../lib/media/sources/demo/demo-camera.ts';
import { createDemoPtz } from '../../lib/media/sources/demo/demo-ptz.ts';
import { demoHome, demoTravel } from '../../lib/media/sources/demo/demo-view.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import type { FrameCode } from '../kit/frame-number.ts';
import { rounds } from '../kit/soak.ts';
import { type MovedRecording, startMoved } from './demo-kit.ts';
import { decodeAll, firstFrameOf, Reference } from './demo-reference.ts';
import type { WalkFindings } from './demo-walk-process.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
process.stdout.write(`demo moving: ORIEL_SEED=${seed}\n`);

const cameras = demoScenes.flatMap(({ id }) =>
  (['main', 'sub'] as const).map((profile) => ({ scene: id, profile })),
);

/** In any view: consecutive frame codes with the right times, and monotonic timestamps over both tracks. */
function expectInOrder(camera: MovedRecording, codes: readonly (FrameCode | null)[]): void {
  const first = firstFrameOf(camera);
  expect(codes).toEqual(
    camera.video.map(({ wallMs }, index) => ({ frame: first + index, madeAtMs: Math.floor(wallMs) })),
  );
  const times = camera.all.map(({ dtsMs }) => dtsMs);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  for (const [index, { dtsMs, ptsMs }] of camera.video.entries()) {
    expect(dtsMs).toBeCloseTo((index * 1000) / 15, 6);
    expect(ptsMs).toBe(dtsMs);
  }
}

it.each(cameras)(
  '$scene $profile moved at random decodes without errors and shows the current view',
  async ({ scene, profile }) => {
    const script = new URL('demo-walk-process.ts', import.meta.url).pathname;
    const seconds = rounds(15, 60);
    const args = ['--import', 'tsx', script, scene, profile, `${seed}`, `${seconds}`];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const found = JSON.parse(stdout) as WalkFindings;
    expect(found).toMatchObject({ wrongCodes: 0, backwards: 0 });
    expect(found.frames).toBeGreaterThanOrEqual(seconds * 15);
    expect(found.places).toBeGreaterThan(20);
    // A new viewer needs a key frame within two seconds, in any view.
    expect(found.maxGroup).toBeLessThanOrEqual(30);
    expect(found.worstDifference).toBeLessThan(3);
  },
  180_000,
);

describe('the visible view', () => {
  const step = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const;

  it.each(['left', 'right', 'up', 'down'] as const)(
    'moves %s while the direction is pressed, frame by frame',
    async (direction) => {
      const camera = await startMoved('yard', 'sub');
      await camera.clock.advance(200);
      await camera.ptz.start(direction, 1);
      await camera.clock.advance(500);
      camera.stop();
      const { frames } = await decodeAll(camera, 'sub');
      const reference = new Reference('yard', 'sub', firstFrameOf(camera));
      const [right, down] = step[direction];
      const seen = frames.map((frame, count) => {
        const scores = Array.from({ length: 18 }, (_, went) =>
          reference.difference(frame, count, {
            x: demoHome.x + right * went * 4,
            y: demoHome.y + down * went * 4,
          }),
        );
        return scores.indexOf(Math.min(...scores));
      });
      const startedAt = 4;
      expect(seen.slice(0, startedAt)).toEqual(Array.from({ length: startedAt }, () => 0));
      const steps = seen.slice(startedAt + 1).map((went, index) => went - seen[startedAt + index]!);
      // Two steps of four pixels per frame: 120 pixels per second, uniform as a motor.
      expect(new Set(steps)).toEqual(new Set([2]));
      expect(seen.at(-1)).toBe(14);
    },
  );

  it('stops moving within one frame of stop, and the scene continues', async () => {
    const camera = await startMoved('harbour', 'sub');
    await camera.ptz.start('right', 1);
    await camera.clock.advance(1_000);
    await camera.ptz.stop();
    const stopped = camera.video.length;
    const position = camera.ptz.positionAt(camera.clock.monotonic());
    await camera.clock.advance(2_000);
    camera.stop();
    const { frames } = await decodeAll(camera, 'sub');
    const reference = new Reference('harbour', 'sub', firstFrameOf(camera));
    for (let count = stopped; count < frames.length; count += 1) {
      expect(reference.difference(frames[count]!, count, position)).toBeLessThan(3);
      expect(frames[count]!.equals(frames[count - 1]!)).toBe(false);
    }
  });

  it('reports the limit, and the view stays there', async () => {
    const camera = await startMoved('harbour', 'sub');
    expect(await camera.ptz.start('left', 2)).toBe('accepted');
    await camera.clock.advance(3_000);
    expect(await camera.ptz.start('left', 2)).toBe('limit');
    await camera.clock.advance(500);
    camera.stop();
    const { frames } = await decodeAll(camera, 'sub');
    const reference = new Reference('harbour', 'sub', firstFrameOf(camera));
    const limit = { x: 0, y: demoHome.y };
    expect(reference.difference(frames.at(-1)!, frames.length - 1, limit)).toBeLessThan(3);
    expect(reference.difference(frames[0]!, 0, limit)).toBeGreaterThan(6);
  });

  it('two devices with one scene do not move each other', async () => {
    const clock = new FakeClock(1_760_000_000_123);
    const drivers = createDemoPtz(clock);
    const [one, other] = await Promise.all([
      startMoved('yard', 'sub', { clock, ptz: drivers.driverOf('DEMO00002', 1) }),
      startMoved('yard', 'sub', { clock, ptz: drivers.driverOf('DEMO00003', 1) }),
    ]);
    await clock.advance(500);
    await one.ptz.start('right', 2);
    await clock.advance(2_000);
    one.stop();
    other.stop();
    const [moved, still] = await Promise.all([decodeAll(one, 'sub'), decodeAll(other, 'sub')]);
    const reference = new Reference('yard', 'sub', firstFrameOf(one));
    const last = still.frames.length - 1;
    expect(reference.difference(still.frames[last]!, last, demoHome)).toBeLessThan(3);
    expect(reference.difference(moved.frames[last]!, last, demoHome)).toBeGreaterThan(6);
    expect(
      reference.difference(moved.frames[last]!, last, { x: demoTravel.pan, y: demoHome.y }),
    ).toBeLessThan(3);
  });

  it('main and sub streams of one device show the same view', async () => {
    const clock = new FakeClock(1_760_000_000_123);
    const ptz = createDemoPtz(clock).driverOf('DEMO00001', 1);
    const [main, sub] = await Promise.all([
      startMoved('harbour', 'main', { clock, ptz }),
      startMoved('harbour', 'sub', { clock, ptz }),
    ]);
    await ptz.start('left', 1);
    await clock.advance(700);
    await ptz.start('down', 1);
    await clock.advance(500);
    main.stop();
    sub.stop();
    const [large, small] = await Promise.all([decodeAll(main, 'main'), decodeAll(sub, 'sub')]);
    expect(large.codes).toEqual(small.codes);
    for (const [count, frame] of large.frames.entries()) {
      if (count % 3 !== 0) continue;
      const halved = halve(frame, 640, 360);
      const other = small.frames[count]!;
      let sum = 0;
      for (let at = 320 * 30; at < other.length; at += 1) {
        const difference = halved[at]! - other[at]!;
        sum += difference < 0 ? -difference : difference;
      }
      expect(sum / (other.length - 320 * 30)).toBeLessThan(3);
    }
  });

  it('a camera keeps its position and moves without viewers too', async () => {
    const clock = new FakeClock(1_760_000_000_123);
    const ptz = createDemoPtz(clock).driverOf('DEMO00001', 1);
    const before = await startMoved('yard', 'sub', { clock, ptz });
    await clock.advance(300);
    before.stop();
    await ptz.start('up', 1);
    await clock.advance(700);
    await ptz.stop();
    await clock.advance(60_000);
    const after = await startMoved('yard', 'sub', { clock, ptz });
    await clock.advance(300);
    after.stop();
    expect(after.video[0]!.isKey).toBe(true);
    const { frames } = await decodeAll(after, 'sub');
    const reference = new Reference('yard', 'sub', firstFrameOf(after));
    const position = ptz.positionAt(clock.monotonic());
    expect(demoHome.y - position.y).toBe(76);
    expect(reference.difference(frames[2]!, 2, position)).toBeLessThan(3);
  });
});

describe('a still view away from home', () => {
  it('repeats its loop, decodes across every seam, and starts from this view', async () => {
    const camera = await startMoved('harbour', 'sub');
    await camera.ptz.start('right', 1);
    await camera.clock.advance(1_500);
    await camera.ptz.stop();
    const position = camera.ptz.positionAt(camera.clock.monotonic());
    await camera.clock.advance(31_000);
    const startsAgain = camera.video.length;
    await camera.ptz.start('left', 1);
    await camera.clock.advance(300);
    camera.stop();
    const { codes, frames } = await decodeAll(camera, 'sub');
    expectInOrder(camera, codes);
    expect(camera.video[startsAgain]!.isKey).toBe(true);
    const reference = new Reference('harbour', 'sub', firstFrameOf(camera));
    for (let count = 30; count < startsAgain; count += 7) {
      expect(reference.difference(frames[count]!, count, position)).toBeLessThan(3);
    }
    // The second round equals the first bit for bit, except for the strip.
    const [once, again] = [camera.video[startsAgain - 20 - 180]!.data, camera.video[startsAgain - 20]!.data];
    expect(sceneUnit(again).equals(sceneUnit(once))).toBe(true);
    expect(Buffer.from(again).equals(once)).toBe(false);
  });

  it('returns to the clip at home, and leaves it again immediately', async () => {
    const camera = await startMoved('yard', 'sub');
    const atHome = sceneUnit(camera.video[0]!.data);
    for (const direction of ['left', 'right'] as const) {
      await camera.ptz.start(direction, 1);
      await camera.clock.advance(1_000);
    }
    await camera.ptz.stop();
    expect(camera.ptz.positionAt(camera.clock.monotonic())).toEqual(demoHome);
    await camera.clock.advance(12_000 - camera.clock.monotonic());
    const back = camera.video.find((unit, index) => index > 30 && sceneUnit(unit.data).equals(atHome));
    expect(back?.isKey).toBe(true);
    const left = camera.video.length;
    await camera.clock.advance(200);
    await camera.ptz.start('up', 1);
    await camera.clock.advance(200);
    camera.stop();
    expect(camera.video.slice(left).some(({ isKey }) => isKey)).toBe(true);
    const { codes } = await decodeAll(camera, 'sub');
    expectInOrder(camera, codes);
  });
});

/** Bytes of the second NAL unit of a frame. */
function sceneUnit(data: Uint8Array): Buffer {
  const bytes = Buffer.from(data);
  return bytes.subarray(8 + bytes.readUInt32BE(0));
}

function halve(frame: Uint8Array, width: number, height: number): Uint8Array {
  return Uint8Array.from({ length: (width * height) / 4 }, (_, at) => {
    const from = Math.floor(at / (width / 2)) * 2 * width + (at % (width / 2)) * 2;
    return (frame[from]! + frame[from + 1]! + frame[from + width]! + frame[from + width + 1]!) / 4;
  });
}
