/** H.265: kinds of NAL units, and the records decoders are configured with (ISO/IEC 14496-15, 8.3.3). */
import { err, ok, type Result } from '../kernel/result.ts';
import { type H265Sps, parseH265Sps } from './h265-sps.ts';
import { fault, type ParseFault } from './parse-fault.ts';
import type { VideoTrack } from './tracks.ts';

export const h265Nal = {
  firstRandomAccess: 16,
  lastRandomAccess: 21,
  lastPicture: 31,
  vps: 32,
  sps: 33,
  pps: 34,
  delimiter: 35,
  endOfSequence: 36,
  endOfStream: 37,
  filler: 38,
} as const;

export const h265NalType = (nal: Uint8Array): number => ((nal[0] ?? 0) >> 1) & 0x3f;

/** Carries coded picture data. */
export const isH265Picture = (type: number): boolean => type <= h265Nal.lastPicture;

/** A decoder can start at such a picture: BLA, IDR or CRA. */
export const isH265RandomAccess = (type: number): boolean =>
  type >= h265Nal.firstRandomAccess && type <= h265Nal.lastRandomAccess;

export interface H265Setup {
  readonly track: VideoTrack;
  readonly sps: H265Sps;
}

/** Builds the track from parameter sets; the first SPS gives size and profile. */
export function h265Setup(
  vpsUnits: readonly Uint8Array[],
  spsUnits: readonly Uint8Array[],
  ppsUnits: readonly Uint8Array[],
): Result<H265Setup, ParseFault> {
  const first = spsUnits[0];
  if (first === undefined || vpsUnits.length === 0 || ppsUnits.length === 0) {
    return err(fault('malformed', 'no H.265 VPS, SPS and PPS'));
  }
  const lists = [vpsUnits, spsUnits, ppsUnits] as const;
  if (lists.some((units) => units.length > 255 || units.some((u) => u.length < 3 || u.length > 0xffff))) {
    return err(fault('outOfRange', 'H.265 parameter set count or size'));
  }
  const parsed = parseH265Sps(first);
  if (!parsed.ok) return parsed;
  const sps = parsed.value;
  return ok({
    sps,
    track: {
      codec: 'h265',
      width: sps.width,
      height: sps.height,
      config: hevcConfig(sps, lists),
      codecString: h265CodecString(sps),
    },
  });
}

/** RFC 6381 by ISO/IEC 14496-15 annex E: `hvc1.1.6.L93.B0`. */
export function h265CodecString(sps: H265Sps): string {
  const space = ['', 'A', 'B', 'C'][sps.profileSpace]!;
  let constraints = [...sps.constraintBytes];
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints = constraints.slice(0, -1);
  const parts = [
    'hvc1',
    `${space}${sps.profileIdc}`,
    reverseBits32(sps.compatibilityFlags).toString(16),
    `${sps.isHighTier ? 'H' : 'L'}${sps.levelIdc}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ];
  return parts.join('.');
}

function reverseBits32(value: number): number {
  let out = 0;
  for (let i = 0; i < 32; i += 1) out = out * 2 + (Math.floor(value / 2 ** i) % 2);
  return out;
}

function hevcConfig(
  sps: H265Sps,
  [vps, spsUnits, pps]: readonly [readonly Uint8Array[], readonly Uint8Array[], readonly Uint8Array[]],
): Uint8Array {
  const flags = sps.compatibilityFlags;
  const bytes: number[] = [
    1,
    (sps.profileSpace << 6) | (sps.isHighTier ? 0x20 : 0) | sps.profileIdc,
    (flags >>> 24) & 0xff,
    (flags >>> 16) & 0xff,
    (flags >>> 8) & 0xff,
    flags & 0xff,
    ...sps.constraintBytes,
    sps.levelIdc,
    0xf0, // min_spatial_segmentation_idc 0: not told
    0x00,
    0xfc, // parallelismType 0: mixed or not told
    0xfc | sps.chromaFormatIdc,
    0xf8 | (sps.bitDepthLuma - 8),
    0xf8 | (sps.bitDepthChroma - 8),
    0, // average frame rate not told
    0,
    (sps.temporalLayers << 3) | (sps.isTemporalNested ? 4 : 0) | 3, // 4-byte lengths
    3,
  ];
  for (const [type, units] of [
    [h265Nal.vps, vps],
    [h265Nal.sps, spsUnits],
    [h265Nal.pps, pps],
  ] as const) {
    bytes.push(0x80 | type, units.length >> 8, units.length & 0xff);
    for (const unit of units) bytes.push(unit.length >> 8, unit.length & 0xff, ...unit);
  }
  return Uint8Array.from(bytes);
}
