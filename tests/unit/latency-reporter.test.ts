import { expect } from 'expect';
import { it } from 'vitest';
import { LatencyReporter } from '../../player-frame/session/latency-reporter.ts';

/** The values that are reported of one per second. */
function reported(latencies: readonly number[]): number[] {
  const reporter = new LatencyReporter();
  return latencies.filter((latencyMs, index) => {
    const isReported = reporter.isWorthReporting(latencyMs, index * 1_000);
    if (isReported) reporter.reported(latencyMs, index * 1_000);
    return isReported;
  });
}

it('reports the first latency, and small changes every three seconds', () => {
  expect(reported([40, 90, 90, 90, 140, 140, 140])).toEqual([40, 90, 140]);
});

it('does not report noise', () => {
  expect(reported([100, 105, 95, 110, 100, 90])).toEqual([100]);
});

it('reports a connection that becomes slow every second', () => {
  expect(reported([40, 700, 1_300, 1_900, 2_500, 2_600])).toEqual([40, 700, 1_300, 1_900, 2_500]);
});
