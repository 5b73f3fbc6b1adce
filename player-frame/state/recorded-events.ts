import type { PlaybackTime } from '../../lib/ezopen/compact-time.ts';
import type { TimeRange } from '../../lib/kernel/time-range.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { CivilDate } from '../../lib/kernel/zone-days.ts';

/** Where a recording is stored, as in addresses: our storage, or that of the camera. */
export type RecordType = 'cloud.rec' | 'rec';

/** Where recordings are, as in the answer of `live/url/ezopen`: `server`, `camera`, `none`, `denied`. */
export type RecordingStores = Readonly<Record<RecordType, string>>;

/** Both ends are seconds that are still played. */
export interface CivilRange {
  readonly begin: PlaybackTime;
  readonly end: PlaybackTime;
}

/** Nothing is recorded at the time that several players show. `next`: the begin of the next recording, if known. */
export interface Awaiting {
  readonly next: EpochMs | null;
}

/** State of recorded playback. Live streams have the initial values, except the zone. */
export interface Recorded {
  /** What the address names; null until it is resolved, and for live streams. */
  readonly range: TimeRange | null;
  /** IANA name of the zone of the camera's civil times; null until an address was resolved. */
  readonly timeZone: string | null;
  /** Of the camera and token; null until an address was resolved. */
  readonly stores: RecordingStores | null;
  /** Wall time of the frame on the screen, read once per second, and when a frame of another second is drawn. */
  readonly position: EpochMs | null;
  /**
   * Target of the current seek. Timelines show it instead of the position, until the first frame at or after it is on the
   * screen, or the limit of a seek has passed.
   */
  readonly seekTarget: EpochMs | null;
  /** Where the playback began or begins that was opened last; null: at the begin of its range, or live video. */
  readonly startAt: EpochMs | null;
  /** Calls of the page that wait for the end of the current seek. */
  readonly seekWaiting: readonly number[];
  /** Seeks without a frame. They are not reported (specification, section 8), but counted in the statistics. */
  readonly seekFailures: number;
  /** Null unless the player waits for a recording. */
  readonly awaiting: Awaiting | null;
  /** The player follows the clock of a group, so it waits where nothing is recorded and skips nothing. */
  readonly isFollowing: boolean;
  readonly isPaused: boolean;
  /** 1: normal. */
  readonly rate: number;
  /** The page fixed the range with begin or end in its address, so on phones nothing else can be selected. */
  readonly isFixedByAddress: boolean;
  /** What that address named, once it is resolved: seeks may open parts of it. */
  readonly addressRange: TimeRange | null;
  /** Nothing outside is played: an option of the page, in civil times of the camera. */
  readonly pageRange: CivilRange | null;
  /** The token permits live video of the camera. */
  readonly hasLive: boolean;
}

export const initialRecorded: Recorded = {
  range: null,
  timeZone: null,
  stores: null,
  position: null,
  seekTarget: null,
  startAt: null,
  seekWaiting: [],
  seekFailures: 0,
  awaiting: null,
  isFollowing: false,
  isPaused: false,
  rate: 1,
  isFixedByAddress: false,
  addressRange: null,
  pageRange: null,
  hasLive: true,
};

/** What the viewer did with the timeline, for the host page. */
export interface TimelineChange {
  /** Level of the specification, 0 to 3. */
  readonly level?: number;
  readonly isCalendarOpen?: boolean;
  /** Another date is played. */
  readonly date?: CivilDate;
}

export type RecordedRequest =
  | ({ readonly type: 'request.reportTimeline' } & Omit<TimelineChange, 'date'>)
  | { readonly type: 'request.pause' }
  | { readonly type: 'request.resume' }
  | { readonly type: 'request.togglePause' }
  /** To any time of the camera, also of another day. Seeks that follow each other quickly: the last one wins. */
  | { readonly type: 'request.seek'; readonly to: EpochMs }
  /** One of `can.rates`. */
  | { readonly type: 'request.setRate'; readonly rate: number }
  /** 1, 2, 4. */
  | { readonly type: 'request.faster' }
  /** 4, 2, 1. */
  | { readonly type: 'request.slower' }
  /** Pauses, then shows the next or the previous frame. */
  | { readonly type: 'request.stepFrame'; readonly direction: 1 | -1 }
  /** Starts at 00:00:00 of the selected date. */
  | { readonly type: 'request.setRecordType'; readonly recordType: RecordType }
  /** `yyyy-MM-dd`: from 00:00:00 of this date on. */
  | { readonly type: 'request.setDate'; readonly date: string }
  | { readonly type: 'request.toLive' }
  /** From live video to the recordings of the same camera, at this time. */
  | { readonly type: 'request.toRecorded'; readonly at: EpochMs; readonly recordType?: RecordType }
  /** Result of `openRecorded`: an address, and the time in it to begin with. */
  | { readonly type: 'request.playRecorded'; readonly address: string; readonly startAt: EpochMs };

export type RecordedEvent =
  /** What will be played, and what is known of it, while nothing is playing. */
  | { readonly type: 'event.startChosen'; readonly address: string; readonly recorded: Partial<Recorded> }
  | { readonly type: 'event.position'; readonly at: EpochMs }
  /** Of a player that follows a clock. */
  | { readonly type: 'event.awaiting'; readonly awaiting: Awaiting | null }
  | { readonly type: 'event.following'; readonly isFollowing: boolean }
  /** Playback skipped a time without recordings. */
  | ({ readonly type: 'event.gap'; readonly attempt: number } & TimeRange)
  /** The engine has finished the seek to `to`. `shownAt`: the time of the frame that it shows, if known. */
  | {
      readonly type: 'event.sought';
      readonly to: EpochMs;
      readonly isDone: boolean;
      readonly shownAt?: EpochMs | null;
    };

/** Executed by the feature `recorded-playback`. Of seeks that follow each other quickly, the first and the last. */
export type RecordedEffect =
  | { readonly do: 'pause' }
  | { readonly do: 'resume' }
  /** Nothing is playing: where it will begin. Executed by the feature `idle-start`. */
  | { readonly do: 'chooseStart'; readonly at: EpochMs }
  | { readonly do: 'seek'; readonly to: EpochMs }
  | { readonly do: 'setRate'; readonly rate: number }
  | { readonly do: 'stepFrame'; readonly direction: 1 | -1 }
  /** Composes the address of the recordings at this time, in the zone of the camera, and requests it. */
  | {
      readonly do: 'openRecorded';
      readonly at: EpochMs;
      readonly recordType: RecordType;
      /** A recording was played before. */
      readonly isSeek?: true;
    };

/** For the host page. */
export type RecordedNotice =
  | ({ readonly type: 'timeline' } & TimelineChange)
  | { readonly type: 'paused'; readonly isPaused: boolean }
  | ({ readonly type: 'gap' } & TimeRange)
  | { readonly type: 'rate'; readonly rate: number }
  | { readonly type: 'recordType'; readonly recordType: RecordType };
