/** H.264 sequence parameter sets (ITU-T H.264, 7.3.2.1.1 and annex E). */
import { err, ok, type Result } from '../kernel/result.ts';
import { BitReader } from './bit-reader.ts';
import type { H264Counting } from './h264-counting.ts';
import { unescapeNal } from './nal.ts';
import type { ParseFault } from './parse-fault.ts';

export interface H264Sps {
  readonly profileIdc: number;
  readonly format: H264Format;
  /** Displayed size in pixels. */
  readonly width: number;
  readonly height: number;
  readonly maxRefFrames: number;
  /** How many frames may precede one in decoding order and follow it in output order; null if not stated. */
  readonly reorderDepth: number | null;
  /** `reorderDepth` is stated in the set, not derived from profile and picture order count type. */
  readonly isReorderStated: boolean;
  /** Frames per second from the timing information, or null. */
  readonly fps: number | null;
  readonly hasVui: boolean;
  readonly counting: H264Counting;
  /**
   * Where the set can be rewritten to state its reordering depth: the position of
   * `bitstream_restriction_flag`, or of `vui_parameters_present_flag` without a VUI, in bits of the unescaped
   * unit. Null if the VUI is truncated.
   */
  readonly rewriteBit: number | null;
  /** Timing and bit rates of the VUI, which decoders do not need: from and to, in bits of the unescaped unit. */
  readonly timingBits: readonly BitRange[];
}

export type BitRange = readonly [from: number, to: number];

export interface H264Format {
  /** chroma_format_idc: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
  readonly chroma: number;
  readonly lumaBits: number;
  readonly chromaBits: number;
}

/** Real sets have about 30 bytes, 200 with scaling lists. */
const maxSpsBytes = 4_096;
/** A larger width or height means a damaged header. */
const maxSidePx = 16_384;

/** Profiles whose header contains chroma format and scaling lists. */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

const faults = {
  size: { code: 'outOfRange', message: 'H.264 SPS size' },
  type: { code: 'malformed', message: 'not an H.264 SPS' },
  id: { code: 'outOfRange', message: 'H.264 SPS id above 31' },
  format: { code: 'outOfRange', message: 'H.264 SPS chroma format or bit depth' },
  order: { code: 'outOfRange', message: 'H.264 SPS picture order count' },
  frames: { code: 'outOfRange', message: 'H.264 SPS reference frames above 16' },
  end: { code: 'truncated', message: 'H.264 SPS ends early' },
  picture: { code: 'outOfRange', message: 'H.264 SPS picture size' },
} as const satisfies Record<string, ParseFault>;

/** `nal` includes its one-byte header. */
export function parseH264Sps(nal: Uint8Array): Result<H264Sps, ParseFault> {
  const sps = readH264Sps(nal);
  return typeof sps === 'string' ? err(faults[sps]) : ok(sps);
}

/** As `parseH264Sps`, with only the key of the fault: the player does not include the messages. */
export function readH264Sps(nal: Uint8Array): H264Sps | keyof typeof faults {
  if (nal.length < 5 || nal.length > maxSpsBytes) return 'size';
  if ((nal[0]! & 0x1f) !== 7) return 'type';
  const reader = new BitReader(unescapeNal(nal));
  reader.skip(8);
  const profileIdc = reader.bits(8);
  reader.skip(16); // constraint flags, level
  if (reader.ue() > 31) return 'id';

  const format = highProfiles.has(profileIdc)
    ? readHighFormat(reader)
    : { chroma: 1, lumaBits: 8, chromaBits: 8, hasColourPlanes: false };
  if (format === null) return 'format';

  const frameNumBits = reader.ue() + 4;
  const orderType = reader.ue();
  const orderBits = orderType === 0 ? reader.ue() + 4 : null;
  if (frameNumBits > 16 || (orderBits ?? 0) > 16 || !skipOrderCount(reader, orderType)) return 'order';
  const maxRefFrames = reader.ue();
  if (maxRefFrames > 16) return 'frames';
  reader.bit(); // gaps_in_frame_num_value_allowed_flag
  const widthMbs = reader.ue() + 1;
  const heightUnits = reader.ue() + 1;
  const framesOnly = reader.flag();
  if (!framesOnly) reader.bit(); // mb_adaptive_frame_field_flag
  reader.bit(); // direct_8x8_inference_flag
  const crop = reader.flag() ? [reader.ue(), reader.ue(), reader.ue(), reader.ue()] : [0, 0, 0, 0];
  const vuiBit = reader.position;
  const hasVui = reader.flag();
  if (reader.isOverrun) return 'end';
  const read = hasVui ? readVui(reader) : noVui;
  // Some cameras truncate the VUI; size and profile before it are still valid.
  const vui = reader.isOverrun ? noVui : read;

  const unitX = format.chroma % 3 ? 2 : 1; // 4:2:0 and 4:2:2
  const unitY = format.chroma === 1 ? 2 : 1; // 4:2:0
  const fieldFactor = framesOnly ? 1 : 2;
  const width = widthMbs * 16 - unitX * (crop[0]! + crop[1]!);
  const height = heightUnits * 16 * fieldFactor - unitY * fieldFactor * (crop[2]! + crop[3]!);
  if (width < 1 || height < 1 || width > maxSidePx || height > maxSidePx) {
    return 'picture';
  }
  return {
    profileIdc,
    format: { chroma: format.chroma, lumaBits: format.lumaBits, chromaBits: format.chromaBits },
    width,
    height,
    maxRefFrames,
    // Baseline has no B slices, and with order count type 2 output order is decoding order.
    reorderDepth: profileIdc === 66 || orderType === 2 ? 0 : vui.reorderDepth,
    isReorderStated: vui.reorderDepth !== null,
    fps: vui.fps,
    hasVui,
    counting: { frameNumBits, orderBits, framesOnly, hasColourPlanes: format.hasColourPlanes },
    rewriteBit: hasVui ? vui.restrictionBit : vuiBit,
    timingBits: vui.timingBits,
  };
}

function readHighFormat(reader: BitReader): (H264Format & { readonly hasColourPlanes: boolean }) | null {
  const chroma = reader.ue();
  if (chroma > 3) return null;
  const hasColourPlanes = chroma === 3 && reader.flag();
  const lumaBits = reader.ue() + 8;
  const chromaBits = reader.ue() + 8;
  if (lumaBits > 14 || chromaBits > 14) return null;
  reader.bit(); // qpprime_y_zero_transform_bypass_flag
  if (reader.flag()) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
      if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return { chroma, lumaBits, chromaBits, hasColourPlanes };
}

function skipScalingList(reader: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let i = 0; i < size && !reader.isOverrun; i += 1) {
    if (next !== 0) next = (last + reader.se()) & 255;
    last = next === 0 ? last : next;
  }
}

