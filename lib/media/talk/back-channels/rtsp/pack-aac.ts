import { BitWriter } from '../../../../codec/bit-writer.ts';

/** One AAC frame as an RTP payload (RFC 3640): the length of the headers in bits, one header, the frame. */
export function packAac(frame: Uint8Array, sizeBits: number, indexBits: number): Uint8Array {
  const writer = new BitWriter();
  writer.bits(sizeBits + indexBits, 16);
  writer.bits(frame.length, sizeBits);
  writer.bits(0, indexBits);
  writer.align();
  const header = writer.written();
  const payload = new Uint8Array(header.length + frame.length);
  payload.set(header);
  payload.set(frame, header.length);
  return payload;
}
