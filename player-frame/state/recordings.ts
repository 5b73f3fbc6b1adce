import type { EpochMs } from '../../lib/kernel/units.ts';
import type { CivilDate } from '../../lib/kernel/zone-days.ts';
import type { Alarms } from '../recorded-time/alarms.ts';
import type { Bands } from '../recorded-time/bands.ts';
import type { RecordedTime } from '../recorded-time/recorded-time.ts';

/** What is known of the recordings of the camera, of the shown type (session/features/recordings.ts). */
export interface Recordings {
  readonly time: RecordedTime;
  /** Number of files by start of the day. */
  readonly counts: ReadonlyMap<EpochMs, number>;
  /** Dates with recordings, by month `yyyy-MM`. */
  readonly months: ReadonlyMap<string, ReadonlySet<CivilDate>>;
  /** What the companions of the camera recorded on the same days. */
  readonly others: Bands;
  /** Of the same days. Empty where the token may not list them. */
  readonly alarms: Alarms;
}

/** A recorded picture. The bitmap is closed by its owner (session/features/previews.ts) after another one is shown. */
export interface Preview {
  /** The picture is that of all moments in [from, to]. */
  readonly from: EpochMs;
  readonly to: EpochMs;
  readonly image: ImageBitmap;
}

export type RecordingsRequest =
  /** Load what was recorded in [from, to). */
  | { readonly type: 'request.showRecordings'; readonly from: EpochMs; readonly to: EpochMs }
  /** Load the dates with recordings of a month `yyyy-MM`. */
  | { readonly type: 'request.showMonth'; readonly month: string }
  /** Nothing is playing: find out which recordings the camera has. */
  | { readonly type: 'request.findStores' }
  /** Show the recorded picture of this moment (null: none) beside the pointer. */
  | { readonly type: 'request.preview'; readonly at: EpochMs | null };

export type RecordingsEvent =
  /** Null: nothing is known of the camera. */
  | { readonly type: 'event.recordings'; readonly recordings: Recordings | null }
  /** Null: there is no picture. */
  | { readonly type: 'event.preview'; readonly preview: Preview | null };

export type RecordingsEffect =
  | { readonly do: 'loadRecordings'; readonly from: EpochMs; readonly to: EpochMs }
  | { readonly do: 'loadMonth'; readonly month: string }
  | { readonly do: 'findStores' }
  | { readonly do: 'loadPreview'; readonly at: EpochMs | null };
