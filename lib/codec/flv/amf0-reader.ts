import { err, ok, type Result } from '../../kernel/result.ts';

/** What a script tag may carry. Objects have no prototype, so a key named `__proto__` is only a key. */
export type AmfValue = number | boolean | string | null | AmfObject | AmfValue[];
export interface AmfObject {
  readonly [key: string]: AmfValue;
}

export type AmfError = 'amf.truncated' | 'amf.depth' | 'amf.size' | 'amf.type';

/** A server's own tags use three levels and a dozen values; strangers get no more than this. */
const maxDepth = 8;
const maxValues = 1_024;

const text = new TextDecoder();

/** Action Message Format 0, the encoding of FLV script tags (Adobe, "AMF0 File Format", 2007). */
class Amf0Reader {
  private at = 0;
  private values = 0;
  private readonly view: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  value(depth: number): AmfValue {
    if (depth > maxDepth) throw new AmfFault('amf.depth');
    this.values += 1;
    if (this.values > maxValues) throw new AmfFault('amf.size');
    const marker = this.u8();
    switch (marker) {
      case 0:
        return this.double();
      case 1:
        return this.u8() !== 0;
      case 2:
        return this.string(this.u16());
      case 3:
        return this.object(depth);
      case 5:
      case 6:
        return null;
      case 8:
        this.u32(); // A count that writers often get wrong; the end marker decides.
        return this.object(depth);
      case 10:
        return this.strictArray(depth);
      case 11: {
        const epochMs = this.double();
        this.u16(); // time zone, always 0
        return epochMs;
      }
      case 12:
        return this.string(this.u32());
      default:
        throw new AmfFault('amf.type');
    }
  }

  private object(depth: number): AmfObject {
    const members: Record<string, AmfValue> = Object.create(null);
    for (;;) {
      const key = this.string(this.u16());
      if (key === '' && this.bytes[this.at] === 9) {
        this.at += 1;
        return members;
      }
      members[key] = this.value(depth + 1);
    }
  }

  private strictArray(depth: number): AmfValue[] {
    const count = this.u32();
    if (count > maxValues) throw new AmfFault('amf.size');
    const items: AmfValue[] = [];
    for (let index = 0; index < count; index += 1) items.push(this.value(depth + 1));
    return items;
  }

  private string(length: number): string {
    const from = this.take(length);
    return text.decode(this.bytes.subarray(from, from + length));
  }

  private double(): number {
    return this.view.getFloat64(this.take(8));
  }

  private u8(): number {
    return this.view.getUint8(this.take(1));
  }

  private u16(): number {
    return this.view.getUint16(this.take(2));
  }

  private u32(): number {
    return this.view.getUint32(this.take(4));
  }

  /** Moves past `length` bytes and returns where they began. */
  private take(length: number): number {
    const from = this.at;
    if (length > this.bytes.length - from) throw new AmfFault('amf.truncated');
    this.at = from + length;
    return from;
  }
}

/** Stays inside this file: `readScript` turns it into a value. */
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
