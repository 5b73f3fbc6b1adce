import type { Ms } from '../../kernel/units.ts';
import { AUDIO_TAG, VIDEO_TAG } from './flv-tags.ts';

/** File header and the size of the tag before the first one, which is 0. */
const fileHeaderBytes = 13;
/** A tag header, and the two bytes of the body that tell a sequence header from a frame. */
const tagHeaderBytes = 11;
const readBytes = tagHeaderBytes + 2;
const tagTrailerBytes = 4;

/** Reads only the first bytes of each tag: for data that is demuxed elsewhere. Expects valid FLV of our server. */
export class TagTimes {
  /** Bytes until the next tag. */
  #skip = fileHeaderBytes;
  readonly #start = new Uint8Array(readBytes);
  #filled = 0;

  /** `frame` is called for each audio or video frame as soon as its timestamp has been read. */
  constructor(private readonly frame: (kind: 'audio' | 'video', timestampMs: Ms) => void) {}

  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length) {
      const skipped = Math.min(this.#skip, chunk.length - at);
      this.#skip -= skipped;
      at += skipped;
      const part = chunk.subarray(at, at + readBytes - this.#filled);
      this.#start.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === readBytes) this.#read(this.#start);
    }
  }

  #read(bytes: Uint8Array): void {
    this.#filled = 0;
    const size = (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!;
    this.#skip = tagHeaderBytes + size + tagTrailerBytes - readBytes;
    const timestampMs = ((bytes[7]! << 24) | (bytes[4]! << 16) | (bytes[5]! << 8) | bytes[6]!) >>> 0;
    if (isSequenceHeader(bytes)) return;
    if (bytes[0] === VIDEO_TAG) this.frame('video', timestampMs);
    else if (bytes[0] === AUDIO_TAG) this.frame('audio', timestampMs);
  }
}

/** In the enhanced form the packet type is in the low half of the first byte of the body, otherwise in the second. */
function isSequenceHeader(bytes: Uint8Array): boolean {
  const first = bytes[tagHeaderBytes]!;
  const isEnhanced = bytes[0] === VIDEO_TAG ? (first & 0x80) !== 0 : first >> 4 === 9;
  return (isEnhanced ? first & 0x0f : bytes[tagHeaderBytes + 1]) === 0;
}
