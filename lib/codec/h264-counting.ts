/**
 * The numbers in the header of an H.264 slice by which a decoder orders pictures (ITU-T H.264, 7.3.3). Both have a
 * fixed width, so they can be replaced without moving what follows.
 */
import { BitReader } from './bit-reader.ts';
import { escapeNal, unescapeNal } from './nal.ts';

/** How slices of a sequence count, from its SPS. */
export interface H264Counting {
  readonly frameNumBits: number;
  /** Null: order follows from `frame_num`. */
  readonly orderBits: number | null;
  readonly hasColourPlanes: boolean;
  readonly framesOnly: boolean;
}

export interface SliceNumbers {
  readonly frameNum: number;
  /** pic_order_cnt_lsb, 0 where the sequence has none. */
  readonly order: number;
}

type Field = 'none' | 'top' | 'bottom';

/** Longer than any header up to these numbers. */
const headerBytes = 32;

/** Null: the header is damaged. */
export function sliceNumbers(nal: Uint8Array, counting: H264Counting): SliceNumbers | null {
  const places = findNumbers(unescapeNal(nal.subarray(0, headerBytes)), nal, counting);
  return places && { frameNum: places.frameNum, order: places.order };
}

/**
 * Whether two slices belong to one picture (7.4.1.2.4). The two fields of a frame count as one; so does a slice with a
 * damaged header, of which nothing is known.
 */
export function areOfOnePicture(a: Uint8Array, b: Uint8Array, counting: H264Counting): boolean {
  const [one, other] = [a, b].map((nal) =>
    beginsWithHeader(nal) ? findNumbers(unescapeNal(nal.subarray(0, headerBytes)), nal, counting) : null,
  );
  if (!one || !other) return true;
  if (one.frameNum !== other.frameNum) return false;
  if (one.field !== 'none' && other.field !== 'none' && one.field !== other.field) return true;
  const isReference = (nal: Uint8Array): boolean => (nal[0]! & 0x60) !== 0;
  return (
    one.field === other.field &&
    one.order === other.order &&
    one.keyId === other.keyId &&
    isReference(a) === isReference(b)
  );
}

/** A copy with other numbers; null: the header is damaged. */
export function withSliceNumbers(
  nal: Uint8Array,
  counting: H264Counting,
  numbers: SliceNumbers,
): Uint8Array | null {
  // Emulation prevention depends on zero bytes before, so the changed part ends with a byte that is none.
  let end = Math.min(nal.length, headerBytes);
  while (end < nal.length && nal[end - 1]! <= 3) end += 1;
  const header = unescapeNal(nal.subarray(0, end)).slice();
  const places = findNumbers(header, nal, counting);
  if (places === null) return null;
  writeBits(header, places.frameNumBit, counting.frameNumBits, numbers.frameNum);
  if (counting.orderBits !== null) writeBits(header, places.orderBit, counting.orderBits, numbers.order);
  const changed = escapeNal(header);
  const out = new Uint8Array(changed.length + nal.length - end);
  out.set(changed);
  out.set(nal.subarray(end), changed.length);
  return out;
}

/** Not the second and third part of a partitioned slice. */
const beginsWithHeader = (nal: Uint8Array): boolean => [1, 2, 5].includes(nal[0]! & 0x1f);

function findNumbers(header: Uint8Array, nal: Uint8Array, counting: H264Counting) {
  const isIdr = (nal[0]! & 0x1f) === 5;
  const reader = new BitReader(header);
  reader.skip(8);
  reader.ue(); // first_mb_in_slice
  reader.ue(); // slice_type
  reader.ue(); // pic_parameter_set_id
  if (counting.hasColourPlanes) reader.skip(2);
  const frameNumBit = reader.position;
  const frameNum = reader.bits(counting.frameNumBits);
  let field: Field = 'none';
  if (!counting.framesOnly && reader.flag()) field = reader.flag() ? 'bottom' : 'top';
  const keyId = isIdr ? reader.ue() : null; // idr_pic_id
  const orderBit = reader.position;
  const order = counting.orderBits === null ? 0 : reader.bits(counting.orderBits);
  return reader.isOverrun ? null : { frameNum, frameNumBit, field, keyId, order, orderBit };
}

function writeBits(bytes: Uint8Array, at: number, width: number, value: number): void {
  for (let i = 0; i < width; i += 1) {
    const bit = (value >> (width - 1 - i)) & 1;
    const mask = 0x80 >> ((at + i) & 7);
    bytes[(at + i) >> 3] = bit === 1 ? bytes[(at + i) >> 3]! | mask : bytes[(at + i) >> 3]! & ~mask;
  }
}
