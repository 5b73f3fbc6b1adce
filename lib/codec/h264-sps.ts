/** H.264 sequence parameter sets (ITU-T H.264, 7.3.2.1.1 and annex E). */
import { err, ok, type Result } from '../kernel/result.ts';
import { BitReader } from './bit-reader.ts';
import { unescapeNal } from './nal.ts';
import { fault, type ParseFault } from './parse-fault.ts';

export interface H264Sps {
  readonly id: number;
  readonly profileIdc: number;
  readonly constraintFlags: number;
  readonly levelIdc: number;
  readonly chromaFormatIdc: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
  /** Displayed size in pixels. */
  readonly width: number;
  readonly height: number;
  /** How many pictures may precede one in decoding order and follow it in showing order; null when not said. */
  readonly reorderDepth: number | null;
  /** Pictures a second by the timing information, or null. */
  readonly fps: number | null;
}

/** A picture side beyond this is a damaged header, not a camera. */
const maxSidePx = 16_384;

/** Profiles whose header goes on with chroma format and scaling lists. */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Horizontal and vertical cropping units by chroma_format_idc (monochrome, 4:2:0, 4:2:2, 4:4:4). */
const cropUnits: readonly (readonly [number, number])[] = [
  [1, 1],
  [2, 2],
  [2, 1],
  [1, 1],
];

/** `nal` includes its one-byte header. */
export function parseH264Sps(nal: Uint8Array): Result<H264Sps, ParseFault> {
  if (nal.length < 5) return err(fault('truncated', 'H.264 SPS shorter than 5 bytes'));
  if ((nal[0]! & 0x1f) !== 7) return err(fault('malformed', 'not an H.264 SPS'));
  const reader = new BitReader(unescapeNal(nal).subarray(1));
  const profileIdc = reader.bits(8);
  const constraintFlags = reader.bits(8);
  const levelIdc = reader.bits(8);
  const id = reader.ue();
  if (id > 31) return err(fault('outOfRange', 'H.264 SPS id above 31'));

  const format = highProfiles.has(profileIdc)
    ? readHighFormat(reader)
    : { chroma: 1, separatePlanes: false, luma: 8, chromaDepth: 8 };
  if (format === null) return err(fault('outOfRange', 'H.264 SPS chroma format or bit depth'));

  reader.ue(); // log2_max_frame_num_minus4
  const orderType = reader.ue();
  if (!skipOrderCount(reader, orderType)) return err(fault('outOfRange', 'H.264 SPS picture order count'));
  const refFrames = reader.ue();
  if (refFrames > 16) return err(fault('outOfRange', 'H.264 SPS reference frames above 16'));
  reader.bit(); // gaps_in_frame_num_value_allowed_flag
  const widthMbs = reader.ue() + 1;
  const heightUnits = reader.ue() + 1;
  const framesOnly = reader.flag();
  if (!framesOnly) reader.bit(); // mb_adaptive_frame_field_flag
  reader.bit(); // direct_8x8_inference_flag
  const crop = reader.flag() ? [reader.ue(), reader.ue(), reader.ue(), reader.ue()] : [0, 0, 0, 0];
  const hasVui = reader.flag();
  if (reader.overrun) return err(fault('truncated', 'H.264 SPS ends early'));
  const vui = hasVui ? readVui(reader) : { fps: null, reorderDepth: null };
  // Cameras cut the usability information short; size and profile before it are still good.
  const vuiIsWhole = !reader.overrun;

  const [unitX, unitY] = cropUnits[format.separatePlanes ? 0 : format.chroma]!;
  const fieldFactor = framesOnly ? 1 : 2;
  const width = widthMbs * 16 - unitX * (crop[0]! + crop[1]!);
  const height = heightUnits * 16 * fieldFactor - unitY * fieldFactor * (crop[2]! + crop[3]!);
  if (width < 1 || height < 1 || width > maxSidePx || height > maxSidePx) {
    return err(fault('outOfRange', `H.264 SPS picture size ${width}x${height}`));
  }
  return ok({
    id,
    profileIdc,
    constraintFlags,
    levelIdc,
    chromaFormatIdc: format.chroma,
    bitDepthLuma: format.luma,
    bitDepthChroma: format.chromaDepth,
    width,
    height,
    reorderDepth: inferReorder(profileIdc, orderType, vuiIsWhole ? vui.reorderDepth : null),
    fps: vuiIsWhole ? vui.fps : null,
  });
}

/** Baseline has no B slices, and order count type 2 means showing order is decoding order. */
function inferReorder(profileIdc: number, orderType: number, told: number | null): number | null {
  if (profileIdc === 66 || orderType === 2) return 0;
  return told;
}

function readHighFormat(reader: BitReader) {
  const chroma = reader.ue();
  if (chroma > 3) return null;
  const separatePlanes = chroma === 3 && reader.flag();
  const luma = reader.ue() + 8;
  const chromaDepth = reader.ue() + 8;
  if (luma > 14 || chromaDepth > 14) return null;
  reader.bit(); // qpprime_y_zero_transform_bypass_flag
  if (reader.flag()) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list += 1) {
      if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64);
    }
  }
  return { chroma, separatePlanes, luma, chromaDepth };
}

function skipScalingList(reader: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let i = 0; i < size && !reader.overrun; i += 1) {
    if (next !== 0) next = (((last + reader.se()) % 256) + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function skipOrderCount(reader: BitReader, type: number): boolean {
  if (type > 2) return false;
  if (type === 0) reader.ue();
  if (type !== 1) return true;
  reader.bit();
  reader.se();
  reader.se();
  const cycle = reader.ue();
  if (cycle > 255) return false;
  for (let i = 0; i < cycle && !reader.overrun; i += 1) reader.se();
  return true;
}

function readVui(reader: BitReader): { fps: number | null; reorderDepth: number | null } {
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
  if (reader.flag()) {
    const unitsInTick = reader.bits(32);
    const timeScale = reader.bits(32);
    reader.bit();
    const rate = unitsInTick > 0 ? timeScale / unitsInTick / 2 : 0;
    if (rate > 0 && rate <= 480) fps = rate;
  }
  const nalHrd = reader.flag();
  if (nalHrd) skipHrd(reader);
  const vclHrd = reader.flag();
  if (vclHrd) skipHrd(reader);
  if (nalHrd || vclHrd) reader.bit();
  reader.bit(); // pic_struct_present_flag
  if (!reader.flag()) return { fps, reorderDepth: null };
  reader.bit(); // motion_vectors_over_pic_boundaries_flag
  for (let i = 0; i < 4; i += 1) reader.ue(); // byte, bit and vector limits
  const reorder = reader.ue();
  return { fps, reorderDepth: reorder <= 16 ? reorder : null };
}

function skipHrd(reader: BitReader): void {
  const count = reader.ue() + 1;
  if (count > 32) {
    reader.overrun = true;
    return;
  }
  reader.skip(8);
  for (let i = 0; i < count; i += 1) {
    reader.ue();
    reader.ue();
    reader.bit();
  }
  reader.skip(20);
}
