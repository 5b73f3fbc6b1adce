/**
 * Keeps the parameter sets a stream is decoded with, and reports when a decoder must be reconfigured.
 * H.264 and H.265 differ in the kinds they have; everything else is the same.
 */

import type { Result } from '../kernel/result.ts';
import { BitReader } from './bit-reader.ts';
import { h264Nal, h264NalType, h264Setup } from './h264.ts';
import type { H264Counting } from './h264-counting.ts';
import { h265Nal, h265NalType, h265Setup } from './h265.ts';
import { sameBytes, unescapeNal } from './nal.ts';
import type { ParseFault } from './parse-fault.ts';
import { isSameForDecoder } from './timing-free.ts';
import type { VideoTrack } from './tracks.ts';

export type VideoCodec = VideoTrack['codec'];

export interface VideoSetup {
  readonly track: VideoTrack;
  /** Null when the stream does not say: then only the timestamps show it. */
  readonly reorderDepth: number | null;
  readonly fps: number | null;
  /** Null: not H.264. */
  readonly counting: H264Counting | null;
}

/** A parameter set larger than this is damage; real ones are below 1 KB. */
const maxSetBytes = 4_096;
const maxSetsOfKind = 16;

export class ParameterSets {
  readonly codec: VideoCodec;
  #kinds: readonly number[];
  /** By kind, then by the set's own id. */
  #sets = new Map<number, Map<number, Uint8Array>>();
  #isDirty = false;
  #last: VideoSetup | null = null;
  #fault: ParseFault | null = null;

  constructor(codec: VideoCodec) {
    this.codec = codec;
    this.#kinds = codec === 'h264' ? [h264Nal.sps, h264Nal.pps] : [h265Nal.vps, h265Nal.sps, h265Nal.pps];
  }

  /** What made the last offered sets unusable, or null. */
  get fault(): ParseFault | null {
    return this.#fault;
  }

  isParameterSet(nal: Uint8Array): boolean {
    return this.#kinds.includes(this.#type(nal));
  }

  /**
   * Takes the parameter sets found before one picture. A complete group replaces everything held, so
   * that sets of an earlier resolution do not linger; a part of one is merged by id. A set that differs from the held one
   * in its timing only is no change: some cameras send another frame rate every few seconds.
   */
  offer(nals: readonly Uint8Array[]): void {
    const fresh = nals.filter((nal) => nal.length >= 2 && nal.length <= maxSetBytes);
    if (fresh.length === 0) return;
    const found = new Set(fresh.map((nal) => this.#type(nal)));
    const next = this.#kinds.every((kind) => found.has(kind))
      ? new Map<number, Map<number, Uint8Array>>()
      : new Map([...this.#sets].map(([kind, byId]) => [kind, new Map(byId)] as const));
    for (const nal of fresh) {
      const kind = this.#type(nal);
      const byId = next.get(kind) ?? new Map<number, Uint8Array>();
      next.set(kind, byId);
      const id = setId(this.codec, kind, nal);
      const held = this.#sets.get(kind)?.get(id);
      const isSame = held !== undefined && isSameForDecoder(this.codec, held, nal);
      if (byId.has(id) || byId.size < maxSetsOfKind) byId.set(id, isSame ? held : nal);
    }
    if (this.#equals(next)) return;
    for (const byId of next.values()) for (const [id, nal] of byId) byId.set(id, nal.slice());
    this.#sets = next;
    this.#isDirty = true;
  }

  /** The setup to announce when it differs from the last one returned, else null. */
  takeChange(): VideoSetup | null {
    if (!this.#isDirty) return null;
    this.#isDirty = false;
    const built = this.#build();
    if (!built.ok) {
      this.#fault = built.error;
      return null;
    }
    this.#fault = null;
    const before = this.#last;
    this.#last = built.value;
    if (before !== null && sameBytes(before.track.config, built.value.track.config)) return null;
    return built.value;
  }

  #build(): Result<VideoSetup, ParseFault> {
    const [a = [], b = [], c = []] = this.#kinds.map((kind) => [...(this.#sets.get(kind)?.values() ?? [])]);
    if (this.codec === 'h264') {
      const made = h264Setup(a, b);
      if (!made.ok) return made;
      const { track, sps } = made.value;
      return {
        ok: true,
        value: { track, reorderDepth: sps.reorderDepth, fps: sps.fps, counting: sps.counting },
      };
    }
    const made = h265Setup(a, b, c);
    if (!made.ok) return made;
    const { track, sps } = made.value;
    return { ok: true, value: { track, reorderDepth: sps.reorderDepth, fps: null, counting: null } };
  }

  #type(nal: Uint8Array): number {
    return this.codec === 'h264' ? h264NalType(nal) : h265NalType(nal);
  }

  #equals(next: Map<number, Map<number, Uint8Array>>): boolean {
    if (next.size !== this.#sets.size) return false;
    for (const [kind, byId] of next) {
      const held = this.#sets.get(kind);
      if (held === undefined || held.size !== byId.size) return false;
      for (const [id, nal] of byId) {
        const other = held.get(id);
        if (other === undefined || !sameBytes(other, nal)) return false;
      }
    }
    return true;
  }
}

/** The set's own number. A damaged one yields 0 or a huge id, which costs one slot and no more. */
function setId(codec: VideoCodec, kind: number, nal: Uint8Array): number {
  if (codec === 'h264') {
    const reader = new BitReader(unescapeNal(nal.subarray(1, 16)));
    if (kind === h264Nal.sps) reader.skip(24);
    return reader.ue();
  }
  if (kind === h265Nal.vps) return (nal[2] ?? 0) >> 4;
  if (kind === h265Nal.pps) return new BitReader(unescapeNal(nal.subarray(2, 16))).ue();
  return 0; // one SPS is what cameras send; its id sits behind the whole profile block
}
