import type { AmfValue } from '../../lib/codec/flv/amf0.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { EngineEvent } from './engine.ts';

/**
 * `onOrielClock`: the frame at `mediaMs` was captured at `wallMs`, and the tag left the server at `serverMs`, by a clock
 * that is not set while the stream runs.
 */
export interface ClockTag {
  readonly mediaMs: Ms;
  readonly wallMs: EpochMs;
  readonly serverMs: EpochMs;
  /** False: not at a key frame. One is sent before the cached GOP, so that its trip is not delayed by it. */
  readonly isFrame: boolean;
  /** Of a replay: recorded time per media time. Absent: 1. */
  readonly speed?: number;
  /** Of a replay: nothing is recorded from this time to the frame. */
  readonly gapFrom?: EpochMs;
}

export type Gap = Extract<EngineEvent, { type: 'gap' }>;

/** One clock tag per second, and per key frame. Not more, because the server may correct a camera's time. */
const remembered = 8;
/** By how much a trip that was the fastest is trusted less with each tag. */
const creepMs: Ms = 5;

/**
 * Determines when a frame was captured and its age on the screen.
 *
 * The minimum of `serverMs - mediaMs` of the newest tags maps media time to server time. The minimum of
 * `arrival - serverMs` is the offset of the two clocks plus the fastest network trip. The trip cannot be separated, so
 * latencies do not include it. Times of this machine are monotonic: its wall clock may be set while the stream plays.
 */
export class StreamClock {
  private readonly tags: { readonly tag: ClockTag; readonly arrivedAt: Ms }[] = [];
  private fastestTripMs = Number.POSITIVE_INFINITY;
  /** Gaps of a replay that are not on the screen yet. */
  private gaps: { readonly mediaMs: Ms; readonly gap: Gap }[] = [];

  add(tag: ClockTag, arrivedAt: Ms): void {
    this.tags.push({ tag, arrivedAt });
    if (this.tags.length > remembered) this.tags.shift();
    const { mediaMs, gapFrom, wallMs, serverMs } = tag;
    this.fastestTripMs = Math.min(arrivedAt - serverMs, this.fastestTripMs + creepMs);
    if (gapFrom !== undefined) this.gaps.push({ mediaMs, gap: { type: 'gap', begin: gapFrom, end: wallMs } });
  }

  /** The newest gap before the frame at `mediaMs`, once; null if there is none that was not returned before. */
  takeGap(mediaMs: Ms): Gap | null {
    const isPassed = (each: { readonly mediaMs: Ms }) => each.mediaMs <= mediaMs;
    const passed = this.gaps.findLast(isPassed)?.gap ?? null;
    if (passed) this.gaps = this.gaps.filter((each) => !isPassed(each));
    return passed;
  }

  /** Capture time of the frame at `mediaMs`; null before the first clock tag. */
  wallOf(mediaMs: Ms): EpochMs | null {
    // Behind a gap in a recording, wall time continues elsewhere, so the tag before the frame counts.
    const { tag } = this.tags.findLast((each) => each.tag.mediaMs <= mediaMs) ?? this.tags[0] ?? {};
    return tag ? tag.wallMs + (mediaMs - tag.mediaMs) * (tag.speed ?? 1) : null;
  }

  /** From the frame's arrival at the server to `shownAt`. */
  latencyOf(mediaMs: Ms, shownAt: Ms): Ms | null {
    if (this.tags.length === 0) return null;
    const serverMinusMedia = Math.min(...this.tags.map(({ tag }) => tag.serverMs - tag.mediaMs));
    return Math.max(0, shownAt - this.fastestTripMs - mediaMs - serverMinusMedia);
  }

  /**
   * By how much the frame at `mediaMs`, which arrived now, took longer from the server than the fastest data did: for
   * waiting at the server and on the way, and not for what the camera does. Media time counts only since the newest tag,
   * so a camera whose time runs at another speed is not taken for a slow connection. Null before the first tag.
   */
  linkDelayOf(mediaMs: Ms, now: Ms): Ms | null {
    const newest = this.tags.at(-1);
    if (!newest) return null;
    const { tag, arrivedAt } = newest;
    return Math.max(arrivedAt, now - mediaMs + tag.mediaMs) - tag.serverMs - this.fastestTripMs;
  }
}

/** Camera status sent by the server. */
export type SourceFact = Extract<EngineEvent, { type: 'source' }>;
export const sourceRestored: SourceFact = { type: 'source', state: 'live', code: null, retryInMs: null };

/** Parses the server's script tags; null for other or malformed tags. */
export type OrielTag =
  | { name: 'clock'; tag: ClockTag }
  | { name: 'status'; event: SourceFact }
  /** The server has been waiting this long for the next frame. */
  | { name: 'alive'; quietMs: Ms }
  /** The camera's next key frame is awaited, for this long now. */
  | { name: 'awaitsKey'; waitedMs: Ms }
  | { name: 'end'; code: string };

export function readOrielTag(name: string, value: AmfValue): OrielTag | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const number = (key: string): number | null => {
    const member = value[key];
    return typeof member === 'number' && Number.isFinite(member) ? member : null;
  };
  const code = typeof value.code === 'string' ? value.code.slice(0, 64) : null;
  if (name === 'onOrielClock') {
    const mediaMs = number('mediaMs');
    const wallMs = number('wallMs');
    const serverMs = number('serverMs');
    if (mediaMs === null || wallMs === null || serverMs === null) return null;
    const speed = number('speed');
    const gapFrom = number('gapFrom');
    const isFrame = value.isFrame !== false;
    return {
      name: 'clock',
      tag: {
        ...{ mediaMs, wallMs, serverMs, isFrame },
        ...(speed && { speed }),
        ...(gapFrom !== null && { gapFrom }),
      },
    };
  }
  if (name === 'onOrielStatus') {
    const state = value.state;
    if (state !== 'live' && state !== 'retrying') return null;
    return { name: 'status', event: { type: 'source', state, code, retryInMs: number('retryInMs') } };
  }
  if (name === 'onOrielAlive') {
    const quietMs = number('quietMs');
    return quietMs === null ? null : { name: 'alive', quietMs };
  }
  if (name === 'onOrielAwaitsKey') {
    const waitedMs = number('waitedMs');
    return waitedMs === null ? null : { name: 'awaitsKey', waitedMs };
  }
  if (name === 'onOrielEnd') return { name: 'end', code: code ?? 'stream.ended' };
  return null;
}
