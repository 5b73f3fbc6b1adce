import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { watchFlexibleUnit } from '../../app/user/home/watch-flexible-unit.ts';

let view: { innerWidth: number } & EventTarget;
let root: HTMLElement;
const unit = () => root.style.getPropertyValue('--flexible-unit');

beforeEach(() => {
  vi.useFakeTimers();
  view = Object.assign(new EventTarget(), { innerWidth: 1_000 });
  root = document.createElement('div');
});
afterEach(() => {
  vi.useRealTimers();
});

function resize(to: number): void {
  view.innerWidth = to;
  view.dispatchEvent(new Event('resize'));
}

describe('flexible sizing of the front page', () => {
  it('uses a tenth of the width, up to the design width', () => {
    const stop = watchFlexibleUnit(root, view);
    expect(unit()).toBe('100px');
    stop();
    view.innerWidth = 2_560;
    watchFlexibleUnit(root, view)();
    expect(unit()).toBe('');
  });

  it('follows the window 300 ms after the last resize', () => {
    const stop = watchFlexibleUnit(root, view);
    resize(800);
    vi.advanceTimersByTime(200);
    resize(2_560);
    vi.advanceTimersByTime(299);
    expect(unit()).toBe('100px');
    vi.advanceTimersByTime(1);
    expect(unit()).toBe('144px');
    stop();
    resize(500);
    vi.advanceTimersByTime(1_000);
    expect(unit()).toBe('');
  });
});
