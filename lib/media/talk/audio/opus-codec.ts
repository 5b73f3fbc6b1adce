/**
 * Opus to mono samples and back. The codec runs as WebAssembly: packets come from strangers, and a defect of the decoder
 * stays inside its memory.
 */
import { Decoder, Encoder } from '@evan/opus/wasm/index.mjs';
import { opusSamples } from '../../../codec/opus.ts';
import type { TalkRate } from '../../talk-ports.ts';

/** Requests of `opus_encoder_ctl`. */
const setBitrate = 4_002;
const setComplexity = 4_010;
/** Speech without audible loss. */
const bitsPerSecond = 32_000;
/** Of 10; half the processor time of 9, which is the default. */
const complexity = 5;
/** Of a packet: 120 ms, at 48 kHz. */
const maxPacketSamples = 5_760;
/** Six frames at the highest rate. */
const maxPacketBytes = 7_700;
/** A table of contents for 20 ms of wide-band speech. */
const defaultContents = 0x48;

/** Mono, at any of the rates, whatever the packets contain. */
export class OpusDecoder {
  #decoder: Decoder | null;
  /** First byte of the last packet: its mode, its bandwidth and the duration of its frames. */
  #contents = defaultContents;

  constructor(readonly rate: TalkRate) {
    this.#decoder = new Decoder({ channels: 1, sample_rate: rate });
  }

  /** Null: damaged. */
  decode(packet: Uint8Array): Int16Array | null {
    const count = opusSamples(packet);
    if (this.#decoder === null || count === 0 || count > maxPacketSamples || packet.length > maxPacketBytes)
      return null;
    try {
      const bytes = this.#decoder.decode(packet);
      this.#contents = packet[0]!;
      return toSamples(bytes);
    } catch {
      return null; // libopus rejects what is no packet
    }
  }

  /**
   * What the lost frame may have been, as long as a frame of the last packet; it fades out over some calls. To libopus, a
   * frame without data is a lost one.
   */
  conceal(): Int16Array {
    const oneFrame = Uint8Array.of(this.#contents & 0xfc);
    return this.#decoder === null ? new Int16Array(0) : toSamples(this.#decoder.decode(oneFrame));
  }

  /** Safe to call twice. Nothing is decoded afterwards. */
  close(): void {
    this.#decoder?.drop();
    this.#decoder = null;
  }
}

/** 20 ms of mono samples to one packet. */
export class OpusEncoder {
  #encoder: Encoder | null;

  constructor(readonly rate: TalkRate) {
    this.#encoder = new Encoder({ channels: 1, sample_rate: rate, application: 'voip' });
    this.#encoder.ctl(setBitrate, bitsPerSecond);
    this.#encoder.ctl(setComplexity, complexity);
  }

  /** Null after `close`. */
  encode(samples: Int16Array): Uint8Array | null {
    return this.#encoder?.encode(samples) ?? null;
  }

  /** Safe to call twice. */
  close(): void {
    this.#encoder?.drop();
    this.#encoder = null;
  }
}

/** The bytes are a copy of their own. */
const toSamples = (bytes: Uint8Array): Int16Array =>
  new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
