/** Reads the configuration records that FLV carries in its sequence headers. Nothing here throws. */
import type { AudioConfig, VideoConfig } from './flv-events.ts';

const hex2 = (value: number): string => value.toString(16).padStart(2, '0');

/** ISO/IEC 14496-15, 5.3.3.1: version, profile, compatibility, level. */
export function readAvcConfig(record: Uint8Array): VideoConfig | null {
  const [version, profile, compatibility, level] = record;
  if (record.length < 7 || version !== 1) return null;
  const codecString = `avc1.${hex2(profile!)}${hex2(compatibility!)}${hex2(level!)}`;
  return { codec: 'h264', config: record, codecString };
}

/** ISO/IEC 14496-15, 8.3.3.1, and its annex E for the string. */
export function readHevcConfig(record: Uint8Array): VideoConfig | null {
  if (record.length < 23 || record[0] !== 1) return null;
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const space = ['', 'A', 'B', 'C'][record[1]! >> 6]!;
  const tier = record[1]! & 0x20 ? 'H' : 'L';
  const profile = record[1]! & 0x1f;
  // The flags are written with their bits in reverse order.
  let flags = view.getUint32(2);
  let reversed = 0;
  for (let bit = 0; bit < 32; bit += 1) {
    reversed = (reversed << 1) | (flags & 1);
    flags >>>= 1;
  }
  const constraints = [...record.subarray(6, 12)];
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  const parts = [
    `hvc1.${space}${profile}`,
    (reversed >>> 0).toString(16).toUpperCase(),
    `${tier}${record[12]}`,
    ...constraints.map((value) => value.toString(16).toUpperCase()),
  ];
  return { codec: 'h265', config: record, codecString: parts.join('.') };
}

/** ISO/IEC 14496-3, table 1.18. */
const aacRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** ISO/IEC 14496-3, 1.6.2.1: object type (5 bits), rate index (4), channel configuration (4). */
export function readAacConfig(config: Uint8Array): AudioConfig | null {
  if (config.length < 2) return null;
  const objectType = config[0]! >> 3;
  const rateIndex = ((config[0]! & 7) << 1) | (config[1]! >> 7);
  let sampleRate = aacRates[rateIndex];
  let channels = (config[1]! >> 3) & 15;
  if (rateIndex === 15) {
    if (config.length < 5) return null;
    const bits = config[1]! * 2 ** 24 + config[2]! * 2 ** 16 + config[3]! * 2 ** 8 + config[4]!;
    sampleRate = Math.floor(bits / 2 ** 7) % 2 ** 24;
    channels = (config[4]! >> 3) & 15;
  }
  if (!sampleRate || sampleRate > 192_000 || channels < 1 || channels > 7 || objectType < 1) return null;
  return {
    codec: 'aac',
    codecString: `mp4a.40.${objectType}`,
    sampleRate,
    channels: channels === 7 ? 8 : channels,
    description: config,
  };
}

const flacMarker = [0x66, 0x4c, 0x61, 0x43];

/**
 * FLAC stream head, with or without its `fLaC` marker: 4 bytes of block header, then STREAMINFO (34 bytes)
 * with the rate in 20 bits from byte 10 and the channel count in the 3 that follow (RFC 9639, 8.2).
 */
export function readFlacConfig(head: Uint8Array): AudioConfig | null {
  const hasMarker = flacMarker.every((value, index) => head[index] === value);
  const blocks = hasMarker ? head.subarray(4) : head;
  if (blocks.length < 38 || (blocks[0]! & 0x7f) !== 0) return null;
  const info = blocks.subarray(4);
  const sampleRate = (info[10]! << 12) | (info[11]! << 4) | (info[12]! >> 4);
  const channels = ((info[12]! >> 1) & 7) + 1;
  if (sampleRate === 0) return null;
  // WebCodecs wants STREAMINFO marked as the last block; anything after it is of no use to a decoder.
  const description = new Uint8Array(42);
  description.set(flacMarker);
  description.set(blocks.subarray(0, 38), 4);
  description[4] = 0x80;
  return { codec: 'flac', codecString: 'flac', sampleRate, channels, description };
}
