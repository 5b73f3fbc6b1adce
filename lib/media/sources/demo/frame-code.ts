/**
 * The machine-readable line at the top edge of every demo frame: 80 adjacent cells, bright for 1. Bits,
 * highest first: 42 bits of the frame's epoch milliseconds, the low 22 bits of its number, and a
 * CRC-16/CCITT-FALSE over these 64 bits as eight bytes. Slowly changing bits are on the left, so that most
 * macroblocks can be skipped. `tests/kit/frame-number.ts` reads it.
 */
export const frameCodeCells = 80;

/** Line height as a fraction of the frame height. */
export const frameCodeHeight = 6 / 360;

const lowBits = 22;
const lowRange = 2 ** lowBits;

/** Fills `cells` (80 bytes) with 0 and 1. */
export function encodeFrameCode(cells: Uint8Array, frame: number, madeAtMs: number): void {
  putBits(cells, 0, 20, Math.floor(madeAtMs / lowRange));
  putBits(cells, 20, lowBits, madeAtMs % lowRange);
  putBits(cells, 42, lowBits, frame % lowRange);
  putBits(cells, 64, 16, crc16(cells, 64));
}

function putBits(cells: Uint8Array, from: number, count: number, value: number): void {
  for (let index = 0; index < count; index += 1) cells[from + index] = (value >> (count - 1 - index)) & 1;
}

function crc16(bits: Uint8Array, count: number): number {
  let crc = 0xffff;
  for (let index = 0; index < count; index += 1) {
    const top = (crc >> 15) ^ bits[index]!;
    crc = (crc << 1) & 0xffff;
    if (top !== 0) crc ^= 0x1021;
  }
  return crc;
}
