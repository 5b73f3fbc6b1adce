/**
 * Why: where a sequence parameter set does not say how far pictures may be reordered, hardware decoders hold
 * back as many as their buffer takes (16 at most), which is 1.7 s at 9 pictures a second. When we know that
 * nothing is reordered we write that into the parameter set before the decoder sees it.
 * ITU-T H.264, 7.3.2.1.1 and annex E.1.1.
 */
import { BitReader, BitWriter, escapeNal, unescapeNal } from './bits.ts';

export interface SpsFacts {
  readonly width: number;
  readonly height: number;
  readonly maxRefFrames: number;
  /**
   * `never`: the syntax rules out that pictures leave the decoder in another order than they enter it.
   * `told`: as `never`, and the set already says so. `unknown`: it depends on the pictures.
   */
  readonly reordering: 'told' | 'never' | 'unknown';
}

interface ParsedSps extends SpsFacts {
  readonly rbsp: Uint8Array;
  /** Position of `vui_parameters_present_flag`. */
  readonly vuiFlagBit: number;
  readonly hasVui: boolean;
  /** Position of `bitstream_restriction_flag`, when there is a VUI. */
  readonly restrictionFlagBit: number;
}

/** Profiles with the chroma and scaling fields. */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
/** 66 is Baseline, the one profile without B slices. */
const baselineProfile = 66;

/** `nal` starts with the NAL header byte (type 7). Null when it is no readable SPS. */
export function readSps(nal: Uint8Array): SpsFacts | null {
  return parse(nal);
}

/** The same SPS saying that nothing is reordered; null when it cannot be read. */
export function withoutReordering(nal: Uint8Array): Uint8Array | null {
  const sps = parse(nal);
  if (!sps) return null;
  const source = new BitReader(sps.rbsp);
  const target = new BitWriter();
  const copyUntil = (bit: number): void => {
    while (source.position < bit) target.u(source.u(1), 1);
  };
  if (sps.hasVui) {
    copyUntil(sps.restrictionFlagBit);
  } else {
    copyUntil(sps.vuiFlagBit);
    target.u(1, 1);
    // aspect ratio, overscan, signal type, chroma location, timing, two HRDs, picture structure: all absent
    target.u(0, 8);
  }
  target.u(1, 1); // bitstream_restriction_flag
  target.u(1, 1); // motion_vectors_over_pic_boundaries_flag, and then the values that are assumed without it
  target.ue(0); // max_bytes_per_pic_denom: no limit
  target.ue(0); // max_bits_per_mb_denom: no limit
  target.ue(16); // log2_max_mv_length_horizontal
  target.ue(16); // log2_max_mv_length_vertical
  target.ue(0); // max_num_reorder_frames
  target.ue(sps.maxRefFrames); // max_dec_frame_buffering
  return escapeNal(target.finish());
}

