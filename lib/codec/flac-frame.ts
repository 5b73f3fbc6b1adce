/**
 * A small FLAC encoder (RFC 9639): fixed block size, 16 bits, fixed predictors with Rice coding, and verbatim
 * samples where those are shorter. Sufficient for G.711 speech; never fails.
 */
import { BitWriter } from './bit-writer.ts';
import { crc8, crc16 } from './crc.ts';

/** 32 ms at 8 kHz: a block is late by its own duration. Code 8 of the frame header. */
export const FLAC_BLOCK_SAMPLES = 256;
const BLOCK_SIZE_CODE = 8;
const SAMPLE_SIZE_16_BIT = 4;
/** Of the frame header, by Hz. GStreamer takes a frame without one for noise. 0: as in STREAMINFO. */
const RATE_CODES: Readonly<Record<number, number>> = { 8000: 4, 16000: 5, 32000: 8, 48000: 10 };
const SAMPLE_BITS = 16;
const SUBFRAME_VERBATIM = 1;
const SUBFRAME_FIXED = 8;
const MAX_ORDER = 4;
const MAX_RICE_PARAMETER = 14;
/** Frame numbers have at most 31 bits: two years at 32 ms per frame. */
const FRAME_NUMBERS = 2 ** 31;

/**
 * A metadata block (4-byte header, marked as the last) with STREAMINFO, which players need before the first
 * frame.
 */
export function flacStreamInfo(sampleRate: number, channels: number): Uint8Array {
  const writer = new BitWriter(38);
  writer.bits(0x80, 8); // last block, type 0
  writer.bits(34, 24);
  writer.bits(FLAC_BLOCK_SAMPLES, 16);
  writer.bits(FLAC_BLOCK_SAMPLES, 16);
  writer.bits(0, 24); // smallest and largest frame, total samples and MD5: unknown
  writer.bits(0, 24);
  writer.bits(sampleRate, 20);
  writer.bits(channels - 1, 3);
  writer.bits(SAMPLE_BITS - 1, 5);
  writer.bits(0, 4);
  for (let word = 0; word < 5; word += 1) writer.bits(0, 32);
  return writer.written().slice();
}

/** `channels` are blocks of exactly FLAC_BLOCK_SAMPLES samples. `frameNumber` counts from 0. `sampleRate` in Hz. */
export function flacFrame(
  channels: readonly Int16Array[],
  frameNumber: number,
  sampleRate: number,
): Uint8Array {
  const writer = new BitWriter(64 + channels.length * FLAC_BLOCK_SAMPLES);
  writer.bits(0xfff8, 16); // sync code, blocks of one size
  writer.bits(BLOCK_SIZE_CODE, 4);
  writer.bits(RATE_CODES[sampleRate] ?? 0, 4);
  writer.bits(channels.length - 1, 4);
  writer.bits(SAMPLE_SIZE_16_BIT, 3);
  writer.bits(0, 1);
  writeFrameNumber(writer, frameNumber % FRAME_NUMBERS);
  writer.bits(crc8(writer.written()), 8);
  for (const samples of channels) writeSubframe(writer, samples);
  writer.align();
  writer.bits(crc16(writer.written()), 16);
  return writer.written().slice();
}

/** The UTF-8 scheme, extended to 31 bits. */
function writeFrameNumber(writer: BitWriter, value: number): void {
  if (value < 0x80) {
    writer.bits(value, 8);
    return;
  }
  let followers = 1;
  while (followers < 5 && value >= 2 ** (5 * followers + 6)) followers += 1;
  const leadBits = 6 - followers;
  writer.bits((0xff & ~((1 << (7 - followers)) - 1)) >> leadBits, 8 - leadBits); // as many ones as bytes, then a zero
  writer.bits(value >>> (6 * followers), leadBits);
  for (let index = followers - 1; index >= 0; index -= 1)
    writer.bits(0x80 | ((value >>> (6 * index)) & 0x3f), 8);
}

function writeSubframe(writer: BitWriter, samples: Int16Array): void {
  const best = bestPredictor(samples);
  const riceBits = best.parameter <= MAX_RICE_PARAMETER ? best.bits : Number.POSITIVE_INFINITY;
  if (riceBits < samples.length * SAMPLE_BITS) writeFixed(writer, samples, best);
  else writeVerbatim(writer, samples);
}

function writeFixed(writer: BitWriter, samples: Int16Array, best: Prediction): void {
  writer.bits(0, 1);
  writer.bits(SUBFRAME_FIXED + best.order, 6);
  writer.bits(0, 1); // no wasted bits
  for (let index = 0; index < best.order; index += 1) writer.bits(samples[index]!, SAMPLE_BITS);
  writer.bits(0, 2); // Rice parameters of 4 bits
  writer.bits(0, 4); // one partition
  writer.bits(best.parameter, 4);
  for (let index = best.order; index < best.residual.length; index += 1) {
    const folded = fold(best.residual[index]!);
    writeUnary(writer, folded >>> best.parameter);
    if (best.parameter > 0) writer.bits(folded, best.parameter);
  }
}

/** `count` zeros and a one. */
function writeUnary(writer: BitWriter, count: number): void {
  for (let left = count; left > 0; left -= 24) writer.bits(0, Math.min(left, 24));
  writer.bits(1, 1);
}

function writeVerbatim(writer: BitWriter, samples: Int16Array): void {
  writer.bits(0, 1);
  writer.bits(SUBFRAME_VERBATIM, 6);
  writer.bits(0, 1);
  for (const sample of samples) writer.bits(sample, SAMPLE_BITS);
}

interface Prediction {
  readonly order: number;
  /** Residual of the predictor of this order; the first `order` values are unused. */
  readonly residual: Int32Array;
  readonly parameter: number;
  readonly bits: number;
}

/** Each order is the difference of the previous one, so each of the five takes one pass. */
function bestPredictor(samples: Int16Array): Prediction {
  let residual = Int32Array.from(samples);
  let best = costOf(0, residual);
  for (let order = 1; order <= MAX_ORDER; order += 1) {
    const next = new Int32Array(residual.length);
    for (let index = order; index < residual.length; index += 1) {
      next[index] = residual[index]! - residual[index - 1]!;
    }
    residual = next;
    const candidate = costOf(order, residual);
    if (candidate.bits < best.bits) best = candidate;
  }
  return best;
}

function costOf(order: number, residual: Int32Array): Prediction {
  const count = residual.length - order;
  let sum = 0;
  for (let index = order; index < residual.length; index += 1) sum += fold(residual[index]!);
  const parameter = Math.max(0, Math.round(Math.log2(sum / count + 1) - 0.5));
  let bits = order * SAMPLE_BITS + count * (parameter + 1);
  for (let index = order; index < residual.length; index += 1) bits += fold(residual[index]!) >>> parameter;
  return { order, residual, parameter, bits };
}

/** Signed to unsigned with small numbers staying small: 0, -1, 1, -2 become 0, 1, 2, 3. */
function fold(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1;
}
