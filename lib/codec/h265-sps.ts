/** H.265 sequence parameter sets (ITU-T H.265, 7.3.2.2 and 7.3.3). */
import { err, ok, type Result } from '../kernel/result.ts';
import { BitReader } from './bit-reader.ts';
import { unescapeNal } from './nal.ts';
import { fault, type ParseFault } from './parse-fault.ts';

export interface H265Sps {
  /** general_profile_space to general_level_idc: 12 bytes, as in a configuration record. */
  readonly profileTierLevel: Uint8Array;
  readonly temporalLayers: number;
  readonly isTemporalNested: boolean;
  readonly chromaFormatIdc: number;
  readonly bitDepthLuma: number;
  readonly bitDepthChroma: number;
  /** Displayed size in pixels. */
  readonly width: number;
  readonly height: number;
  /** sps_max_num_reorder_pics of the highest layer. */
  readonly reorderDepth: number;
}

const maxSidePx = 16_384;

/** `nal` includes its two-byte header. */
export function parseH265Sps(nal: Uint8Array): Result<H265Sps, ParseFault> {
  if (nal.length < 15) return err(fault('truncated', 'H.265 SPS shorter than 15 bytes'));
  if (((nal[0]! >> 1) & 0x3f) !== 33) return err(fault('malformed', 'not an H.265 SPS'));
  const plain = unescapeNal(nal).subarray(2);
  const reader = new BitReader(plain);
  reader.skip(4); // sps_video_parameter_set_id
  const maxSubLayersMinus1 = reader.bits(3);
  if (maxSubLayersMinus1 > 6) return err(fault('outOfRange', 'H.265 SPS temporal layers'));
  const isTemporalNested = reader.flag();
  const profileTierLevel = Uint8Array.from({ length: 12 }, () => reader.bits(8));
  skipSubLayers(reader, maxSubLayersMinus1);

  const id = reader.ue();
  const chromaFormatIdc = reader.ue();
  if (id > 15 || chromaFormatIdc > 3) return err(fault('outOfRange', 'H.265 SPS id or chroma format'));
  if (chromaFormatIdc === 3) reader.bit(); // separate_colour_plane_flag
  const codedWidth = reader.ue();
  const codedHeight = reader.ue();
  const crop = reader.flag() ? [reader.ue(), reader.ue(), reader.ue(), reader.ue()] : [0, 0, 0, 0];
  const bitDepthLuma = reader.ue() + 8;
  const bitDepthChroma = reader.ue() + 8;
  if (bitDepthLuma > 16 || bitDepthChroma > 16) return err(fault('outOfRange', 'H.265 SPS bit depth'));
  reader.ue(); // log2_max_pic_order_cnt_lsb_minus4
  const eachLayer = reader.flag();
  let reorderDepth = 0;
  for (let layer = eachLayer ? 0 : maxSubLayersMinus1; layer <= maxSubLayersMinus1; layer += 1) {
    reader.ue();
    reorderDepth = reader.ue();
    reader.ue();
  }
  if (reader.isOverrun) return err(fault('truncated', 'H.265 SPS ends early'));
  if (reorderDepth > 16) return err(fault('outOfRange', 'H.265 SPS reorder depth'));

  const unitX = chromaFormatIdc === 1 || chromaFormatIdc === 2 ? 2 : 1;
  const unitY = chromaFormatIdc === 1 ? 2 : 1;
  const width = codedWidth - unitX * (crop[0]! + crop[1]!);
  const height = codedHeight - unitY * (crop[2]! + crop[3]!);
  if (width < 1 || height < 1 || width > maxSidePx || height > maxSidePx) {
    return err(fault('outOfRange', `H.265 SPS picture size ${width}x${height}`));
  }
  return ok({
    profileTierLevel,
    temporalLayers: maxSubLayersMinus1 + 1,
    isTemporalNested,
    chromaFormatIdc,
    bitDepthLuma,
    bitDepthChroma,
    width,
    height,
    reorderDepth,
  });
}

/** Profiles and levels of the temporal layers below the highest. */
export function skipSubLayers(reader: BitReader, maxSubLayersMinus1: number): void {
  if (maxSubLayersMinus1 === 0) return;
  const present: [boolean, boolean][] = [];
  for (let i = 0; i < 8; i += 1) {
    const layer: [boolean, boolean] = [reader.flag(), reader.flag()];
    if (i < maxSubLayersMinus1) present.push(layer);
  }
  for (const [hasProfile, hasLevel] of present) {
    if (hasProfile) reader.skip(88);
    if (hasLevel) reader.skip(8);
  }
}
