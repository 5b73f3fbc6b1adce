/**
 * Incremental FLV demuxer: push chunks of any size, receive events. Memory is bounded by the maximum tag
 * size. Never throws; the first failure is the last event.
 */
import { readScript } from './amf0.ts';
import type { FlvEvent, FlvFailure, FlvSample } from './flv-events.ts';
import { AUDIO_TAG, readAudioTag, readEncrypted, readVideoTag, SCRIPT_TAG, VIDEO_TAG } from './flv-tags.ts';

/** A key frame of 4K video is about 2 MB. */
export const maxTagBytes = 4 * 1024 * 1024;
/** Our server's script tags are smaller than 1 kB. */
const maxScriptBytes = 64 * 1024;
/** File header, then the size of the previous tag, which is 0. */
const maxHeaderBytes = 64;
/** Consecutive tags of unknown type before the data counts as not FLV. */
const maxUnknownTags = 8;

const tagHeaderBytes = 11;
/** Every tag is followed by its size again, which is often wrong and is ignored. */
const tagTrailerBytes = 4;

export class FlvDemuxer {
  #emit: (event: FlvEvent) => void;
  #state: 'header' | 'tags' | 'failed' = 'header';
  /** Bytes of an incomplete tag: `rest[0 … restLength)`. */
  #rest = new Uint8Array(0);
  #restLength = 0;
  #unknownTags = 0;
  #lastRawTime = 0;
  #timeWraps = 0;

  constructor(emit: (event: FlvEvent) => void) {
    this.#emit = emit;
  }

  /** Buffered bytes, for tests of the memory limit. */
  get bufferedBytes(): number {
    return this.#rest.length;
  }

  push(chunk: Uint8Array): void {
    let input = chunk;
    while (!this.#isFailed() && input.length > 0) {
      input = this.#restLength > 0 ? this.#complete(input) : this.#readInPlace(input);
    }
    if (this.#isFailed()) this.#release();
  }

  /** Completes the buffered tag without copying more; the rest is parsed in place. */
  #complete(input: Uint8Array): Uint8Array {
    const missing = this.#missingBytes(this.#rest.subarray(0, this.#restLength));
    if (this.#isFailed()) return input;
    this.#buffer(input.subarray(0, missing));
    const whole = this.#rest.subarray(0, this.#restLength);
    if (this.#missingBytes(whole) === 0 && !this.#isFailed()) {
      // Events keep views into these bytes, so the buffer is not reused.
      this.#release();
      this.#read(whole);
    }
    return input.subarray(missing);
  }

  #readInPlace(input: Uint8Array): Uint8Array {
    const missing = this.#missingBytes(input);
    if (this.#isFailed()) return input;
    if (missing === 0) return input.subarray(this.#read(input));
    this.#buffer(input);
    return input.subarray(input.length);
  }

  #isFailed(): boolean {
    return this.#state === 'failed';
  }

  /** Bytes missing from the next header or tag, as far as known; 0 if it is complete. */
  #missingBytes(bytes: Uint8Array): number {
    if (this.#state === 'header') {
      if (bytes.length < 9) return 9 - bytes.length;
      const offset = new DataView(bytes.buffer, bytes.byteOffset + 5, 4).getUint32(0);
      if (offset < 9 || offset > maxHeaderBytes) return this.#refuse('flv.signature');
      return Math.max(0, offset + tagTrailerBytes - bytes.length);
    }
    if (bytes.length < tagHeaderBytes) return tagHeaderBytes - bytes.length;
    const size = (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!;
    if (size > maxTagBytes) return this.#refuse('flv.tagSize');
    return Math.max(0, tagHeaderBytes + size + tagTrailerBytes - bytes.length);
  }

  /** Parses one complete header or tag and returns its length. */
  #read(bytes: Uint8Array): number {
    if (this.#state === 'header') {
      if (bytes[0] !== 0x46 || bytes[1] !== 0x4c || bytes[2] !== 0x56) return this.#refuse('flv.signature');
      this.#state = 'tags';
      this.#emit({ type: 'header', hasAudio: (bytes[4]! & 4) !== 0, hasVideo: (bytes[4]! & 1) !== 0 });
      return new DataView(bytes.buffer, bytes.byteOffset + 5, 4).getUint32(0) + tagTrailerBytes;
    }
    const size = (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!;
    const body = bytes.subarray(tagHeaderBytes, tagHeaderBytes + size);
    const rawTime = ((bytes[7]! << 24) | (bytes[4]! << 16) | (bytes[5]! << 8) | bytes[6]!) >>> 0;
    this.#tag(bytes[0]!, body, rawTime);
    return tagHeaderBytes + size + tagTrailerBytes;
  }

  #tag(type: number, body: Uint8Array, rawTime: number): void {
    const isEncrypted = (type & 0x20) !== 0;
    const kind = type & 0x1f;
    if (kind !== AUDIO_TAG && kind !== VIDEO_TAG && kind !== SCRIPT_TAG) {
      this.#unknownTags += 1;
      if (this.#unknownTags > maxUnknownTags) this.#refuse('flv.tagType');
      else this.#emit({ type: 'skipped', reason: `tag type ${kind}` });
      return;
    }
    this.#unknownTags = 0;
    if (isEncrypted && kind === SCRIPT_TAG) this.#refuse('flv.codec');
    else if (kind === SCRIPT_TAG) this.#script(body);
    else this.#media(kind === VIDEO_TAG, isEncrypted, body, this.#unwrap(rawTime));
  }

  #media(isVideo: boolean, isEncrypted: boolean, body: Uint8Array, timeMs: number): void {
    const event = isVideo ? readVideoTag(body, timeMs) : readAudioTag(body, timeMs);
    if (event.type === 'failed') this.#refuse(event.code);
    else if (isEncrypted && event.type !== 'skipped') this.#encrypted(event);
    else this.#emit(event);
  }

