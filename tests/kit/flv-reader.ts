/**
 * Parses FLV for tests: written from the format specification, and deliberately without lib/codec, which the muxer
 * uses. ffmpeg, the other independent reader (tests/media/flv-mux), supports enhanced FLV for H.265 and FLAC only from
 * version 8 on, so this reader extracts the elementary streams for it.
 */
export interface ReadTag {
  readonly type: 'audio' | 'video' | 'script';
  readonly timestampMs: number;
  readonly body: Buffer;
}

export interface ReadFlv {
  readonly flags: { readonly audio: boolean; readonly video: boolean } | null;
  readonly tags: readonly ReadTag[];
  /** Bytes of an unfinished tag at the end. */
  readonly rest: number;
}

const typeOf = { 8: 'audio', 9: 'video', 18: 'script' } as const;

/** Incremental: push bytes, read tags. Throws if the bytes are not FLV. */
export class FlvReader {
  flags: { audio: boolean; video: boolean } | null = null;
  private buffer: Buffer = Buffer.alloc(0);

  constructor(private readonly onTag: (tag: ReadTag) => void) {}

  get rest(): number {
    return this.buffer.length;
  }

  push(bytes: Uint8Array): void {
    this.buffer = this.buffer.length > 0 ? Buffer.concat([this.buffer, bytes]) : Buffer.from(bytes);
    if (!this.flags) {
      if (this.buffer.length < 13) return;
      if (this.buffer.toString('latin1', 0, 3) !== 'FLV') throw new Error('not FLV');
      if (this.buffer.readUInt32BE(9) !== 0) throw new Error('the first PreviousTagSize is not 0');
      this.flags = { audio: (this.buffer[4]! & 4) !== 0, video: (this.buffer[4]! & 1) !== 0 };
      this.buffer = this.buffer.subarray(13);
    }
    while (this.buffer.length >= 11) {
      const length = this.buffer.readUIntBE(1, 3);
      if (this.buffer.length < 15 + length) return;
      const type = typeOf[this.buffer[0] as keyof typeof typeOf];
      if (!type) throw new Error(`unknown tag type ${this.buffer[0]}`);
      if (this.buffer.readUInt32BE(11 + length) !== 11 + length) throw new Error('wrong PreviousTagSize');
      const timestampMs = this.buffer.readUIntBE(4, 3) + this.buffer[7]! * 2 ** 24;
      this.onTag({ type, timestampMs, body: Buffer.from(this.buffer.subarray(11, 11 + length)) });
      this.buffer = this.buffer.subarray(15 + length);
    }
  }
}

export function readFlv(bytes: Uint8Array): ReadFlv {
  const tags: ReadTag[] = [];
  const reader = new FlvReader((tag) => tags.push(tag));
  reader.push(bytes);
  return { flags: reader.flags, tags, rest: reader.rest };
}

/** Parses a video tag: classic AVC or enhanced `hvc1`. */
export function readVideo({ body }: ReadTag): {
  codec: string;
  isKey: boolean;
  isHeader: boolean;
  data: Buffer;
} {
  const isKey = ((body[0]! >> 4) & 7) === 1;
  if ((body[0]! & 0x80) === 0) {
    return { codec: 'avc1', isKey, isHeader: body[1] === 0, data: body.subarray(5) };
  }
  const packetType = body[0]! & 0x0f;
  const dataAt = packetType === 1 ? 8 : 5;
  return {
    codec: body.toString('latin1', 1, 5),
    isKey,
    isHeader: packetType === 0,
    data: body.subarray(dataAt),
  };
}

export function readAudio({ body }: ReadTag): { codec: string; isHeader: boolean; data: Buffer } {
  if (body[0]! >> 4 === 10) return { codec: 'mp4a', isHeader: body[1] === 0, data: body.subarray(2) };
  return { codec: body.toString('latin1', 1, 5), isHeader: (body[0]! & 0x0f) === 0, data: body.subarray(5) };
}

/** Name and object of a script tag; nested objects stay nested. */
export function readScript({ body }: ReadTag): { name: string; value: Record<string, unknown> } {
  let at = 0;
  const text = () => {
    const length = body.readUInt16BE(at);
    at += 2 + length;
    return body.toString('utf8', at - length, at);
  };
  const value = (): unknown => {
    const type = body[at]!;
    at += 1;
    if (type === 0) {
      at += 8;
      return body.readDoubleBE(at - 8);
    }
    if (type === 1) {
      at += 1;
      return body[at - 1] !== 0;
    }
    if (type === 2) return text();
    if (type === 5) return null;
    if (type !== 8) throw new Error(`unknown AMF type ${type}`);
    at += 4;
    const object: Record<string, unknown> = {};
    while (body.readUIntBE(at, 3) !== 9) {
      const name = text();
      object[name] = value();
    }
    at += 3;
    return object;
  };
  const name = value();
  return { name: String(name), value: value() as Record<string, unknown> };
}
