import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { watchFlexibleUnit } from '../../app/user/home/watch-flexible-unit.ts';

let view: { innerWidth: number } & EventTarget;
let root: HTMLElement;
const unit = () => root.style.getPropertyValue('--flexible-unit');

beforeEach(() => {
  jest.useFakeTimers();
  view = Object.assign(new EventTarget(), { innerWidth: 1_000 });
  root = document.createElement('div');
});
afterEach(() => {
  jest.useRealTimers();
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
    jest.advanceTimersByTime(200);
    resize(2_560);
    jest.advanceTimersByTime(299);
    expect(unit()).toBe('100px');
    jest.advanceTimersByTime(1);
    expect(unit()).toBe('144px');
    stop();
    resize(500);
    jest.advanceTimersByTime(1_000);
    expect(unit()).toBe('');
  });
});
