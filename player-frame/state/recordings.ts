import type { EpochMs } from '../../lib/kernel/units.ts';
import type { CivilDate } from '../../lib/kernel/zone-days.ts';
import type { Bands } from '../recorded-time/bands.ts';
import type { RecordedTime } from '../recorded-time/recorded-time.ts';

/** What is known of the recordings of the camera, of the shown type (session/features/recordings.ts). */
export interface Recordings {
  readonly time: RecordedTime;
  /** Stretches whose recordings are loaded. */
  readonly known: Bands;
  /** Number of files by start of the day. */
  readonly counts: ReadonlyMap<EpochMs, number>;
  /** Dates with recordings, by month `yyyy-MM`. */
  readonly months: ReadonlyMap<string, ReadonlySet<CivilDate>>;
}

export type RecordingsRequest =
  /** Load what was recorded in [from, to). */
  | { readonly type: 'request.showRecordings'; readonly from: EpochMs; readonly to: EpochMs }
  /** Load the dates with recordings of a month `yyyy-MM`. */
  | { readonly type: 'request.showMonth'; readonly month: string };

export type RecordingsEvent =
  /** Null: nothing is known of the camera. */
  { readonly type: 'event.recordings'; readonly recordings: Recordings | null };

export type RecordingsEffect =
  | { readonly do: 'loadRecordings'; readonly from: EpochMs; readonly to: EpochMs }
  | { readonly do: 'loadMonth'; readonly month: string };
