import { expect } from 'expect';
import { describe, it } from 'vitest';
import { createLossCounter } from '../../lib/media/gateway/peers/loss-counter.ts';
import { createReplayWindow } from '../../lib/media/gateway/peers/replay-window.ts';

/** Which of these sequence numbers are accepted. */
function accepted(...sequences: readonly number[]): number[] {
  const window = createReplayWindow();
  return sequences.filter((sequence) => {
    const index = window.index(sequence);
    if (!window.isFresh(index)) return false;
    window.accept(index);
    return true;
  });
}

describe('The replay window', () => {
  it('accepts a number once', () => {
    expect(accepted(5, 5, 6, 5, 6)).toEqual([5, 6]);
  });

  it('accepts packets that arrive out of order', () => {
    expect(accepted(10, 13, 11, 12, 11)).toEqual([10, 13, 11, 12]);
  });

  it('drops what is older than 64 packets', () => {
    expect(accepted(100, 200, 137, 136)).toEqual([100, 200, 137]);
  });

  it('accepts an older packet than the first', () => {
    expect(accepted(65_535, 65_534, 65_535)).toEqual([65_535, 65_534]);
  });

  it('continues where the number wraps, also with a gap of seconds and a late packet', () => {
    const window = createReplayWindow();
    for (const sequence of [65_000, 65_300]) window.accept(window.index(sequence));
    expect(window.index(40)).toBe(65_536 + 40);
    window.accept(window.index(40));
    expect(window.index(65_500)).toBe(65_500);
  });
});

describe('The share of lost packets', () => {
  it('is that since the last call', () => {
    const loss = createLossCounter();
    for (const index of [10, 11, 13, 14]) loss.received(index, 1);
    expect(loss.sinceLastCall()).toBeCloseTo(0.2);
    for (const index of [15, 16]) loss.received(index, 1);
    expect(loss.sinceLastCall()).toBe(0);
    expect(loss.sinceLastCall()).toBe(0);
  });

  it('does not count packets that only came late', () => {
    const loss = createLossCounter();
    for (const index of [1, 3, 2, 4]) loss.received(index, 1);
    expect(loss.sinceLastCall()).toBe(0);
  });

  it('starts anew with another sender', () => {
    const loss = createLossCounter();
    loss.received(5, 1);
    loss.received(60_000, 2);
    expect(loss.sinceLastCall()).toBe(0);
  });
});
