/** The view of a demo camera: motion over time, limits, and independent cameras. */
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { PtzDirection } from '../../lib/media/ports.ts';
import { createDemoPtz } from '../../lib/media/sources/demo/demo-ptz.ts';
import { demoHome, demoTravel, viewStep } from '../../lib/media/sources/demo/demo-view.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
process.stdout.write(`demo PTZ: ORIEL_SEED=${seed}\n`);

function setUp() {
  const clock = new FakeClock();
  const drivers = createDemoPtz(clock);
  const ptz = drivers.driverOf('DEMO00001', 1);
  return { clock, drivers, ptz, look: () => ptz.positionAt(clock.monotonic()) };
}

/** Turns until the limit is reported; returns how long that took, within 10 ms. */
async function turnToLimit({ clock, ptz }: ReturnType<typeof setUp>, direction: PtzDirection, speed = 1) {
  for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 10) {
    if ((await ptz.start(direction, speed)) === 'limit') return elapsedMs;
    await clock.advance(10);
  }
  throw new Error('the limit was not reached');
}

describe('PTZ of a demo camera', () => {
  it('shows the home view until it is moved', async () => {
    const { clock, ptz, look } = setUp();
    expect(ptz.axes).toEqual({ pan: true, tilt: true });
    await clock.advance(60_000);
    expect(look()).toEqual(demoHome);
  });

  it.each([
    ['left', { x: 0, y: demoHome.y }],
    ['right', { x: demoTravel.pan, y: demoHome.y }],
    ['up', { x: demoHome.x, y: 0 }],
    ['down', { x: demoHome.x, y: demoTravel.tilt }],
  ] as const)('moved %s it stops at the limit and reports it from then on', async (direction, limit) => {
    const parts = setUp();
    expect(await parts.ptz.start(direction, 1)).toBe('accepted');
    await parts.clock.advance(30_000);
    expect(parts.look()).toEqual(limit);
    expect(await parts.ptz.start(direction, 1)).toBe('limit');
    expect(await parts.ptz.start(direction, 2)).toBe('limit');
    await parts.clock.advance(1_000);
    expect(parts.look()).toEqual(limit);
  });

  it('moves back from a limit', async () => {
    const parts = setUp();
    await turnToLimit(parts, 'left');
    expect(await parts.ptz.start('right', 1)).toBe('accepted');
    await parts.clock.advance(500);
    expect(parts.look().x).toBeGreaterThan(40);
  });

  it('sweeps from limit to limit in three to six seconds', async () => {
    const parts = setUp();
    await turnToLimit(parts, 'left');
    const sweepMs = await turnToLimit(parts, 'right');
    expect(sweepMs).toBeGreaterThan(3_000);
    expect(sweepMs).toBeLessThan(6_000);
  });

  it('has at least nine by three positions at most a quarter of a frame apart', () => {
    expect(demoTravel.pan / 8).toBeLessThanOrEqual(160);
    expect(demoTravel.tilt / 2).toBeLessThanOrEqual(90);
  });

  it('moves slower at speed 0 and faster at speed 2', async () => {
    const wentAt = async (speed: number) => {
      const { clock, ptz, look } = setUp();
      await ptz.start('right', speed);
      await clock.advance(1_000);
      return look().x - demoHome.x;
    };
    const [slow, defaults, fast] = await Promise.all([wentAt(0), wentAt(1), wentAt(2)]);
    expect([slow, defaults, fast]).toEqual([60, 120, 240]);
  });

  it('repeated calls in one direction have the effect of one call', async () => {
    const { clock, ptz, look } = setUp();
    for (let call = 0; call < 5; call += 1) {
      expect(await ptz.start('right', 1)).toBe('accepted');
      await clock.advance(400);
    }
    expect(look().x - demoHome.x).toBe(240);
  });

  it('stops immediately at its position', async () => {
    const { clock, ptz, look } = setUp();
    await ptz.start('up', 1);
    await clock.advance(300);
    await ptz.stop();
    const stopped = look();
    expect(stopped.y).toBeLessThan(demoHome.y);
    await clock.advance(5_000);
    expect(look()).toEqual(stopped);
    await ptz.stop();
    await ptz.close();
    await ptz.close();
    expect(look()).toEqual(stopped);
  });

  it('belongs to one device and channel, and keeps its state for the next caller', async () => {
    const { clock, drivers, ptz } = setUp();
    const others = [drivers.driverOf('DEMO00001', 2), drivers.driverOf('DEMO00002', 1)];
    await ptz.start('left', 1);
    await clock.advance(1_000);
    await ptz.close();
    expect(drivers.driverOf('DEMO00001', 1).positionAt(clock.monotonic()).x).toBe(200);
    for (const other of others) expect(other.positionAt(clock.monotonic())).toEqual(demoHome);
  });

  it('never exceeds its limits, never jumps, and moves only in the commanded direction', async () => {
    const direction = fc.constantFrom('left', 'right', 'up', 'down', 'stop' as const);
    const order = fc.record({
      direction,
      speed: fc.integer({ min: 0, max: 2 }),
      ms: fc.integer({ min: 1, max: 900 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(order, { maxLength: 40 }), async (orders) => {
        const { clock, ptz, look } = setUp();
        for (const { direction: way, speed, ms } of orders) {
          const before = look();
          const answer = way === 'stop' ? await ptz.stop() : await ptz.start(way, speed);
          expect(look()).toEqual(before);
          await clock.advance(ms);
          const after = look();
          const [right, down] = [after.x - before.x, after.y - before.y];
          const max = (ms * 240) / 1000 + viewStep;
          expect(after.x % viewStep === 0 && after.y % viewStep === 0).toBe(true);
          expect(
            after.x >= 0 && after.x <= demoTravel.pan && after.y >= 0 && after.y <= demoTravel.tilt,
          ).toBe(true);
          expect(Math.abs(right) + Math.abs(down)).toBeLessThanOrEqual(max);
          if (way === 'stop' || answer === 'limit') expect([right, down]).toEqual([0, 0]);
          else if (way === 'left' || way === 'right')
            expect([Math.sign(right) * (way === 'left' ? -1 : 1) >= 0, down]).toEqual([true, 0]);
          else expect([right, Math.sign(down) * (way === 'up' ? -1 : 1) >= 0]).toEqual([0, true]);
        }
      }),
      { seed, numRuns: 60 },
    );
  });
});