function skipOrderCount(reader: BitReader, type: number): boolean {
  if (type > 2) return false;
  if (type !== 1) return true;
  reader.bit();
  reader.se();
  reader.se();
  const cycle = reader.ue();
  if (cycle > 255) return false;
  for (let i = 0; i < cycle && !reader.isOverrun; i += 1) reader.se();
  return true;
}

interface Vui {
  readonly fps: number | null;
  readonly reorderDepth: number | null;
  readonly restrictionBit: number | null;
  readonly timingBits: readonly BitRange[];
}

const noVui: Vui = { fps: null, reorderDepth: null, restrictionBit: null, timingBits: [] };

function readVui(reader: BitReader): Vui {
  if (reader.flag() && reader.bits(8) === 255) reader.skip(32); // extended sample aspect ratio
  if (reader.flag()) reader.bit(); // overscan
  if (reader.flag()) {
    reader.skip(4); // video_format, full range
    if (reader.flag()) reader.skip(24); // colour description
  }
  if (reader.flag()) {
    reader.ue(); // chroma sample location
    reader.ue();
  }
  let fps: number | null = null;
  const timingBit = reader.position;
  if (reader.flag()) {
    const unitsInTick = reader.bits(32);
    const timeScale = reader.bits(32);
    reader.bit();
    const rate = unitsInTick > 0 ? timeScale / unitsInTick / 2 : 0;
    if (rate > 0 && rate <= 480) fps = rate;
  }
  const timingBits: BitRange[] = [[timingBit, reader.position]];
  const nalHrd = reader.flag();
  if (nalHrd && !skipHrd(reader, timingBits)) return noVui;
  const vclHrd = reader.flag();
  if (vclHrd && !skipHrd(reader, timingBits)) return noVui;
  if (nalHrd || vclHrd) reader.bit();
  reader.bit(); // pic_struct_present_flag
  const restrictionBit = reader.position;
  if (!reader.flag()) return { fps, reorderDepth: null, restrictionBit, timingBits };
  reader.bit(); // motion_vectors_over_pic_boundaries_flag
  for (let i = 0; i < 4; i += 1) reader.ue(); // byte, bit and vector limits
  const reorder = reader.ue();
  return { fps, reorderDepth: reorder <= 16 ? reorder : null, restrictionBit, timingBits };
}

function skipHrd(reader: BitReader, rates: BitRange[]): boolean {
  const from = reader.position;
  const count = reader.ue() + 1;
  if (count > 32) return false;
  reader.skip(8);
  for (let i = 0; i < count; i += 1) {
    reader.ue();
    reader.ue();
    reader.bit();
  }
  rates.push([from, reader.position]);
  reader.skip(20); // lengths of fields in information units
  return true;
}
