/** Extracts audio from RTP payloads: AAC by RFC 3640 and RFC 6416, G.711 by RFC 3551, Opus by RFC 7587. */
import { BitReader } from '../../../codec/bit-reader.ts';
import { latmFrame } from './latm.ts';
import type { AudioPlan } from './pick-tracks.ts';
import type { RtpPacket } from './rtp-packet.ts';

export interface AudioFrame {
  /** RTP ticks after the packet's own timestamp. */
  readonly ticksAfter: number;
  readonly data: Uint8Array;
}

const maxFramesPerPacket = 64;
/** AAC frames are at most 6,144 bits a channel; this is enough for eight channels. */
const maxFrameBytes = 8_192;

export class AudioDepacketizer {
  #plan: AudioPlan;
  /** A frame larger than one packet, being assembled. */
  #partial: { size: number; pieces: Uint8Array[]; have: number } | null = null;

  constructor(plan: AudioPlan) {
    this.#plan = plan;
  }

  /** Packets are missing before the next one. */
  lost(): void {
    this.#partial = null;
  }

  /** Damaged payloads yield nothing. */
  push(packet: RtpPacket): AudioFrame[] {
    if (packet.payload.length === 0) return [];
    if (this.#plan.packing === 'g711' || this.#plan.packing === 'opus')
      return [{ ticksAfter: 0, data: packet.payload.slice() }];
    return this.#plan.packing === 'latm' ? this.#latm(packet) : this.#generic(packet.payload);
  }

  #latm(packet: RtpPacket): AudioFrame[] {
    const held = this.#partial?.pieces ?? [];
    this.#partial = null;
    const pieces = [...held, packet.payload];
    const have = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (!packet.isMarked) {
      if (have <= maxFrameBytes) this.#partial = { size: 0, pieces, have };
      return [];
    }
    const frame = latmFrame(pieces.length === 1 ? packet.payload : concat(pieces, have));
    return frame === null ? [] : [{ ticksAfter: 0, data: frame.slice() }];
  }

  #generic(payload: Uint8Array): AudioFrame[] {
    if (payload.length < 2) return [];
    const headerBits = (payload[0]! << 8) | payload[1]!;
    const entryBits = this.#plan.sizeBits + this.#plan.indexBits;
    const dataStart = 2 + Math.ceil(headerBits / 8);
    const count = Math.floor(headerBits / entryBits);
    if (count < 1 || count > maxFramesPerPacket || dataStart > payload.length) return [];
    const reader = new BitReader(payload.subarray(2, dataStart));
    const sizes: number[] = [];
    for (let i = 0; i < count; i += 1) {
      sizes.push(reader.bits(this.#plan.sizeBits));
      reader.bits(this.#plan.indexBits);
    }
    const body = payload.subarray(dataStart);
    if (count === 1 && sizes[0]! > body.length) return this.#gather(sizes[0]!, body);
    this.#partial = null;
    return this.#cut(sizes, body);
  }

  #cut(sizes: readonly number[], body: Uint8Array): AudioFrame[] {
    const frames: AudioFrame[] = [];
    let at = 0;
    for (const [index, size] of sizes.entries()) {
      if (size === 0 || at + size > body.length) break;
      frames.push({ ticksAfter: index * this.#plan.samplesPerFrame, data: body.slice(at, at + size) });
      at += size;
    }
    return frames;
  }

  /** One frame in several packets, each of which repeats the total size. */
  #gather(size: number, piece: Uint8Array): AudioFrame[] {
    if (size > maxFrameBytes || piece.length === 0) {
      this.#partial = null;
      return [];
    }
    const partial = this.#partial?.size === size ? this.#partial : { size, pieces: [], have: 0 };
    partial.pieces.push(piece);
    partial.have += piece.length;
    this.#partial = partial;
    if (partial.have < size) return [];
    this.#partial = null;
    return [{ ticksAfter: 0, data: concat(partial.pieces, partial.have).slice(0, size) }];
  }
}

function concat(pieces: readonly Uint8Array[], total: number): Uint8Array {
  const out = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    out.set(piece, at);
    at += piece.length;
  }
  return out;
}
