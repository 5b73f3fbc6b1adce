import { act, cleanup, renderHook } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { useSpokenMoment } from '../../player-frame/react/use-spoken-moment.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('follows a moment that the page chose in a pause, although nothing else renders the slider', () => {
  const slider = renderHook(({ moment }) => useSpokenMoment(moment, false), {
    initialProps: { moment: 7_000 },
  });
  slider.rerender({ moment: 20_000 });
  expect(slider.result.current).toBe(7_000);
  act(() => void vi.advanceTimersByTime(11_000));
  expect(slider.result.current).toBe(20_000);
  expect(vi.getTimerCount()).toBe(0);
});
