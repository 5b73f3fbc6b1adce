import type { EpochMs } from './units.ts';

/** `end` is exclusive, and after `begin`. */
export interface TimeRange {
  readonly begin: EpochMs;
  readonly end: EpochMs;
}
