/** Boxes of ISO/IEC 14496-12: writing them, and walking through those of a file. */

/** Bytes, or the numbers of a few. */
export type BoxPart = Uint8Array | readonly number[];

export const boxHeaderBytes = 8;

export function box(type: string, ...parts: readonly BoxPart[]): Uint8Array {
  const bodyBytes = lengthOf(parts);
  return join([u32(boxHeaderBytes + bodyBytes), ascii(type), ...parts]);
}

/** `versionAndFlags`: 8 and 24 bits. */
export function fullBox(type: string, versionAndFlags: number, ...parts: readonly BoxPart[]): Uint8Array {
  return box(type, u32(versionAndFlags), ...parts);
}

export function join(parts: readonly BoxPart[]): Uint8Array {
  const bytes = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const zeros = (count: number): Uint8Array => new Uint8Array(count);
export const ascii = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0));

export function u16(value: number): readonly number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

export function u32(value: number): readonly number[] {
  return [...u16(value >>> 16), ...u16(value)];
}

/** `value` is an integer below 2^53. */
export function u64(value: number): readonly number[] {
  return [...u32(Math.floor(value / 2 ** 32)), ...u32(value)];
}

function lengthOf(parts: readonly BoxPart[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

export interface BoxHeader {
  /** Four characters. */
  readonly type: string;
  /** Including the header. */
  readonly size: number;
}

/** Null if there are fewer than 8 bytes, or the size is not plausible. Boxes above 4 GB are not supported. */
export function readBoxHeader(bytes: Uint8Array, at = 0): BoxHeader | null {
  if (at + boxHeaderBytes > bytes.length) return null;
  const size = viewOf(bytes).getUint32(at);
  if (size < boxHeaderBytes) return null;
  return { type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), size };
}

export interface ReadBox {
  readonly type: string;
  /** Without the header. A view. */
  readonly body: Uint8Array;
}

/** Complete boxes in `bytes`; what follows the first incomplete or damaged one is ignored. */
export function readBoxes(bytes: Uint8Array): readonly ReadBox[] {
  const boxes: ReadBox[] = [];
  for (let at = 0; ; ) {
    const header = readBoxHeader(bytes, at);
    if (header === null || at + header.size > bytes.length) return boxes;
    boxes.push({ type: header.type, body: bytes.subarray(at + boxHeaderBytes, at + header.size) });
    at += header.size;
  }
}

/** The body of the box at this path of types; null if there is none. */
export function findBox(bytes: Uint8Array, ...path: readonly string[]): Uint8Array | null {
  let body: Uint8Array | null = bytes;
  for (const type of path) {
    body = readBoxes(body).find((one) => one.type === type)?.body ?? null;
    if (body === null) return null;
  }
  return body;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
