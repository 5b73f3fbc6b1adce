/** AAC frames with the headers of a raw stream (ISO/IEC 13818-7, 6.2 ADTS). */
import { readAacFormat } from './aac.ts';
import { BitReader } from './bit-reader.ts';

const headerBytes = 7;
const maxFrameBytes = 8_191 - headerBytes;

/** `config`: the AudioSpecificConfig. Null: it cannot be expressed in these headers, or the frame is too long. */
export function adtsFrame(config: Uint8Array, frame: Uint8Array): Uint8Array | null {
  const core = coreConfig(config);
  if (core === null || frame.length > maxFrameBytes) return null;
  const { objectType, rateIndex, channels } = core;
  const length = frame.length + headerBytes;
  const bytes = new Uint8Array(length);
  bytes[0] = 0xff;
  bytes[1] = 0xf1; // MPEG-4, no checksum
  bytes[2] = ((objectType - 1) << 6) | (rateIndex << 2) | (channels >> 2);
  bytes[3] = ((channels & 3) << 6) | (length >> 11);
  bytes[4] = (length >> 3) & 0xff;
  bytes[5] = ((length & 7) << 5) | 0x1f; // buffer fullness: variable
  bytes[6] = 0xfc;
  bytes.set(frame, headerBytes);
  return bytes;
}

/** Spectral band replication (types 5 and 29) is found by decoders themselves: the header names the core. */
function coreConfig(config: Uint8Array): { objectType: number; rateIndex: number; channels: number } | null {
  const reader = new BitReader(config);
  const { objectType: first, channels } = readAacFormat(reader);
  const rateIndex = ((config[0]! & 7) << 1) | (config[1]! >> 7);
  const objectType = first === 5 || first === 29 ? 2 : first;
  if (objectType < 1 || objectType > 4 || rateIndex > 12 || channels === null || channels > 6) return null;
  return { objectType, rateIndex, channels };
}
