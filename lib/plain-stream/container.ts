export type PlainContainer = 'flv' | 'mpegts' | 'hls';

/** Packets of MPEG-TS, and the same with a time before or a checksum behind. */
const packetBytes = [188, 192, 204];
const packetsChecked = 3;
const syncByte = 0x47;
/** Enough to find a packet, wherever the stream was joined. */
export const bytesToTell = 204 * (packetsChecked + 1);

/**
 * What a stream is, by its first bytes: addresses and content types of live streams often do not say. Null: nothing
 * that can be played, or too few bytes.
 */
export function containerOf(bytes: Uint8Array): PlainContainer | null {
  if (startsWith(bytes, 'FLV')) return 'flv';
  if (startsWith(bytes, '#EXTM3U') || startsWith(bytes, '\u00ef\u00bb\u00bf#EXTM3U')) return 'hls';
  return packetBytes.some((size) => hasPackets(bytes, size)) ? 'mpegts' : null;
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((letter, at) => bytes[at] === letter.charCodeAt(0));

function hasPackets(bytes: Uint8Array, size: number): boolean {
  for (let first = 0; first < size; first += 1) {
    let found = 0;
    while (found < packetsChecked && bytes[first + found * size] === syncByte) found += 1;
    if (found === packetsChecked) return true;
  }
  return false;
}
