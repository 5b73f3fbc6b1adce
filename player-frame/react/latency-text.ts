import type { Ms } from '../../lib/kernel/units.ts';

/** Resolution of the measurement: two clocks, and frames about 40 ms apart. */
const finestMs: Ms = 20;

/** Latency as displayed, rounded to what can be measured. */
export function latencyText(latencyMs: Ms): string {
  return latencyMs < finestMs ? `< ${finestMs} ms` : `${Math.round(latencyMs)} ms`;
}
