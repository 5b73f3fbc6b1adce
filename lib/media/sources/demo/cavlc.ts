/** Writes one block of quantised coefficients (ITU-T H.264, sections 7.3.5.3.2 and 9.2). */

import type { BitWriter } from '../../../codec/bit-writer.ts';
import { chromaDcTokens, chromaDcTotalZeros, coeffTokens, runBefore, totalZeros } from './cavlc-tables.ts';

/** `nC` of a block of chroma DC coefficients. */
export const chromaDcContext = -1;

const levels = new Int32Array(16);
const runs = new Int32Array(16);

function writeCode(writer: BitWriter, code: number): void {
  writer.bits(code & 0xffff, code >>> 16);
}

function writeToken(writer: BitWriter, context: number, total: number, ones: number): void {
  const index = total * 4 + ones;
  if (context === chromaDcContext) writeCode(writer, chromaDcTokens[index]!);
  else if (context >= 8) writer.bits(total === 0 ? 3 : ((total - 1) << 2) | ones, 6);
  else writeCode(writer, coeffTokens[context < 2 ? 0 : context < 4 ? 1 : 2]![index]!);
}

/** The inverse of section 9.2.2.1. `suffixLength`: its value before this level. */
function writeLevel(writer: BitWriter, levelCode: number, suffixLength: number): void {
  const plainLimit = suffixLength === 0 ? 14 : 15 << suffixLength;
  if (levelCode < plainLimit) {
    writer.bits(1, (levelCode >> suffixLength) + 1);
    writer.bits(levelCode, suffixLength);
  } else if (suffixLength === 0 && levelCode < 30) {
    writer.bits(1, 15);
    writer.bits(levelCode - 14, 4);
  } else {
    const escaped = levelCode - (suffixLength === 0 ? 30 : plainLimit);
    if (escaped >= 4096) throw new RangeError('a level this large needs a profile we do not write');
    writer.bits(1, 16);
    writer.bits(escaped, 12);
  }
}

/** An empty block within a coded pattern. */
export function writeEmptyBlock(writer: BitWriter, context: number): void {
  writeToken(writer, context, 0, 0);
}

/**
 * `scan` holds `count` quantised coefficients from `offset` on, in zigzag order (16 for a whole block, 15
 * without DC, 4 for chroma DC). `context` is nC of section 9.2.1. Returns how many are not zero.
 */
export function writeBlock(
  writer: BitWriter,
  scan: Int32Array,
  offset: number,
  count: number,
  context: number,
): number {
  let total = 0;
  let zeros = 0;
  let pending = 0;
  for (let index = 0; index < count; index += 1) {
    const level = scan[offset + index]!;
    if (level === 0) {
      pending += 1;
      continue;
    }
    levels[total] = level;
    runs[total] = pending;
    zeros += pending;
    pending = 0;
    total += 1;
  }
  let ones = 0;
  while (ones < 3 && ones < total && Math.abs(levels[total - 1 - ones]!) === 1) ones += 1;
  writeToken(writer, context, total, ones);
  if (total === 0) return 0;

  for (let back = 0; back < ones; back += 1) writer.bits(levels[total - 1 - back]! < 0 ? 1 : 0, 1);
  let suffixLength = total > 10 && ones < 3 ? 1 : 0;
  for (let index = total - 1 - ones; index >= 0; index -= 1) {
    const level = levels[index]!;
    let levelCode = level > 0 ? level * 2 - 2 : -level * 2 - 1;
    // With fewer than three trailing ones, the next level cannot be ±1, so the code is offset.
    if (index === total - 1 - ones && ones < 3) levelCode -= 2;
    writeLevel(writer, levelCode, suffixLength);
    if (suffixLength === 0) suffixLength = 1;
    if (Math.abs(level) > 3 << (suffixLength - 1) && suffixLength < 6) suffixLength += 1;
  }

  if (total < count) {
    const table = context === chromaDcContext ? chromaDcTotalZeros : totalZeros;
    writeCode(writer, table[total - 1]![zeros]!);
  }
  let left = zeros;
  for (let index = total - 1; index > 0 && left > 0; index -= 1) {
    writeCode(writer, runBefore[Math.min(left, 7) - 1]![runs[index]!]!);
    left -= runs[index]!;
  }
  return total;
}
