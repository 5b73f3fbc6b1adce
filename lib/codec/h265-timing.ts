/**
 * Where a video or sequence parameter set of H.265 has its timing (ITU-T H.265, 7.3.2.1, 7.3.2.2, E.2.1): how long a tick
 * is, and at which bit rates buffers do not overflow. Decoders do not need it.
 */
import { BitReader } from './bit-reader.ts';
import type { BitRange } from './h264-sps.ts';
import { skipSubLayers } from './h265-sps.ts';
import { unescapeNal } from './nal.ts';

/** In bits of the unescaped unit; null: not found, or the set is damaged. */
export function h265TimingBits(nal: Uint8Array): BitRange | null {
  const type = ((nal[0] ?? 0) >> 1) & 0x3f;
  const reader = new BitReader(unescapeNal(nal));
  reader.skip(16);
  const range = type === 32 ? vpsTiming(reader) : type === 33 ? spsTiming(reader) : null;
  return reader.isOverrun ? null : range;
}

function vpsTiming(reader: BitReader): BitRange | null {
  reader.skip(12); // identifier, base layer, number of layers
  const lastSubLayer = reader.bits(3);
  reader.skip(17); // nesting, reserved
  skipProfiles(reader, lastSubLayer);
  const lastLayer = reader.bits(6);
  const lastSet = reader.ue();
  if (lastSet > 1_023) return null;
  reader.skip(lastSet * (lastLayer + 1));
  const from = reader.position;
  if (!reader.flag()) return [from, reader.position];
  skipTicks(reader);
  const count = reader.ue();
  if (count > 1_024) return null;
  for (let i = 0; i < count && !reader.isOverrun; i += 1) {
    reader.ue(); // layer set
    const isOwn = i === 0 || reader.flag();
    if (!isOwn || !skipRates(reader, lastSubLayer)) return null;
  }
  return [from, reader.position];
}

function spsTiming(reader: BitReader): BitRange | null {
  reader.skip(4);
  const lastSubLayer = reader.bits(3);
  reader.bit();
  reader.skip(96);
  skipSubLayers(reader, lastSubLayer);
  reader.ue();
  if (reader.ue() === 3) reader.bit(); // chroma format, separate planes
  skipCodes(reader, 2); // size
  if (reader.flag()) skipCodes(reader, 4); // cropping
  skipCodes(reader, 2); // bit depths
  const orderBits = reader.ue() + 4;
  skipLayerOrder(reader, lastSubLayer);
  skipCodes(reader, 6); // block sizes
  if (reader.flag() && reader.flag()) skipScalingLists(reader);
  reader.skip(2);
  if (reader.flag()) {
    reader.skip(8); // PCM
    skipCodes(reader, 2);
    reader.bit();
  }
  if (!skipReferenceSets(reader)) return null;
  if (reader.flag()) {
    const longTerm = reader.ue();
    if (longTerm > 32 || orderBits > 16) return null;
    reader.skip(longTerm * (orderBits + 1));
  }
  reader.skip(2);
  return reader.flag() ? vuiTiming(reader, lastSubLayer) : null;
}

function vuiTiming(reader: BitReader, lastSubLayer: number): BitRange | null {
  if (reader.flag() && reader.bits(8) === 255) reader.skip(32); // sample aspect ratio
  if (reader.flag()) reader.bit(); // overscan
  if (reader.flag()) {
    reader.skip(4); // format, full range
    if (reader.flag()) reader.skip(24); // colour description
  }
  if (reader.flag()) skipCodes(reader, 2); // chroma sample location
  reader.skip(3); // neutral chroma, fields
  if (reader.flag()) skipCodes(reader, 4); // display window
  const from = reader.position;
  if (!reader.flag()) return [from, reader.position];
  skipTicks(reader);
  if (reader.flag() && !skipRates(reader, lastSubLayer)) return null;
  return [from, reader.position];
}

/** num_units_in_tick, time_scale, ticks of the picture order count. */
function skipTicks(reader: BitReader): void {
  reader.skip(64);
  if (reader.flag()) reader.ue();
}

/** hrd_parameters; false: damaged. */
function skipRates(reader: BitReader, lastSubLayer: number): boolean {
  const kinds = reader.bit() + reader.bit();
  const hasSubPictures = kinds > 0 && reader.flag();
  if (kinds > 0) reader.skip(hasSubPictures ? 46 : 23); // lengths and scales
  for (let layer = 0; layer <= lastSubLayer; layer += 1) {
    const isFixed = reader.flag() || reader.flag();
    let isLowDelay = false;
    if (isFixed) reader.ue();
    else isLowDelay = reader.flag();
    const buffers = isLowDelay ? 1 : reader.ue() + 1;
    if (buffers > 32) return false;
    for (let left = buffers * kinds; left > 0; left -= 1) {
      skipCodes(reader, hasSubPictures ? 4 : 2);
      reader.bit();
    }
  }
  return true;
}

function skipProfiles(reader: BitReader, lastSubLayer: number): void {
  reader.skip(96);
  skipSubLayers(reader, lastSubLayer);
  skipLayerOrder(reader, lastSubLayer);
}

/** Sizes of the decoded picture buffer. */
function skipLayerOrder(reader: BitReader, lastSubLayer: number): void {
  skipCodes(reader, 3 * (reader.flag() ? lastSubLayer + 1 : 1));
}

function skipScalingLists(reader: BitReader): void {
  for (let size = 0; size < 4; size += 1) {
    for (let matrix = 0; matrix < 6; matrix += size === 3 ? 3 : 1) {
      if (!reader.flag()) reader.ue();
      else skipCodes(reader, Math.min(64, 1 << (4 + 2 * size)) + (size > 1 ? 1 : 0));
    }
  }
}

/** st_ref_pic_set of the sequence; false: damaged. */
function skipReferenceSets(reader: BitReader): boolean {
  const count = reader.ue();
  if (count > 64) return false;
  let pictures = 0;
  for (let i = 0; i < count && !reader.isOverrun; i += 1) {
    if (i > 0 && reader.flag()) {
      reader.bit();
      reader.ue();
      let kept = 0;
      for (let j = 0; j <= pictures; j += 1) if (reader.flag() || reader.flag()) kept += 1;
      pictures = kept;
    } else {
      pictures = reader.ue() + reader.ue();
      if (pictures > 32) return false;
      for (let j = 0; j < pictures; j += 1) {
        reader.ue();
        reader.bit();
      }
    }
  }
  return true;
}

/** Exp-Golomb codes, signed or not. */
function skipCodes(reader: BitReader, count: number): void {
  for (let left = count; left > 0 && !reader.isOverrun; left -= 1) reader.ue();
}
