import { useEffect, useState } from 'react';
import { usePlayerView } from '../../react/player-context.ts';
import { type Sample, withSample } from './samples.ts';

/** Samples of the last minute, from when the overlay was opened. */
export function useSamples(): readonly Sample[] {
  const { store, now } = usePlayerView();
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => {
    const sample = (): void => {
      const { stats } = store.getState();
      if (stats) setSamples((before) => withSample(before, { ...stats, at: now() }));
    };
    sample();
    return store.subscribe(sample);
  }, [store, now]);
  return samples;
}
