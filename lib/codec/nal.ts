/** NAL units: the pieces H.264 and H.265 streams are made of. Here always without start code or length. */

/**
 * Splits Annex B bytes (00 00 01 or 00 00 00 01 before each unit) into views of the same memory.
 * Bytes before the first start code are dropped; zero bytes after a unit are trailing padding.
 */
export function splitAnnexB(bytes: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  for (let at = startCodeAfter(bytes, 0); at < bytes.length; ) {
    const next = startCodeAfter(bytes, at + 3);
    pushTrimmed(units, bytes, at + 3, next);
    at = next;
  }
  return units;
}

/** Where 00 00 01 begins, at or after `from`; the length of the bytes if it does not occur. */
function startCodeAfter(bytes: Uint8Array, from: number): number {
  for (let i = from; i + 2 < bytes.length; i += 1) {
    // A byte above 1 cannot be part of a start code that begins at, one before, or two before it.
    if (bytes[i + 2]! > 1) i += 2;
    else if (bytes[i] === 0 && bytes[i + 1] === 0 && bytes[i + 2] === 1) return i;
  }
  return bytes.length;
}

function pushTrimmed(units: Uint8Array[], bytes: Uint8Array, start: number, end: number): void {
  let last = end;
  while (last > start && bytes[last - 1] === 0) last -= 1;
  if (last > start) units.push(bytes.subarray(start, last));
}

/** Without the start codes in front of it: no unit begins with two zero bytes. */
export function withoutStartCode(bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  while (rest[0] === 0 && rest[1] === 0 && (rest[2] === 1 || (rest[2] === 0 && rest[3] === 1))) {
    rest = rest.subarray(rest[2] === 1 ? 3 : 4);
  }
  return rest;
}

/** The units in bytes that should be one: start codes, which no unit contains, may be in front of it and between several. */
export function splitAtStartCodes(bytes: Uint8Array): Uint8Array[] {
  const at = startCodeAfter(bytes, 0);
  if (at === bytes.length) return bytes.length === 0 ? [] : [bytes];
  const units: Uint8Array[] = [];
  pushTrimmed(units, bytes, 0, at);
  return [...units, ...splitAnnexB(bytes.subarray(at))];
}

/** One new buffer: each unit behind its 4-byte big-endian length. */
export function joinLengthPrefixed(units: readonly Uint8Array[]): Uint8Array {
  return join(units, (out, at, unit) => {
    out[at] = unit.length >>> 24;
    out[at + 1] = unit.length >>> 16;
    out[at + 2] = unit.length >>> 8;
    out[at + 3] = unit.length;
  });
}

/** One new buffer: each unit behind a 4-byte start code. */
export function joinAnnexB(units: readonly Uint8Array[]): Uint8Array {
  return join(units, (out, at) => {
    out[at + 3] = 1;
  });
}

function join(
  units: readonly Uint8Array[],
  writePrefix: (out: Uint8Array, at: number, unit: Uint8Array) => void,
): Uint8Array {
  let total = 0;
  for (const unit of units) total += 4 + unit.length;
  const out = new Uint8Array(total);
  let at = 0;
  for (const unit of units) {
    writePrefix(out, at, unit);
    out.set(unit, at + 4);
    at += 4 + unit.length;
  }
  return out;
}

/** Views of the units in 4-byte-length form. A length that runs past the end ends the list. */
export function splitLengthPrefixed(bytes: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let at = 0;
  while (at + 4 <= bytes.length) {
    const length = bytes[at]! * 0x1000000 + (bytes[at + 1]! << 16) + (bytes[at + 2]! << 8) + bytes[at + 3]!;
    const end = at + 4 + length;
    if (length === 0 || end > bytes.length) break;
    units.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return units;
}

/** Removes emulation prevention: 00 00 03 represents 00 00 inside a unit. */
export function unescapeNal(unit: Uint8Array): Uint8Array {
  const out = new Uint8Array(unit.length);
  let zeros = 0;
  let length = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out[length] = byte;
    length += 1;
  }
  return out.subarray(0, length);
}

/**
 * Copies `payload` to `target` from `offset` with the emulation prevention bytes of section 7.4.1.1:
 * no two zero bytes followed by a byte below 4. Returns the offset behind the last byte written.
 * `target` must have room for one and a half times the payload.
 */
export function escapeInto(target: Uint8Array, offset: number, payload: Uint8Array): number {
  let at = offset;
  let zeros = 0;
  for (let index = 0; index < payload.length; index += 1) {
    const byte = payload[index]!;
    if (zeros >= 2 && byte <= 3) {
      target[at++] = 3;
      zeros = 0;
    }
    target[at++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return at;
}

/** A copy with emulation prevention. */
export function escapeNal(payload: Uint8Array): Uint8Array {
  const target = new Uint8Array(Math.ceil(payload.length * 1.5));
  return target.subarray(0, escapeInto(target, 0, payload));
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
