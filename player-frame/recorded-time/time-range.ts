import type { EpochMs } from '../../lib/kernel/units.ts';

/** A chosen or permitted range; `end` is after `begin`. */
export interface TimeRange {
  readonly begin: EpochMs;
  readonly end: EpochMs;
}
