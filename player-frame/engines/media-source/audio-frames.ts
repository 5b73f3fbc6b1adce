import { readAacHeader } from '../../../lib/codec/aac.ts';
import { BitReader } from '../../../lib/codec/bit-reader.ts';
import type { AudioConfig } from '../../../lib/codec/decoder-config.ts';
import { FLAC_BLOCK_SAMPLES, flacFrame } from '../../../lib/codec/flac-frame.ts';

/** Raw AAC-LC frames without a signal, for one and two channels. Valid at every sample rate. */
const aacSilence: Readonly<Record<number, readonly number[]>> = {
  1: [0x01, 0x18, 0x20, 0x07],
  2: [0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c],
};

/** Samples in each frame of a stream. */
export function frameSamples({ codec, description }: AudioConfig): number {
  if (codec === 'flac') return FLAC_BLOCK_SAMPLES;
  const header = readAacHeader(new BitReader(description));
  return header.ok ? header.value.samplesPerFrame : 1_024;
}

/** A frame of silence as long as the others; null for channel layouts without one. */
export function silentFrame({ codec, channels }: AudioConfig): Uint8Array | null {
  if (codec === 'flac') {
    const plane = new Int16Array(FLAC_BLOCK_SAMPLES);
    return flacFrame(Array<Int16Array>(channels).fill(plane), 0);
  }
  const bytes = aacSilence[channels];
  return bytes ? Uint8Array.from(bytes) : null;
}
