/** What a script tag of ours can carry. Numbers are written as doubles, which AMF0 has nothing else for. */
export type AmfValue = string | number | boolean | null | { readonly [key: string]: AmfValue };

const NUMBER = 0x00;
const BOOLEAN = 0x01;
const STRING = 0x02;
const NULL = 0x05;
const ECMA_ARRAY = 0x08;
const OBJECT_END = 0x09;

/** The body of an FLV script tag: a name, then one object written as an ECMA array (players expect that form). */
export function encodeScriptData(name: string, value: { readonly [key: string]: AmfValue }): Uint8Array {
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

/** UTF-8 with a 16-bit length in front. Longer text is a mistake of ours, never of a viewer or camera. */
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
