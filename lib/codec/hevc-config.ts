/** HEVCDecoderConfigurationRecord, the configuration of H.265 decoders (ISO/IEC 14496-15, 8.3.3.1). */
import type { H265Sps } from './h265-sps.ts';

/**
 * RFC 6381 by ISO/IEC 14496-15 annex E: `hvc1.1.6.L93.B0`. The 12 bytes from general_profile_space to
 * general_level_idc are the same in an SPS and in a configuration record.
 */
export function hevcCodecString(profileTierLevel: Uint8Array): string {
  const [profile = 0] = profileTierLevel;
  const constraints = [...profileTierLevel.subarray(5, 11)];
  while (constraints.at(-1) === 0) constraints.pop();
  let compatibility = 0; // the 32 flags, their bits in reverse order
  for (let bit = 0; bit < 32; bit += 1) {
    compatibility |= ((profileTierLevel[1 + (bit >> 3)]! >> (7 - (bit & 7))) & 1) << bit;
  }
  const hex = [compatibility >>> 0, ...constraints].map((value) => value.toString(16).toUpperCase());
  hex.splice(1, 0, `${profile & 0x20 ? 'H' : 'L'}${profileTierLevel[11]}`);
  return `hvc1.${['', 'A', 'B', 'C'][profile >> 6]}${profile & 0x1f}.${hex.join('.')}`;
}

export function hevcConfig(
  sps: H265Sps,
  [vps, spsUnits, pps]: readonly [readonly Uint8Array[], readonly Uint8Array[], readonly Uint8Array[]],
): Uint8Array {
  const bytes: number[] = [
    1,
    ...sps.profileTierLevel,
    0xf0, // min_spatial_segmentation_idc 0: not stated
    0x00,
    0xfc, // parallelismType 0: mixed or not stated
    0xfc | sps.chromaFormatIdc,
    0xf8 | (sps.bitDepthLuma - 8),
    0xf8 | (sps.bitDepthChroma - 8),
    0, // average frame rate not stated
    0,
    (sps.temporalLayers << 3) | (sps.isTemporalNested ? 4 : 0) | 3, // 4-byte lengths
    3,
  ];
  // Types of NAL units by ITU-T H.265, table 7-1.
  for (const [type, units] of [
    [32, vps],
    [33, spsUnits],
    [34, pps],
  ] as const) {
    bytes.push(0x80 | type, units.length >> 8, units.length & 0xff);
    for (const unit of units) bytes.push(unit.length >> 8, unit.length & 0xff, ...unit);
  }
  return Uint8Array.from(bytes);
}
