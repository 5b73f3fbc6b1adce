/**
 * Bytes shared by all viewers, built once with a WebSocket frame header in front. Each viewer costs one write
 * of an existing buffer: HTTP sends `body`, WebSocket sends `framed`.
 */
export interface SharedBytes {
  /** One complete, unmasked, binary WebSocket message (RFC 6455). */
  readonly framed: Buffer;
  /** The FLV bytes alone; the same memory. */
  readonly body: Buffer;
}

const FINAL_BINARY = 0x82;
const LENGTH_16_BIT = 126;
const LENGTH_64_BIT = 127;

export function shareBytes(pieces: readonly Uint8Array[]): SharedBytes {
  let bodyBytes = 0;
  for (const piece of pieces) bodyBytes += piece.byteLength;
  const headBytes = bodyBytes < LENGTH_16_BIT ? 2 : bodyBytes <= 0xffff ? 4 : 10;
  const framed = Buffer.allocUnsafe(headBytes + bodyBytes);
  framed[0] = FINAL_BINARY;
  if (headBytes === 2) framed[1] = bodyBytes;
  else if (headBytes === 4) {
    framed[1] = LENGTH_16_BIT;
    framed.writeUInt16BE(bodyBytes, 2);
  } else {
    framed[1] = LENGTH_64_BIT;
    framed.writeBigUInt64BE(BigInt(bodyBytes), 2);
  }
  let at = headBytes;
  for (const piece of pieces) {
    framed.set(piece, at);
    at += piece.byteLength;
  }
  return { framed, body: framed.subarray(headBytes) };
}
