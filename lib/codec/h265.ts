/** H.265: NAL unit types, and the track described by parameter sets. */
import { err, ok, type Result } from '../kernel/result.ts';
import { type H265Sps, parseH265Sps } from './h265-sps.ts';
import { hevcCodecString, hevcConfig } from './hevc-config.ts';
import { fault, type ParseFault } from './parse-fault.ts';
import type { VideoTrack } from './tracks.ts';

export const h265Nal = {
  firstRandomAccess: 16,
  lastRandomAccess: 21,
  lastVclType: 31,
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
export const isH265Vcl = (type: number): boolean => type <= h265Nal.lastVclType;

/** Pictures at which a decoder can start: BLA, IDR or CRA. */
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
      codecString: hevcCodecString(sps.profileTierLevel),
    },
  });
}
