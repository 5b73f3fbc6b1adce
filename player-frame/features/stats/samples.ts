import type { EpochMs } from '../../../lib/kernel/units.ts';
import type { VideoStats } from '../../state/player-state.ts';

/** How the stream did at one moment. */
export interface Sample extends VideoStats {
  readonly at: EpochMs;
}

/** A minute, a second apart: engines report more often than anybody can read. */
const keptSamples = 60;
const apartMs = 1_000;

/** The samples with one more. The same array when the last one is too young, or when counting began anew. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last && next.framesShown < last.framesShown) return [next];
  if (last && next.at - last.at < apartMs) return samples;
  return [...samples, next].slice(-keptSamples);
}

/** Less than this all looks alike, and so it should. */
const minHeightMs = 200;

/** Points of a line through the latencies, `x,y x,y …` in a box of this size; empty below two. */
export function sparkline(samples: readonly Sample[], width: number, height: number): string {
  const latencies = samples.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
  if (latencies.length < 2) return '';
  const max = Math.max(...latencies, minHeightMs);
  const step = width / (keptSamples - 1);
  const from = width - step * (latencies.length - 1);
  return latencies
    .map(
      (latency, at) =>
        `${(from + at * step).toFixed(1)},${(height - (Math.max(0, latency) / max) * height).toFixed(1)}`,
    )
    .join(' ');
}
