/** Reads the H.264 part of the FLV that our own ffmpeg child writes. Bounded all the same. */
import type { Ms } from '../../../kernel/units.ts';

export interface FlvVideoHandler {
  /** AVCDecoderConfigurationRecord. */
  config(record: Uint8Array): void;
  picture(picture: { dtsMs: Ms; ptsMs: Ms; isKey: boolean; data: Uint8Array }): void;
}

const headerBytes = 9;
const tagHeadBytes = 11;
const maxTagBytes = 8 * 1024 * 1024;
const avc = 7;

export class FlvReader {
  #handler: FlvVideoHandler;
  #rest: Buffer = Buffer.alloc(0);
  /** File header and the zero size behind it, then tags. */
  #hasHeader = false;

  constructor(handler: FlvVideoHandler) {
    this.#handler = handler;
  }

  /** Returns what was wrong, or null. */
  push(chunk: Buffer): string | null {
    let data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#hasHeader) {
      if (data.length < headerBytes + 4) {
        this.#rest = data;
        return null;
      }
      if (data.toString('latin1', 0, 3) !== 'FLV') return 'not FLV';
      this.#hasHeader = true;
      data = data.subarray(headerBytes + 4);
    }
    while (data.length >= tagHeadBytes) {
      const size = data.readUIntBE(1, 3);
      if (size > maxTagBytes) return 'tag too large';
      const end = tagHeadBytes + size + 4;
      if (data.length < end) break;
      if (data[0] === 9) this.#video(data.subarray(tagHeadBytes, tagHeadBytes + size), tagTime(data));
      data = data.subarray(end);
    }
    this.#rest = data;
    return null;
  }

  #video(body: Buffer, dtsMs: Ms): void {
    if (body.length < 5 || (body[0]! & 0x0f) !== avc) return;
    const data = body.subarray(5);
    if (body[1] === 0) this.#handler.config(new Uint8Array(data));
    if (body[1] !== 1 || data.length === 0) return;
    const isKey = body[0]! >> 4 === 1;
    this.#handler.picture({ dtsMs, ptsMs: dtsMs + body.readIntBE(2, 3), isKey, data: new Uint8Array(data) });
  }
}

/** Lower 24 bits first, the upper 8 behind them. */
const tagTime = (tag: Buffer): Ms => tag.readUIntBE(4, 3) + tag[7]! * 0x1000000;
