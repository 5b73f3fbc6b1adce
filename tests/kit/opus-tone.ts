/** Tones as Opus packets and WAV files, and what is in a recording. */
import { OpusDecoder, OpusEncoder } from '../../lib/media/talk/audio/opus-codec.ts';
import { dominantHz, makeTone, rms } from './tone.ts';

const opusRate = 48_000;
/** Samples of a packet of 20 ms. */
export const packetSamples = 960;

/** The strongest frequency of a recording and its RMS, 0 to 1. */
export interface MeasuredTone {
  readonly hz: number;
  readonly level: number;
}

export const measureTone = (samples: Int16Array, rate: number = opusRate): MeasuredTone => ({
  hz: dominantHz(samples, rate),
  level: rms(samples),
});

/** A WAV file with a tone, mono. */
export function toneWav(hz: number, level: number, ms: number): Buffer {
  const samples = makeTone(opusRate, hz, ms, level);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(opusRate, 24);
  header.writeUInt32LE(opusRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

/** A tone as Opus payloads of 20 ms. */
export function encodeTone(hz: number, level: number, ms: number): Uint8Array[] {
  const samples = makeTone(opusRate, hz, ms, level);
  const encoder = new OpusEncoder(opusRate);
  const payloads: Uint8Array[] = [];
  for (let at = 0; at + packetSamples <= samples.length; at += packetSamples) {
    payloads.push(encoder.encode(samples.subarray(at, at + packetSamples))!);
  }
  encoder.close();
  return payloads;
}

/** Samples of Opus payloads in their order. */
export function decodeOpus(payloads: readonly Uint8Array[]): Int16Array {
  const decoder = new OpusDecoder(opusRate);
  const parts = payloads.map((payload) => decoder.decode(payload) ?? new Int16Array(packetSamples));
  decoder.close();
  return Int16Array.from(parts.flatMap((part) => [...part]));
}
