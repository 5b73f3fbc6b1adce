import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordStore } from '../ports.ts';

export interface WantedChannel {
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly store: RecordStore;
  /** In the address of a playlist for players that cannot send a ticket, and of its segments. */
  readonly signature: string | null;
}

/** `to` is exclusive. */
interface WantedRange {
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** What a path below `/vod` names. `range` is null for everything that the ticket permits. */
export type WantedRecording = WantedChannel &
  (
    | {
        readonly what: 'playlist';
        readonly range: WantedRange | null;
        /** What follows a playlist that is known: nothing is no failure. */
        readonly isMore: boolean;
      }
    | { readonly what: 'export'; readonly range: WantedRange | null; readonly part: number }
    | { readonly what: 'manifest'; readonly range: WantedRange | null }
    | { readonly what: 'segment'; readonly segmentMs: EpochMs }
    | { readonly what: 'keyFrame'; readonly at: EpochMs }
  );

export type PlaybackPathProblem = 'path.unknown' | 'path.query';

/** Longer than any valid target; longer ones are not parsed. */
const maxTargetLength = 192;
const maxSignedTargetLength = 1_536;
const pathPattern =
  /^\/vod\/(?<serial>[A-Za-z0-9_-]{1,64})\/(?<channel>[1-9][0-9]{0,2})\/(?<store>cloud|device)\/(?:(?<signature>opl1\.[A-Za-z0-9_.-]{1,1280})\/)?(?<file>[a-z0-9.]+)$/;
const rangeFiles: ReadonlyMap<string, 'playlist' | 'export' | 'manifest'> = new Map([
  ['index.m3u8', 'playlist'],
  ['export.mp4', 'export'],
  ['export.json', 'manifest'],
]);
const segmentPattern = /^(?<startMs>[1-9][0-9]{0,14})\.mp4$/;
const atPattern = /^at=(?<at>[0-9]{1,15})$/;
const partPattern = /&part=(?<part>[1-9][0-9]{0,5})$/;
const morePattern = /&more=1$/;
const queryPattern = /^begin=(?<from>[0-9]{1,15})&end=(?<to>[0-9]{1,15})$/;

/**
 * `/vod/<serial>/<channelNo>/<store>/index.m3u8[?begin=<ms>&end=<ms>[&more=1]]`, with the same parameters `…/export.json` and
 * `…/export.mp4`, which may have `&part=<n>` behind them, `…/<startMs>.mp4` or `…/keyframe?at=<ms>`, without
 * percent-decoding. Other query parameters are rejected: URLs are logged, and tickets must not be. Playlist and segments,
 * without parameters, may be in a folder whose name is a signature.
 */
export function parsePlaybackPath(target: string): Result<WantedRecording, PlaybackPathProblem> {
  if (target.length > maxSignedTargetLength) return err('path.unknown');
  const queryAt = target.indexOf('?');
  const path = pathPattern.exec(queryAt < 0 ? target : target.slice(0, queryAt))?.groups;
  const signature = path?.signature ?? null;
  if (!path || (!signature && target.length > maxTargetLength)) return err('path.unknown');
  const channel: WantedChannel = {
    deviceSerial: path.serial!,
    channelNo: Number(path.channel),
    store: path.store as RecordStore,
    signature,
  };
  const query = queryAt < 0 ? null : target.slice(queryAt + 1);
  const what = rangeFiles.get(path.file!);
  // A signature permits its range, and nothing but the playlist and the segments.
  if (signature && (query !== null || (what !== 'playlist' && !segmentPattern.test(path.file!))))
    return err('path.unknown');
  if (what) {
    const part = what === 'export' ? partPattern.exec(query ?? '')?.groups?.part : undefined;
    const isMore = what === 'playlist' && morePattern.test(query ?? '');
    const times = part ? query?.replace(partPattern, '') : isMore ? query?.replace(morePattern, '') : query;
    const range = rangeOf(times ?? '');
    if (query !== null && !range) return err('path.query');
    return ok({ ...channel, what, range, part: Number(part ?? 1), isMore });
  }
  if (path.file === 'keyframe') {
    const at = atPattern.exec(query ?? '')?.groups?.at;
    return at === undefined ? err('path.query') : ok({ ...channel, what: 'keyFrame', at: Number(at) });
  }
  const segment = segmentPattern.exec(path.file!)?.groups;
  if (!segment) return err('path.unknown');
  if (query !== null) return err('path.query');
  return ok({ ...channel, what: 'segment', segmentMs: Number(segment.startMs) });
}

function rangeOf(query: string): WantedRange | null {
  const found = queryPattern.exec(query)?.groups;
  const from = Number(found?.from);
  const to = Number(found?.to);
  return found && from < to ? { from, to } : null;
}
