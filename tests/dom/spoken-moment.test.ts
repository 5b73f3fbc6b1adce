import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useSpokenMoment } from '../../player-frame/react/use-spoken-moment.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('follows a moment that the page chose in a pause, although nothing else renders the slider', () => {
  const slider = renderHook(({ moment }) => useSpokenMoment(moment, false), {
    initialProps: { moment: 7_000 },
  });
  slider.rerender({ moment: 20_000 });
  expect(slider.result.current).toBe(7_000);
  act(() => void jest.advanceTimersByTime(11_000));
  expect(slider.result.current).toBe(20_000);
  expect(jest.getTimerCount()).toBe(0);
});
