import type { EpochMs } from '../../../lib/kernel/units.ts';
import type { VideoStats } from '../../state/player-state.ts';

/** Statistics at one moment. */
export interface Sample extends VideoStats {
  readonly at: EpochMs;
}

/** One minute at one sample per second; engines report more often. */
const maxSamples = 60;
const apartMs = 1_000;

/**
 * Appends a sample. Returns the same array if less than a second has passed; starts over if the counters were reset.
 */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && next.framesShown < last.framesShown) return [next];
  if (last && next.at - last.at < apartMs) return samples;
  return [...samples, next].slice(-maxSamples);
}

/** Minimum scale of the chart, so that small variations look flat. */
const minHeightMs = 200;

/** Points of a latency line, `x,y x,y …`, in a box of this size; empty below two samples. */
export function sparkline(samples: readonly Sample[], width: number, height: number): string {
  const latencies = samples.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
  if (latencies.length < 2) return '';
  const max = Math.max(...latencies, minHeightMs);
  const step = width / (maxSamples - 1);
  const from = width - step * (latencies.length - 1);
  return latencies
    .map(
      (latency, at) =>
        `${(from + at * step).toFixed(1)},${(height - (Math.max(0, latency) / max) * height).toFixed(1)}`,
    )
    .join(' ');
}
