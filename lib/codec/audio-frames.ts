import { readAacHeader } from './aac.ts';
import { BitReader } from './bit-reader.ts';
import type { AudioConfig } from './decoder-config.ts';
import { FLAC_BLOCK_SAMPLES, flacFrame } from './flac-frame.ts';
import { opusSamples, opusSilence } from './opus.ts';

/** Raw AAC-LC frames without a signal, for one and two channels. Valid at every sample rate. */
const aacSilence: Readonly<Record<number, readonly number[]>> = {
  1: [0x01, 0x18, 0x20, 0x07],
  2: [0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c],
};

/** Samples in a frame. */
export function frameSamples({ codec, description }: AudioConfig, data: Uint8Array): number {
  if (codec === 'opus') return opusSamples(data);
  if (codec === 'flac') return FLAC_BLOCK_SAMPLES;
  const header = readAacHeader(new BitReader(description));
  return header.ok ? header.value.samplesPerFrame : 1_024;
}

/** A frame of silence; null for channel layouts without one. */
export function silentFrame({ codec, channels, sampleRate }: AudioConfig): Uint8Array | null {
  if (codec === 'opus') return Uint8Array.from(opusSilence);
  if (codec === 'flac') {
    const plane = new Int16Array(FLAC_BLOCK_SAMPLES);
    return flacFrame(Array<Int16Array>(channels).fill(plane), 0, sampleRate);
  }
  const bytes = aacSilence[channels];
  return bytes ? Uint8Array.from(bytes) : null;
}
