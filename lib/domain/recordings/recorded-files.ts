import type { RecordedFile } from '../../contracts/lapp/video.call.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type {
  RecordedSegment,
  RecordingKey,
  RecordKind,
  RecordStore,
  SegmentIndex,
} from '../../media/ports.ts';

/** Segments that are nearer to each other are one file. */
const maxGapMs: Ms = 1_000;
/** Segments read for one answer: a week of segments of one minute. */
const segmentsPerPage = 10_000;

export interface FilePage {
  readonly files: readonly RecordedFile[];
  readonly isAll: boolean;
  /** Where the next page begins. Null: this is the last one. */
  readonly nextFileTime: EpochMs | null;
}

export interface RecordedPlace {
  readonly key: RecordingKey;
  readonly deviceSerial: string;
  readonly channelNo: number;
}

/** Path of the playlists and segments of a channel in a store. */
export const recordedPath = (serial: string, channelNo: number, store: RecordStore): `/vod/${string}` =>
  `/vod/${serial}/${channelNo}/${store}`;

export interface RecordedFiles {
  page(place: RecordedPlace, from: EpochMs, to: EpochMs): Promise<FilePage>;
  all(place: RecordedPlace, from: EpochMs, to: EpochMs): Promise<readonly RecordedFile[]>;
  /** Days of a month (`yyyyMM`) with recordings, as `yyyyMMdd` in the zone. */
  days(key: RecordingKey, month: string, zone: Zone): Promise<readonly string[]>;
}

/** Lists of what was recorded. */
export function recordedFiles(
  segments: Pick<SegmentIndex, 'between'>,
  perPage: number = segmentsPerPage,
): RecordedFiles {
  async function page(place: RecordedPlace, from: EpochMs, to: EpochMs): Promise<FilePage> {
    const found = await segments.between(place.key, from, to, perPage + 1);
    const read = found.slice(0, perPage);
    const next = found[perPage];
    const stretches = stretchesOf(read);
    const files = stretches.map((stretch) => fileOf(place, stretch));
    // After the end of what was read: with a time before it, the next page would repeat the last segment.
    const nextFileTime = next && Math.max(next.startMs, ...stretches.map(({ endMs }) => endMs));
    if (nextFileTime === undefined || nextFileTime >= to) return { files, isAll: true, nextFileTime: null };
    return { files, isAll: false, nextFileTime };
  }

  return {
    page,

    async all(place, from, to) {
      const files: RecordedFile[] = [];
      for (let at: EpochMs | null = from; at !== null; ) {
        const { files: more, nextFileTime }: FilePage = await page(place, at, to);
        files.push(...more);
        at = nextFileTime;
      }
      return files;
    },

    async days(key, month, zone) {
      const found: string[] = [];
      for (const day of daysOf(month)) {
        const [first] = await segments.between(key, startOf(day, zone), startOf(dayAfter(day), zone), 1);
        if (first) found.push(day.replaceAll('-', ''));
      }
      return found;
    },
  };
}

interface Stretch {
  readonly startMs: EpochMs;
  endMs: EpochMs;
  readonly kind: RecordKind;
}

/** Consecutive segments of one kind as one. */
function stretchesOf(segments: readonly RecordedSegment[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { startMs, endMs, kind } of segments) {
    const last = stretches.at(-1);
    if (last && last.kind === kind && startMs - last.endMs <= maxGapMs)
      last.endMs = Math.max(last.endMs, endMs);
    else stretches.push({ startMs, endMs, kind });
  }
  return stretches;
}

function fileOf({ key, deviceSerial, channelNo }: RecordedPlace, stretch: Stretch): RecordedFile {
  return {
    downloadPath: recordedPath(deviceSerial, channelNo, key.store),
    ownerId: deviceSerial,
    iStorageVersion: 1,
    videoType: stretch.kind === 'alarm' ? 2 : 1,
    startTime: stretch.startMs,
    endTime: stretch.endMs,
    recType: key.store === 'cloud' ? 1 : 2,
  };
}

/** From the first to the last instant of a month `yyyyMM`. */
export function monthRange(month: string, zone: Zone): { readonly from: EpochMs; readonly to: EpochMs } {
  const days = daysOf(month);
  return { from: startOf(days[0]!, zone), to: startOf(dayAfter(days.at(-1)!), zone) };
}

/** Of a valid date `yyyy-MM-dd`. */
const startOf = (day: string, zone: Zone): EpochMs => zone.instant(`${day} 00:00:00`)!;

/** `yyyy-MM-dd` of each day of a month `yyyyMM`. */
function daysOf(month: string): readonly string[] {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(4))];
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from(
    { length: count },
    (_, at) => `${month.slice(0, 4)}-${month.slice(4)}-${String(at + 1).padStart(2, '0')}`,
  );
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10);
}
