import type { Ms } from '../../lib/kernel/units.ts';

/** What is measured is no finer than this: two clocks, and pictures some 40 ms apart. */
const finestMs: Ms = 20;

/** A latency as it is shown to people: none is claimed that nobody could measure. */
export function latencyText(latencyMs: Ms): string {
  return latencyMs < finestMs ? `< ${finestMs} ms` : `${Math.round(latencyMs)} ms`;
}
