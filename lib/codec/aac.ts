/** AAC configuration (ISO/IEC 14496-3, 1.6.2.1 AudioSpecificConfig). */
import { err, ok, type Result } from '../kernel/result.ts';
import { BitReader } from './bit-reader.ts';
import { fault, type ParseFault } from './parse-fault.ts';
import type { AudioTrack } from './tracks.ts';

const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** Channels by channelConfiguration; 0 (defined in the stream) is not supported. */
const channelCounts = [0, 1, 2, 3, 4, 5, 6, 8];

export interface AacSetup {
  readonly track: Extract<AudioTrack, { codec: 'aac' }>;
  /** 2: AAC-LC; 5: spectral band replication is signalled. */
  readonly objectType: number;
  readonly samplesPerFrame: 960 | 1024;
}

export function aacSetup(config: Uint8Array): Result<AacSetup, ParseFault> {
  if (config.length < 2 || config.length > 64)
    return err(fault('malformed', 'AAC configuration of 2 to 64 bytes'));
  const reader = new BitReader(config);
  const first = readAacHeader(reader);
  if (!first.ok) return first;
  if (reader.isOverrun) return err(fault('truncated', 'AAC configuration ends early'));
  const { objectType, sampleRate, channels, samplesPerFrame } = first.value;
  return ok({
    track: { codec: 'aac', sampleRate, channels, config: config.slice() },
    objectType,
    samplesPerFrame,
  });
}

interface AacHeader {
  objectType: number;
  sampleRate: number;
  channels: number;
  samplesPerFrame: 960 | 1024;
}

/** Reads the first fields; rate and channels are null where the standard defines no value. */
export function readAacFormat(reader: BitReader) {
  const objectType = readObjectType(reader);
  const sampleRate = readSampleRate(reader);
  return { objectType, sampleRate, channels: channelCounts[reader.bits(4)] || null };
}

/** Leaves the reader after GASpecificConfig, as LATM needs. */
export function readAacHeader(reader: BitReader): Result<AacHeader, ParseFault> {
  const { objectType, sampleRate, channels } = readAacFormat(reader);
  if (sampleRate === null) return err(fault('outOfRange', 'AAC sampling rate'));
  if (channels === null) return err(fault('unsupported', 'AAC channel layout'));
  let coreType = objectType;
  if (objectType === 5 || objectType === 29) {
    readSampleRate(reader); // rate after spectral band replication; the frame duration follows the core's rate
    coreType = readObjectType(reader);
  }
  if (coreType !== 2 && coreType !== 1 && coreType !== 4) {
    return err(fault('unsupported', `AAC object type ${coreType}`));
  }
  const isShortFrame = reader.flag();
  if (reader.flag()) reader.skip(14); // coreCoderDelay
  reader.bit(); // extensionFlag
  return ok({ objectType, sampleRate, channels, samplesPerFrame: isShortFrame ? 960 : 1024 });
}

function readObjectType(reader: BitReader): number {
  const type = reader.bits(5);
  return type === 31 ? 32 + reader.bits(6) : type;
}

function readSampleRate(reader: BitReader): number | null {
  const index = reader.bits(4);
  if (index !== 15) return sampleRates[index] ?? null;
  const rate = reader.bits(24);
  return rate >= 1_000 && rate <= 192_000 ? rate : null;
}

/** AudioSpecificConfig of plain AAC-LC, for sources that give only rate and channels. */
export function aacLcConfig(sampleRate: number, channels: number): Result<Uint8Array, ParseFault> {
  const rateIndex = sampleRates.indexOf(sampleRate);
  const channelIndex = channelCounts.indexOf(channels);
  if (rateIndex < 0 || channelIndex < 1) return err(fault('unsupported', 'AAC rate or channel count'));
  const bits = (2 << 11) | (rateIndex << 7) | (channelIndex << 3);
  return ok(Uint8Array.of(bits >> 8, bits & 0xff));
}