  /** `event` as if its data were clear: they begin with the parameters of the encryption. */
  #encrypted(event: FlvEvent): void {
    const sample = event.type === 'video' || event.type === 'audio' ? event : null;
    const found = sample && readEncrypted(sample.unit.data);
    if (!sample || !found) {
      this.#refuse('flv.codec');
      return;
    }
    const content = { ...sample, unit: { ...sample.unit, data: found.data } } as FlvSample;
    this.#emit({ type: 'encrypted', iv: found.iv, content });
  }

  #script(body: Uint8Array): void {
    if (body.length > maxScriptBytes) {
      this.#emit({ type: 'skipped', reason: 'script tag too large' });
      return;
    }
    const script = readScript(body);
    if (script.ok) this.#emit({ type: 'script', ...script.value });
    else this.#emit({ type: 'skipped', reason: script.error });
  }

  /** Timestamps have 32 bits and wrap after 49.7 days. */
  #unwrap(rawTime: number): number {
    const half = 2 ** 31;
    if (rawTime < this.#lastRawTime - half) this.#timeWraps += 1;
    else if (rawTime > this.#lastRawTime + half && this.#timeWraps > 0) this.#timeWraps -= 1;
    this.#lastRawTime = rawTime;
    return rawTime + this.#timeWraps * 2 ** 32;
  }

  /** The buffer grows with received bytes, never by an announced size. */
  #buffer(bytes: Uint8Array): void {
    const length = this.#restLength + bytes.length;
    if (length > this.#rest.length) {
      const larger = new Uint8Array(Math.max(length, Math.min(this.#rest.length * 2, maxTagBytes + 64)));
      larger.set(this.#rest.subarray(0, this.#restLength));
      this.#rest = larger;
    }
    this.#rest.set(bytes, this.#restLength);
    this.#restLength = length;
  }

  /** Returns 0, so that callers that count bytes stop. */
  #refuse(code: FlvFailure): 0 {
    if (this.#state !== 'failed') {
      this.#state = 'failed';
      this.#release();
      this.#emit({ type: 'failed', code });
    }
    return 0;
  }

  #release(): void {
    this.#rest = new Uint8Array(0);
    this.#restLength = 0;
  }
}
