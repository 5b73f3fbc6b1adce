import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { Timeline } from '../../lib/media/outputs/flv/timeline.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`flv-timeline seed ${seed}\n`);

describe('the output timeline', () => {
  it('keeps the offset of video and audio', async () => {
    const timeline = new Timeline(new FakeClock());
    const first = timeline.place('video', 1_000, 0);
    expect(timeline.place('audio', 990, 0) - first).toBe(-10);
    expect(timeline.place('audio', 1_054, 0) - first).toBe(54);
    expect(timeline.place('video', 1_040, 0) - first).toBe(40);
  });

  it('continues when a camera sets its clock, and keeps video and audio in sync', async () => {
    const clock = new FakeClock();
    const timeline = new Timeline(clock);
    const play = async (shift: number) => {
      const video = timeline.place('video', shift, clock.monotonic());
      const audio = timeline.place('audio', shift + 5, clock.monotonic());
      await clock.advance(40);
      return { video, audio };
    };
    const before = [await play(0), await play(40)].at(-1)!;
    for (const jump of [500_000, -3_000_000]) {
      const after = await play(jump);
      expect(after.video - before.video).toBeGreaterThanOrEqual(40);
      expect(after.video - before.video).toBeLessThan(200);
      expect(after.audio - after.video).toBe(5);
    }
  });

  it('never decreases within a track and stays near the clock, whatever the source sends', async () => {
    const step = fc.record({
      kind: fc.constantFrom('video' as const, 'audio' as const),
      dtsMs: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      waitMs: fc.nat(200),
      restarts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = new FakeClock();
        const timeline = new Timeline(clock);
        const last = { video: 0, audio: 0 };
        for (const { kind, dtsMs, waitMs, restarts } of steps) {
          if (restarts) timeline.restart();
          const placed = timeline.place(kind, dtsMs, clock.monotonic());
          expect(Number.isInteger(placed)).toBe(true);
          expect(placed).toBeGreaterThanOrEqual(last[kind]);
          last[kind] = placed;
          await clock.advance(waitMs);
        }
        // Each step may run ahead by the length of a burst at most.
        expect(timeline.now()).toBeLessThanOrEqual(clock.monotonic() + steps.length * 10_400 + 200);
      }),
      { seed, numRuns: 300 },
    );
  });
});
