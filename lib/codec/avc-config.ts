/** AVCDecoderConfigurationRecord, the configuration of H.264 decoders (ISO/IEC 14496-15, 5.3.3.1). */
import { type H264Sps, readH264Sps } from './h264-sps.ts';

/**
 * RFC 6381, for example `avc1.64001f`. `profile` holds the three bytes after the first of an SPS or a record.
 */
export function avcCodecString(profile: Uint8Array): string {
  return `avc1.${[...profile].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export interface AvcConfig {
  /** Views into the record. */
  readonly sps: readonly Uint8Array[];
  readonly pps: readonly Uint8Array[];
  /** Offset of the picture parameter sets: the byte with their number. */
  readonly ppsAt: number;
}

/** Null if the record is damaged. Data after the picture parameter sets is ignored. */
export function parseAvcConfig(record: Uint8Array): AvcConfig | null {
  if (record.length < 7) return null;
  const sps = readSets(record, 6, record[5]! & 0x1f);
  if (sps === null) return null;
  const pps = readSets(record, sps.end + 1, record[sps.end] ?? 0);
  return pps && { sps: sps.sets, pps: pps.sets, ppsAt: sps.end };
}

function readSets(record: Uint8Array, from: number, count: number) {
  const sets: Uint8Array[] = [];
  let end = from;
  for (let left = count; left > 0; left -= 1) {
    const at = end + 2;
    const length = ((record[end] ?? 0) << 8) | (record[end + 1] ?? 0);
    end = at + length;
    if (length === 0 || end > record.length) return null;
    sets.push(record.subarray(at, end));
  }
  return { sets, end };
}

/** The parsed first SPS of the record; null if there is none or it is unreadable. */
export function firstSpsOf(record: Uint8Array): H264Sps | null {
  const first = parseAvcConfig(record)?.sps[0];
  const sps = first && readH264Sps(first);
  return typeof sps === 'object' ? sps : null;
}

/** `sps`: the parsed first of `spsUnits`. */
export function avcConfig(
  { profileIdc, format }: H264Sps,
  spsUnits: readonly Uint8Array[],
  ppsUnits: readonly Uint8Array[],
): Uint8Array {
  const bytes: number[] = [1, ...spsUnits[0]!.subarray(1, 4), 0xff, 0xe0 | spsUnits.length];
  for (const unit of spsUnits) bytes.push(unit.length >> 8, unit.length & 0xff, ...unit);
  bytes.push(ppsUnits.length);
  for (const unit of ppsUnits) bytes.push(unit.length >> 8, unit.length & 0xff, ...unit);
  if (![66, 77, 88].includes(profileIdc)) {
    bytes.push(
      0xfc | format.chroma,
      0xf8 | (format.lumaBits - 8),
      0xf8 | (format.chromaBits - 8),
      0, // no SPS extensions
    );
  }
  return Uint8Array.from(bytes);
}
