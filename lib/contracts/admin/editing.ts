/**
 * Which users have the form of a row open. Nothing is locked: later users see a notice and may continue, and the row's
 * version detects conflicts. Server and pages share these times.
 */
import type { Ms } from '../../kernel/units.ts';

/** Interval at which an open form reports itself, and at which other viewers of the row refresh. */
export const editingBeatMs: Ms = 60_000;
/** A form that has not reported for this long counts as closed. Longer than the interval, to allow for delay. */
export const editingEndsMs: Ms = 90_000;

export interface Editor {
  readonly name: string;
  /** `yyyy-MM-dd HH:mm:ss` in the organisation's zone. */
  readonly since: string;
  /** The caller, in another window or browser. */
  readonly isSelf: boolean;
}
