import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { renewalDelay, scheduleRenewal } from '../../player-frame/session/token-renewal.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.log(`token-renewal: ORIEL_SEED=${seed}`);
const hour = 3_600_000;

describe('when a token is renewed', () => {
  it.each([
    [7 * 24 * hour, 0, 7 * 24 * hour * 0.9],
    [hour, 0, 0.9 * hour],
    [hour, 1, 0.85 * hour],
    [60_000, 0, 50_000],
    [60_000, 1, 45_000],
    [10_000, 0, 5_000],
    [5_000, 0, 2_500],
  ])('of %i ms with chance %d, after %i ms', (leftMs, chance, delayMs) => {
    expect(renewalDelay(leftMs, chance)).toBe(delayMs);
  });

  it('not when it has nearly expired', () => {
    expect(renewalDelay(4_999, 0)).toBeNull();
    expect(renewalDelay(-5, 0)).toBeNull();
  });

  it('always before it expires, and within the limit of a timer', () => {
    const left = fc.integer({ min: 5_000, max: 2 ** 45 });
    const chance = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(left, chance, (leftMs, random) => {
        const delayMs = renewalDelay(leftMs, random);
        expect(delayMs).toBeGreaterThan(0);
        expect(delayMs).toBeLessThan(leftMs);
        expect(delayMs).toBeLessThan(2 ** 31);
      }),
      { seed, numRuns: rounds(250, 5_000) },
    );
  });
});

describe('renewing', () => {
  function started(answers: (number | null)[], leftMs = 60_000) {
    const clock = new FakeClock();
    const at: number[] = [];
    const renew = async () => {
      at.push(clock.monotonic());
      return answers.shift() ?? null;
    };
    return { clock, at, cancel: scheduleRenewal({ clock, random: () => 0, renew }, leftMs) };
  }

  it('continues from one token to the next', async () => {
    const { clock, at } = started([60_000, 60_000]);
    await clock.advance(145_000);
    expect(at).toEqual([50_000, 100_000]);
  });

  it('retries a failure while there is time, with decreasing delays, and then stops', async () => {
    const { clock, at } = started([]);
    await clock.advance(10 * 60_000);
    expect(at).toEqual([50_000, 55_000, 57_500]);
    expect(clock.pending).toBe(0);
  });

  it('requests the same token that a page always returns no more often than a missing one', async () => {
    const { clock, at } = started([10_000, 5_000, 2_500]);
    await clock.advance(10 * 60_000);
    expect(at).toEqual([50_000, 55_000, 57_500]);
  });

  it('does not depend on the wall clock', async () => {
    const { clock, at } = started([60_000]);
    clock.setWall(clock.now() + 24 * hour);
    await clock.advance(50_000);
    clock.setWall(0);
    expect(at).toEqual([50_000]);
  });

  it('ends when it is cancelled, also while a token is being fetched', async () => {
    const first = started([60_000]);
    first.cancel();
    const clock = new FakeClock();
    let answer: (leftMs: number) => void = () => {};
    const renew = () =>
      new Promise<number>((resolve) => {
        answer = resolve;
      });
    const cancel = scheduleRenewal({ clock, random: () => 0, renew }, 60_000);
    await clock.advance(50_000);
    cancel();
    answer(60_000);
    await clock.advance(1);
    expect([first.clock.pending, clock.pending]).toEqual([0, 0]);
  });
});
