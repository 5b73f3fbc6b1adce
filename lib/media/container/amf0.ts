/** What a script tag of ours can carry. Numbers are written as doubles, which AMF0 has nothing else for. */
export type AmfValue = string | number | boolean | null | { readonly [key: string]: AmfValue };

const NUMBER = 0x00;
const BOOLEAN = 0x01;
const STRING = 0x02;
const NULL = 0x05;
const ECMA_ARRAY = 0x08;
const OBJECT_END = Buffer.from([0, 0, 9]);

/** The body of an FLV script tag: a name, then one object written as an ECMA array (players expect that form). */
export function encodeScriptData(name: string, value: { readonly [key: string]: AmfValue }): Buffer {
  return Buffer.concat([encodeValue(name), encodeValue(value)]);
}

function encodeValue(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([NULL]);
  if (typeof value === 'boolean') return Buffer.from([BOOLEAN, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([STRING]), encodeName(value)]);
  if (typeof value === 'number') return encodeNumber(value);
  const entries = Object.entries(value);
  const head = Buffer.alloc(5);
  head[0] = ECMA_ARRAY;
  head.writeUInt32BE(entries.length, 1);
  const members = entries.flatMap(([key, member]) => [encodeName(key), encodeValue(member)]);
  return Buffer.concat([head, ...members, OBJECT_END]);
}

function encodeNumber(value: number): Buffer {
  const bytes = Buffer.alloc(9);
  bytes[0] = NUMBER;
  bytes.writeDoubleBE(value, 1);
  return bytes;
}

/** UTF-8 with a 16-bit length in front. Longer text is a mistake of ours, never of a viewer or camera. */
function encodeName(text: string): Buffer {
  const utf8 = Buffer.from(text, 'utf8');
  if (utf8.length > 0xffff) throw new RangeError('AMF0 text is limited to 65535 bytes');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(utf8.length);
  return Buffer.concat([length, utf8]);
}