function parse(nal: Uint8Array): ParsedSps | null {
  // Real ones have some 30 bytes, 200 with scaling lists.
  if (nal.length < 5 || nal.length > 4_096 || (nal[0]! & 0x1f) !== 7) return null;
  const rbsp = unescapeNal(nal);
  const bits = new BitReader(rbsp);
  bits.u(8); // NAL header
  const profile = bits.u(8);
  bits.u(16); // constraint flags, level
  bits.ue(); // seq_parameter_set_id
  let chromaFormat = 1;
  if (highProfiles.has(profile)) {
    chromaFormat = bits.ue();
    if (chromaFormat > 3) return null;
    if (chromaFormat === 3) bits.u(1);
    bits.ue(); // bit_depth_luma_minus8
    bits.ue(); // bit_depth_chroma_minus8
    bits.u(1);
    if (bits.flag()) skipScalingLists(bits, chromaFormat === 3 ? 12 : 8);
  }
  bits.ue(); // log2_max_frame_num_minus4
  const orderCountType = bits.ue();
  if (orderCountType === 0) bits.ue();
  if (orderCountType === 1 && !skipOrderCycle(bits)) return null;
  const maxRefFrames = bits.ue();
  bits.u(1); // gaps_in_frame_num_value_allowed_flag
  const widthInMbs = bits.ue() + 1;
  const heightInMapUnits = bits.ue() + 1;
  const isFrameOnly = bits.flag();
  if (!isFrameOnly) bits.u(1);
  bits.u(1); // direct_8x8_inference_flag
  const crop = bits.flag() ? [bits.ue(), bits.ue(), bits.ue(), bits.ue()] : [0, 0, 0, 0];
  const vuiFlagBit = bits.position;
  const hasVui = bits.flag();
  if (bits.isOverrun || maxRefFrames > 16 || orderCountType > 2) return null;

  const rowFactor = isFrameOnly ? 1 : 2;
  const cropUnitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1;
  const cropUnitY = (chromaFormat === 1 ? 2 : 1) * rowFactor;
  const width = widthInMbs * 16 - cropUnitX * (crop[0]! + crop[1]!);
  const height = heightInMapUnits * 16 * rowFactor - cropUnitY * (crop[2]! + crop[3]!);
  if (width < 1 || height < 1 || width > 16_384 || height > 16_384) return null;

  const vui = hasVui ? readVui(bits) : null;
  if (hasVui && !vui) return null;
  const isNever = profile === baselineProfile || orderCountType === 2;
  return {
    width,
    height,
    maxRefFrames,
    reordering: vui?.reorderFrames === 0 ? 'told' : isNever ? 'never' : 'unknown',
    rbsp,
    vuiFlagBit,
    hasVui,
    restrictionFlagBit: vui?.restrictionFlagBit ?? 0,
  };
}

function skipScalingLists(bits: BitReader, count: number): void {
  for (let list = 0; list < count; list += 1) {
    if (!bits.flag()) continue;
    const size = list < 6 ? 16 : 64;
    let last = 8;
    let next = 8;
    for (let index = 0; index < size && !bits.isOverrun; index += 1) {
      if (next !== 0) next = (last + bits.se() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

function skipOrderCycle(bits: BitReader): boolean {
  bits.u(1);
  bits.se();
  bits.se();
  const count = bits.ue();
  if (count > 255) return false;
  for (let index = 0; index < count; index += 1) bits.se();
  return true;
}

/** `reorderFrames` is null where the VUI does not tell. */
function readVui(bits: BitReader): { restrictionFlagBit: number; reorderFrames: number | null } | null {
  const extendedAspect = 255;
  if (bits.flag() && bits.u(8) === extendedAspect) bits.u(32);
  if (bits.flag()) bits.u(1); // overscan
  if (bits.flag()) {
    bits.u(4); // video format, range
    if (bits.flag()) bits.u(24); // primaries, transfer, matrix
  }
  if (bits.flag()) {
    bits.ue(); // chroma location, top
    bits.ue(); // and bottom
  }
  if (bits.flag()) bits.u(65); // units in tick, time scale, fixed rate
  const hasNalHrd = bits.flag();
  if (hasNalHrd && !skipHrd(bits)) return null;
  const hasVclHrd = bits.flag();
  if (hasVclHrd && !skipHrd(bits)) return null;
  if (hasNalHrd || hasVclHrd) bits.u(1); // low_delay_hrd_flag
  bits.u(1); // pic_struct_present_flag
  const restrictionFlagBit = bits.position;
  if (!bits.flag()) return bits.isOverrun ? null : { restrictionFlagBit, reorderFrames: null };
  bits.u(1);
  for (let skipped = 0; skipped < 4; skipped += 1) bits.ue();
  const reorderFrames = bits.ue();
  return bits.isOverrun ? null : { restrictionFlagBit, reorderFrames };
}

function skipHrd(bits: BitReader): boolean {
  const count = bits.ue() + 1;
  if (count > 32) return false;
  bits.u(8); // scales
  for (let index = 0; index < count; index += 1) {
    bits.ue();
    bits.ue();
    bits.u(1);
  }
  bits.u(20); // lengths
  return true;
}
