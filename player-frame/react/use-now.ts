import { useEffect, useState } from 'react';
import type { EpochMs } from '../../lib/kernel/units.ts';
import { usePlayerView } from './player-context.ts';

const tickMs = 1_000;

/** Wall time, updated once per second. */
export function useNow(): EpochMs {
  const { now } = usePlayerView();
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now();
}
