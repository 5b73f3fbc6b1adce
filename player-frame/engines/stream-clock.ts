import type { AmfValue } from '../../lib/codec/flv/amf0.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import type { EngineFact } from './engine.ts';

/** `onOrielClock`: the picture at `mediaMs` was taken at `wallMs`, and the tag left the server at `serverMs`. */
export interface ClockTag {
  readonly mediaMs: Ms;
  readonly wallMs: EpochMs;
  readonly serverMs: EpochMs;
}

/** Clock tags come with each key frame, so this is about a minute. */
const remembered = 30;

/**
 * Tells when a picture was taken and how old it is on the screen.
 *
 * A clock tag in front of a cached key frame leaves long after its picture was made, one in front of a fresh
 * key frame at once; so the smallest `serverMs - mediaMs` seen is the line from media time to server time.
 * In the same way the smallest `arrival - serverMs` is the distance of the two machines' clocks, plus the
 * quickest trip through the network, which nobody can tell from it: latencies are without that trip.
 */
export class StreamClock {
  private readonly tags: { readonly tag: ClockTag; readonly arrivedAt: EpochMs }[] = [];

  add(tag: ClockTag, arrivedAt: EpochMs): void {
    this.tags.push({ tag, arrivedAt });
    if (this.tags.length > remembered) this.tags.shift();
  }

  /** When the picture at `mediaMs` was taken; null before the first clock tag. */
  wallOf(mediaMs: Ms): EpochMs | null {
    const newest = this.tags.at(-1)?.tag;
    return newest ? newest.wallMs + (mediaMs - newest.mediaMs) : null;
  }

  /** From the picture's arrival at the server to `shownAt` on this machine's wall clock. */
  latencyOf(mediaMs: Ms, shownAt: EpochMs): Ms | null {
    if (this.tags.length === 0) return null;
    let serverMinusMedia = Number.POSITIVE_INFINITY;
    let clientMinusServer = Number.POSITIVE_INFINITY;
    for (const { tag, arrivedAt } of this.tags) {
      serverMinusMedia = Math.min(serverMinusMedia, tag.serverMs - tag.mediaMs);
      clientMinusServer = Math.min(clientMinusServer, arrivedAt - tag.serverMs);
    }
    return Math.max(0, shownAt - clientMinusServer - (mediaMs + serverMinusMedia));
  }
}

/** What the server tells of the camera. */
export type SourceFact = Extract<EngineFact, { type: 'source' }>;
export const sourceRestored: SourceFact = { type: 'source', state: 'live', code: null, retryInMs: null };

/** What the server says in script tags, or null for a tag that is none of ours or malformed. */
export type OrielTag =
  | { name: 'clock'; tag: ClockTag }
  | { name: 'status'; fact: SourceFact }
  /** The server waits for the camera's next picture, for this long by now. */
  | { name: 'alive'; quietMs: Ms }
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
    return { name: 'clock', tag: { mediaMs, wallMs, serverMs } };
  }
  if (name === 'onOrielStatus') {
    const state = value.state;
    if (state !== 'live' && state !== 'retrying') return null;
    return { name: 'status', fact: { type: 'source', state, code, retryInMs: number('retryInMs') } };
  }
  if (name === 'onOrielAlive') {
    const quietMs = number('quietMs');
    return quietMs === null ? null : { name: 'alive', quietMs };
  }
  if (name === 'onOrielEnd') return { name: 'end', code: code ?? 'stream.ended' };
  return null;
}
