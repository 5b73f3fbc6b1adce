/** H.264: NAL unit types, and the track described by parameter sets. */
import { err, ok, type Result } from '../kernel/result.ts';
import { avcCodecString, avcConfig } from './avc-config.ts';
import { BitReader } from './bit-reader.ts';
import { type H264Sps, parseH264Sps } from './h264-sps.ts';
import { unescapeNal } from './nal.ts';
import { fault, type ParseFault } from './parse-fault.ts';
import type { VideoTrack } from './tracks.ts';

export const h264Nal = {
  slice: 1,
  idr: 5,
  sei: 6,
  sps: 7,
  pps: 8,
  delimiter: 9,
  endOfSequence: 10,
  endOfStream: 11,
  filler: 12,
  spsExtension: 13,
} as const;

export const h264NalType = (nal: Uint8Array): number => (nal[0] ?? 0) & 0x1f;

/** Carries coded picture data. */
export const isH264Vcl = (type: number): boolean => type >= h264Nal.slice && type <= h264Nal.idr;

/** True if the slice may be output out of decoding order (slice type B). */
export function isH264BSlice(nal: Uint8Array): boolean {
  const type = h264NalType(nal);
  if (type !== h264Nal.slice && type !== h264Nal.idr) return false;
  const reader = new BitReader(unescapeNal(nal.subarray(1, 16)));
  reader.ue(); // first_mb_in_slice
  return reader.ue() % 5 === 1 && !reader.isOverrun;
}

export interface H264Setup {
  readonly track: VideoTrack;
  readonly sps: H264Sps;
}

/** Builds the track from parameter sets; the first SPS gives size and profile. */
export function h264Setup(
  spsUnits: readonly Uint8Array[],
  ppsUnits: readonly Uint8Array[],
): Result<H264Setup, ParseFault> {
  const first = spsUnits[0];
  if (first === undefined || ppsUnits.length === 0) return err(fault('malformed', 'no H.264 SPS and PPS'));
  if (spsUnits.length > 31 || ppsUnits.length > 255)
    return err(fault('outOfRange', 'too many parameter sets'));
  if ([...spsUnits, ...ppsUnits].some((unit) => unit.length > 0xffff || unit.length < 2)) {
    return err(fault('outOfRange', 'H.264 parameter set size'));
  }
  const parsed = parseH264Sps(first);
  if (!parsed.ok) return parsed;
  const sps = parsed.value;
  return ok({
    sps,
    track: {
      codec: 'h264',
      width: sps.width,
      height: sps.height,
      config: avcConfig(sps, spsUnits, ppsUnits),
      codecString: avcCodecString(first.subarray(1, 4)),
    },
  });
}
