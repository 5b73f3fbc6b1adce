import { useEffect, useState } from 'react';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { usePlayerView } from './player-context.ts';

const tickMs = 250;

/** Whole seconds until `at`, rounded up; null if `at` is null. */
export function useCountdown(at: EpochMs | null): number | null {
  const { now } = usePlayerView();
  const secondsLeft = () => (at === null ? null : Math.max(0, Math.ceil((at - now()) / 1000)));
  const [, tick] = useState(0);

  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => tick((count) => count + 1), tickMs);
    return () => clearInterval(timer);
  }, [at]);

  return secondsLeft();
}
