/** Configuration of a browser's decoder, from the configuration records in containers. Never throws. */
import { readAacFormat } from './aac.ts';
import { avcCodecString } from './avc-config.ts';
import { BitReader } from './bit-reader.ts';
import { hevcCodecString } from './hevc-config.ts';
import { opusRate, readOpusHead } from './opus.ts';

export interface VideoConfig {
  readonly codec: 'h264' | 'h265';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord, 4-byte NAL lengths. */
  readonly config: Uint8Array;
  /** RFC 6381, for instance `avc1.64001f`, `hvc1.1.6.L93.B0`. */
  readonly codecString: string;
}

export interface AudioConfig {
  readonly codec: 'aac' | 'flac' | 'opus';
  readonly codecString: string;
  readonly sampleRate: number;
  readonly channels: number;
  /** WebCodecs' `description`: AudioSpecificConfig, `fLaC` followed by the metadata blocks, or `OpusHead`. */
  readonly description: Uint8Array;
}

/** `record` is an AVCDecoderConfigurationRecord. */
export function readAvcConfig(record: Uint8Array): VideoConfig | null {
  if (record.length < 7 || record[0] !== 1) return null;
  return { codec: 'h264', config: record, codecString: avcCodecString(record.subarray(1, 4)) };
}

/** `record` is an HEVCDecoderConfigurationRecord. */
export function readHevcConfig(record: Uint8Array): VideoConfig | null {
  if (record.length < 23 || record[0] !== 1) return null;
  return { codec: 'h265', config: record, codecString: hevcCodecString(record.subarray(1, 13)) };
}

/** `config` is an AudioSpecificConfig. */
export function readAacConfig(config: Uint8Array): AudioConfig | null {
  const reader = new BitReader(config);
  const { objectType, sampleRate, channels } = readAacFormat(reader);
  if (!objectType || !sampleRate || !channels || reader.isOverrun) return null;
  return { codec: 'aac', codecString: `mp4a.40.${objectType}`, sampleRate, channels, description: config };
}

/** `header` is `OpusHead`. */
export function readOpusConfig(header: Uint8Array): AudioConfig | null {
  const channels = readOpusHead(header);
  if (channels === null) return null;
  return { codec: 'opus', codecString: 'opus', sampleRate: opusRate, channels, description: header };
}

const flacMarker = [0x66, 0x4c, 0x61, 0x43];

/**
 * FLAC stream header, with or without its `fLaC` marker: 4 bytes of block header, then STREAMINFO (34 bytes)
 * with the rate in 20 bits from byte 10 and the channel count in the 3 that follow (RFC 9639, 8.2).
 */
export function readFlacConfig(header: Uint8Array): AudioConfig | null {
  const hasMarker = flacMarker.every((value, index) => header[index] === value);
  const blocks = hasMarker ? header.subarray(4) : header;
  if (blocks.length < 38 || (blocks[0]! & 0x7f) !== 0) return null;
  const info = blocks.subarray(4);
  const sampleRate = (info[10]! << 12) | (info[11]! << 4) | (info[12]! >> 4);
  const channels = ((info[12]! >> 1) & 7) + 1;
  if (sampleRate === 0) return null;
  // WebCodecs needs STREAMINFO marked as the last block; decoders do not need later blocks.
  const description = new Uint8Array(42);
  description.set(flacMarker);
  description.set(blocks.subarray(0, 38), 4);
  description[4] = 0x80;
  return { codec: 'flac', codecString: 'flac', sampleRate, channels, description };
}
