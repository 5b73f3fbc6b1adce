/** From the answers of a recording search to recorded stretches. All of it is untrusted input. */
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { RecordedStretch } from '../ports.ts';
import { attribute, boolean, element, elements, text, time, type XmlElement } from './onvif-xml.ts';

/** One recording of a camera: a container that it writes to, possibly for years. */
export interface Recording {
  readonly token: string;
  readonly sourceId: string;
  readonly videoTracks: ReadonlySet<string>;
  /** Null: not reported. */
  readonly earliestMs: EpochMs | null;
  readonly latestMs: EpochMs | null;
}

/** A change that the camera noted: from `at` on there is data in a track, or none. */
export interface DataChange {
  readonly recording: string;
  /** Null: of the recording as a whole. */
  readonly track: string | null;
  readonly at: EpochMs;
  readonly hasData: boolean;
}

/** Shorter interruptions are no gaps for a viewer. */
const mergedGapMs: Ms = 1_000;

/** Null for a recording without token, or without video. */
export function readRecording(information: XmlElement): Recording | null {
  const token = text(element(information, 'recordingToken'));
  if (token === null) return null;
  const tracks = elements(information, 'track');
  const videos = tracks.filter((track) => /^video$/i.test(text(element(track, 'trackType')) ?? ''));
  if (tracks.length > 0 && videos.length === 0) return null;
  return {
    token,
    sourceId: text(element(information, 'source', 'sourceId')) ?? '',
    videoTracks: new Set(videos.map((track) => text(element(track, 'trackToken')) ?? '')),
    earliestMs: time(element(information, 'earliestRecording')) ?? limit(videos, 'dataFrom', Math.min),
    latestMs: time(element(information, 'latestRecording')) ?? limit(videos, 'dataTo', Math.max),
  };
}

function limit(
  tracks: readonly XmlElement[],
  name: string,
  choose: (...times: EpochMs[]) => EpochMs,
): EpochMs | null {
  const times = tracks.map((track) => time(element(track, name))).filter((at) => at !== null);
  return times.length === 0 ? null : choose(...times);
}

/**
 * The recordings of this channel: those of the source with this number where there are as many sources, in the order
 * of the camera; all of them where there is one. Never those of another channel.
 */
export function recordingsOfChannel(
  recordings: readonly Recording[],
  channelNo: number,
): readonly Recording[] {
  const sources = [...new Set(recordings.map(({ sourceId }) => sourceId))];
  const wanted = sources.length === 1 ? sources[0] : sources[channelNo - 1];
  return recordings.filter(({ sourceId }) => sourceId === wanted);
}

/** Null for events of another kind. */
export function readDataChange(result: XmlElement): DataChange | null {
  const event = element(result, 'event');
  const topic = text(element(event, 'topic')) ?? '';
  const isTrack = /RecordingHistory\/Track\/State\/?$/.test(topic);
  if (!isTrack && !/RecordingHistory\/Recording\/State\/?$/.test(topic)) return null;
  const data = elements(element(event, 'message', 'message', 'data'), 'simpleItem');
  const name = isTrack ? 'IsDataPresent' : 'IsRecording';
  const item = data.find((each) => attribute(each, 'Name') === name);
  const hasData = boolean(attribute(item, 'Value'));
  const recording = text(element(result, 'recordingToken'));
  const at = time(element(result, 'time'));
  if (hasData === null || recording === null || at === null) return null;
  return { recording, track: isTrack ? (text(element(result, 'trackToken')) ?? '') : null, at, hasData };
}

/**
 * The stretches of these recordings in [fromMs, toMs), oldest first and disjoint. Changes of video tracks count; for a
 * recording without any, changes of the recording; without these, all between its earliest and latest time. `nowMs`
 * by the camera's clock ends what is still being recorded.
 */
export function stretchesOf(
  recordings: readonly Recording[],
  changes: readonly DataChange[],
  { fromMs, toMs, nowMs }: RecordedStretch & { readonly nowMs: EpochMs },
): RecordedStretch[] {
  const all = recordings.flatMap((recording) => {
    const { token, videoTracks, earliestMs, latestMs } = recording;
    const end = Math.min(toMs, latestMs ?? nowMs);
    const own = changes.filter((change) => change.recording === token);
    const ofVideo = own.filter(({ track }) => track !== null && videoTracks.has(track));
    const counted = ofVideo.length > 0 ? ofVideo : own.filter(({ track }) => track === null);
    if (counted.length > 0) return present(counted, fromMs, end);
    return earliestMs === null ? [] : [{ fromMs: Math.max(fromMs, earliestMs), toMs: end }];
  });
  return merged(all.filter((stretch) => stretch.toMs > stretch.fromMs));
}

/** Without a change before it, the state at `fromMs` is the opposite of what the first change sets. */
function present(changes: readonly DataChange[], fromMs: EpochMs, endMs: EpochMs): RecordedStretch[] {
  const tracks = [...new Set(changes.map(({ track }) => track))];
  return tracks.flatMap((track) => {
    const own = changes.filter((change) => change.track === track);
    const sorted = own.sort((one, other) => one.at - other.at);
    const found: RecordedStretch[] = [];
    let since: EpochMs | null = sorted[0]?.hasData === false ? fromMs : null;
    for (const { at, hasData } of sorted) {
      if (hasData) since ??= Math.max(fromMs, at);
      else if (since !== null) {
        found.push({ fromMs: since, toMs: Math.min(at, endMs) });
        since = null;
      }
    }
    if (since !== null) found.push({ fromMs: since, toMs: endMs });
    return found;
  });
}

function merged(stretches: readonly RecordedStretch[]): RecordedStretch[] {
  const result: RecordedStretch[] = [];
  for (const next of [...stretches].sort((one, other) => one.fromMs - other.fromMs)) {
    const last = result.at(-1);
    if (last && next.fromMs - last.toMs <= mergedGapMs) {
      result[result.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, next.toMs) };
    } else result.push(next);
  }
  return result;
}
