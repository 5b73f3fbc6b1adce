/** Action Message Format 0, the encoding of FLV script tags (Adobe, "AMF0 File Format", 2007). */
import { err, ok, type Result } from '../../kernel/result.ts';

/** Values of script tags. Objects have no prototype, so `__proto__` is an ordinary key. */
export type AmfValue = number | boolean | string | null | AmfObject | AmfValue[];
export interface AmfObject {
  readonly [key: string]: AmfValue;
}

const NUMBER = 0;
const BOOLEAN = 1;
const STRING = 2;
const OBJECT = 3;
const NULL = 5;
const UNDEFINED = 6;
const ECMA_ARRAY = 8;
const OBJECT_END = 9;
const STRICT_ARRAY = 10;
const DATE = 11;
const LONG_STRING = 12;

// ---- writing -----------------------------------------------------------------------------------

/** The body of an FLV script tag: a name, then one object written as an ECMA array (players expect that form). */
export function encodeScriptData(name: string, value: AmfObject): Uint8Array {
  const out: number[] = [];
  pushValue(out, name);
  pushValue(out, value);
  return Uint8Array.from(out);
}

function pushValue(out: number[], value: AmfValue): void {
  if (value === null) out.push(NULL);
  else if (typeof value === 'boolean') out.push(BOOLEAN, value ? 1 : 0);
  else if (typeof value === 'number') out.push(NUMBER, ...doubleBytes(value));
  else if (typeof value === 'string') {
    out.push(STRING);
    pushText(out, value);
  } else if (Array.isArray(value)) {
    out.push(STRICT_ARRAY, ...u32Bytes(value.length));
    for (const item of value) pushValue(out, item);
  } else {
    const entries = Object.entries(value);
    out.push(ECMA_ARRAY, ...u32Bytes(entries.length));
    for (const [key, member] of entries) {
      pushText(out, key);
      pushValue(out, member);
    }
    out.push(0, 0, OBJECT_END);
  }
}

/**
 * UTF-8 after a 16-bit length. Longer text is a programming error; it never comes from viewers or cameras.
 */
function pushText(out: number[], text: string): void {
  const utf8 = new TextEncoder().encode(text);
  if (utf8.length > 0xffff) throw new RangeError('AMF0 text is limited to 65535 bytes');
  out.push(utf8.length >> 8, utf8.length & 0xff, ...utf8);
}

function doubleBytes(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, value);
  return new Uint8Array(bytes.buffer);
}

function u32Bytes(value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value);
  return new Uint8Array(bytes.buffer);
}

// ---- reading -----------------------------------------------------------------------------------

export type AmfError = 'amf.truncated' | 'amf.depth' | 'amf.size' | 'amf.type';

/** Our server's tags have three levels and about a dozen values. */
const maxDepth = 8;
const maxValues = 1_024;

const text = /* @__PURE__ */ new TextDecoder();

class Amf0Reader {
  #bytes: Uint8Array;
  #at = 0;
  #values = 0;
  #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  value(depth: number): AmfValue {
    if (depth > maxDepth) throw new AmfFault('amf.depth');
    this.#values += 1;
    if (this.#values > maxValues) throw new AmfFault('amf.size');
    const marker = this.#u8();
    switch (marker) {
      case NUMBER:
        return this.#double();
      case BOOLEAN:
        return this.#u8() !== 0;
      case STRING:
        return this.#string(this.#u16());
      case OBJECT:
        return this.#object(depth);
      case NULL:
      case UNDEFINED:
        return null;
      case ECMA_ARRAY:
        this.#u32(); // A count that writers often get wrong; the end marker decides.
        return this.#object(depth);
      case STRICT_ARRAY:
        return this.#strictArray(depth);
      case DATE: {
        const epochMs = this.#double();
        this.#u16(); // time zone, always 0
        return epochMs;
      }
      case LONG_STRING:
        return this.#string(this.#u32());
      default:
        throw new AmfFault('amf.type');
    }
  }

  #object(depth: number): AmfObject {
    const members: Record<string, AmfValue> = Object.create(null);
    for (;;) {
      const key = this.#string(this.#u16());
      if (key === '' && this.#bytes[this.#at] === OBJECT_END) {
        this.#at += 1;
        return members;
      }
      members[key] = this.value(depth + 1);
    }
  }

  #strictArray(depth: number): AmfValue[] {
    const count = this.#u32();
    if (count > maxValues) throw new AmfFault('amf.size');
    const items: AmfValue[] = [];
    for (let index = 0; index < count; index += 1) items.push(this.value(depth + 1));
    return items;
  }

  #string(length: number): string {
    const from = this.#take(length);
    return text.decode(this.#bytes.subarray(from, from + length));
  }

  #double(): number {
    return this.#view.getFloat64(this.#take(8));
  }

  #u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  #u16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  #u32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  /** Skips `length` bytes and returns their start. */
  #take(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new AmfFault('amf.truncated');
    this.#at = from + length;
    return from;
  }
}

/** Internal: `readScript` converts it to a result. */
class AmfFault extends Error {
  constructor(readonly code: AmfError) {
    super(code);
  }
}

/** The body of a script tag: a name, then a value. Never throws. */
export function readScript(body: Uint8Array): Result<{ name: string; value: AmfValue }, AmfError> {
  const reader = new Amf0Reader(body);
  try {
    const name = reader.value(0);
    if (typeof name !== 'string') return err('amf.type');
    return ok({ name, value: reader.isAtEnd ? null : reader.value(0) });
  } catch (fault) {
    if (fault instanceof AmfFault) return err(fault.code);
    throw fault;
  }
}
