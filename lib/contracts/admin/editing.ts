/**
 * Who has the form of a row open. It locks nothing: whoever comes later is told and may go on, and the row's version
 * catches what collides. Server and pages go by the same times.
 */
import type { Ms } from '../../kernel/units.ts';

/** An open form says so this often, and whoever looks at the row asks as often. */
export const editingBeatMs: Ms = 60_000;
/** A form that was not heard of for this long is gone. A beat may come late, not fail to come. */
export const editingEndsMs: Ms = 90_000;

export interface Editor {
  readonly name: string;
  /** `yyyy-MM-dd HH:mm:ss` of the organisation's zone. */
  readonly since: string;
  /** Whoever asks, in another window or another browser. */
  readonly isSelf: boolean;
}
