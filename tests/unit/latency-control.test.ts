import { expect } from 'expect';
import { describe, it } from 'vitest';
import {
  type LatencyAction,
  type LatencyState,
  latencyPeriodMs,
  startLatency,
  stepLatency,
} from '../../player-frame/engines/latency-control.ts';

/** Simulates the buffer of a player in real time and applies the returned actions to it. */
function simulate(options: {
  aheadS: number;
  seconds: number;
  stallsAtS?: readonly number[];
  state?: LatencyState;
  intervalMs?: number;
}) {
  let state = options.state ?? startLatency;
  let aheadS = options.aheadS;
  const jumps: LatencyAction[] = [];
  const rates = new Set<number>();
  const periodS = latencyPeriodMs / 1_000;
  for (let timeS = 0; timeS < options.seconds; timeS += periodS) {
    const hasStalled = (options.stallsAtS ?? []).some((at) => at >= timeS && at < timeS + periodS);
    const step = stepLatency(state, { aheadS, intervalMs: options.intervalMs ?? 40, hasStalled });
    state = step.state;
    if (step.action?.do === 'jump') {
      aheadS = step.action.aheadS;
      jumps.push(step.action);
    }
    rates.add(state.rate);
    aheadS = Math.max(0, aheadS - (state.rate - 1) * periodS);
  }
  return { state, aheadS, jumps, rates };
}

describe('latency control', () => {
  it('does not change a player that is close to live', () => {
    const { rates, jumps } = simulate({ aheadS: 0.14, seconds: 5 });
    expect([...rates]).toEqual([1]);
    expect(jumps).toEqual([]);
  });

  it('jumps once over the cached GOP', () => {
    const { jumps, aheadS } = simulate({ aheadS: 2, seconds: 3 });
    expect(jumps).toHaveLength(1);
    expect(aheadS).toBeLessThan(0.2);
  });

  it('jumps over half a second in its first second, during continuous playback', () => {
    const { aheadS, jumps } = simulate({ aheadS: 0.5, seconds: 3 });
    expect(jumps).toHaveLength(1);
    expect(aheadS).toBeLessThan(0.2);
  });

  it('later reduces half a second by playing slightly faster, and then returns to normal speed', () => {
    const old = { ...startLatency, age: 1_000 };
    const { aheadS, state, jumps, rates } = simulate({ aheadS: 0.5, seconds: 60, state: old });
    expect(jumps).toEqual([]);
    expect(Math.max(...rates)).toBeLessThanOrEqual(1.1);
    expect(aheadS).toBeLessThan(0.17);
    // Right after faster playback, Chromium needs more than usual.
    expect(aheadS).toBeGreaterThan(0.15);
    expect(state.rate).toBe(1);
  });

  it('plays slightly slower before the buffer is empty', () => {
    const { aheadS, state } = simulate({ aheadS: 0.05, seconds: 10 });
    expect(aheadS).toBeGreaterThan(0.09);
    expect(state.rate).toBe(1);
  });

  it('uses the minimum of the buffer, so that bursts of packets do not increase the speed', () => {
    let state = startLatency;
    for (let sample = 0; sample < 100; sample += 1) {
      const aheadS = sample % 3 === 0 ? 0.12 : 0.4;
      state = stepLatency(state, { aheadS, intervalMs: 40, hasStalled: false }).state;
      if (sample > 3) expect(state.rate).toBe(1);
    }
  });

  it.each([1_000, 5_000])('does not mistake the waves of one frame per %d ms for latency', (intervalMs) => {
    let state: LatencyState = startLatency;
    for (let nowMs = 0; nowMs < 60_000; nowMs += latencyPeriodMs) {
      const aheadS = 0.05 + (intervalMs - (nowMs % intervalMs)) / 1_000;
      const step = stepLatency(state, { aheadS, intervalMs, hasStalled: false });
      state = step.state;
      expect([step.action, state.rate]).toEqual([null, 1]);
    }
  });

  it('jumps over the cached GOP of a camera with one frame per second', () => {
    const { jumps, aheadS } = simulate({ aheadS: 10, seconds: 6, intervalMs: 1_000 });
    expect(jumps).toHaveLength(1);
    expect(aheadS).toBeLessThan(0.2);
  });

  it('increases its reserve after each stall, within bounds', () => {
    const { state } = simulate({ aheadS: 0.05, seconds: 3, stallsAtS: [0.5, 1, 1.5] });
    expect(state.targetS).toBeGreaterThan(0.2);
    const many = simulate({
      aheadS: 0.05,
      seconds: 30,
      stallsAtS: Array.from({ length: 60 }, (_, at) => at / 2),
    });
    expect(many.state.targetS).toBeLessThanOrEqual(0.5);
  });

  it('resets its reserve within some minutes', () => {
    const { state } = simulate({ aheadS: 0.05, seconds: 600, stallsAtS: [1] });
    expect(state.targetS).toBeCloseTo(startLatency.targetS, 2);
  });
});
