import { useEffect, useReducer, useRef } from 'react';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

/** Screen readers read every change of the slider with the focus. */
const everyMs: Ms = 10_000;

/** The player shows the chosen moment, or the first frame after it. */
const settledMs: Ms = 1_500;

/**
 * The moment in the value of a slider, which screen readers read: every 10 s while playing, at once if the viewer chose
 * it, or gave up what they were choosing.
 */
export function useSpokenMoment(moment: EpochMs, isChosen: boolean): EpochMs {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const spoken = useRef({ moment, at: Number.NEGATIVE_INFINITY, isChosen });
  const at = performance.now();
  const { current: last } = spoken;
  const isCancelled = last.isChosen && !isChosen && Math.abs(moment - last.moment) > settledMs;
  const isDue = isChosen || isCancelled || at - last.at >= everyMs;
  spoken.current = isDue ? { moment, at, isChosen } : { ...last, isChosen };
  const { moment: said, at: saidAt } = spoken.current;
  // In a pause, nothing else renders the slider when the next one is due.
  useEffect(() => {
    if (said === moment) return;
    const timer = setTimeout(render, Math.ceil(saidAt + everyMs - performance.now()) + 1);
    return () => clearTimeout(timer);
  }, [said, saidAt, moment]);
  return said;
}
