import { BitWriter } from '../../lib/codec/bit-writer.ts';

/** Small H.264 units of a given size. Parameter sets are valid; slices have a header followed by noise. */
/** Baseline, level 3.0, picture order count type 2. Width and height in pixels, multiples of 16. */
export function makeSps(width: number, height: number): Uint8Array {
  const bits = new BitWriter();
  for (const byte of [0x67, 66, 0xc0, 30]) bits.bits(byte, 8);
  for (const value of [0, 0, 2, 1]) bits.ue(value);
  bits.bits(0, 1);
  bits.ue(width / 16 - 1);
  bits.ue(height / 16 - 1);
  bits.bits(0b1100, 4);
  return finished(bits);
}

export function makePps(): Uint8Array {
  const bits = new BitWriter();
  bits.bits(0x68, 8);
  for (const value of [0, 0]) bits.ue(value);
  bits.bits(0, 2);
  for (const value of [0, 0, 0]) bits.ue(value);
  bits.bits(0, 3);
  for (const value of [0, 0, 0]) bits.ue(value);
  bits.bits(0, 3);
  return finished(bits);
}

/** `size` bytes in total, without a start code. */
export function makeSlice(isKey: boolean, size: number): Uint8Array {
  const bits = new BitWriter();
  bits.bits(isKey ? 0x65 : 0x41, 8);
  for (const value of [0, isKey ? 7 : 5, 0]) bits.ue(value);
  bits.bits(0, 4);
  const slice = new Uint8Array(size).fill(0x5a);
  slice.set(finished(bits));
  return slice;
}

function finished(bits: BitWriter): Uint8Array {
  bits.trailing();
  return bits.written().slice();
}
