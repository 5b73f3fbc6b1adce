/**
 * Ring buffer of decoded audio with one writer and one reader, in shared memory (worker writes, audio thread reads)
 * or plain memory (the audio thread does both). Always two channels.
 */
const channels = 2;
/** Int32 words before the samples: frames written, frames read, sample rate, frames to skip to, end of the content. */
const headerWords = 5;
const written = 0;
const read = 1;
const rate = 2;
const skipTo = 3;
/** Media time after the last written frame, in ms, which wraps as FLV timestamps do. */
const endMs = 4;
/** A power of two, so that counters can wrap: 1.4 s at 48 kHz, 8 s at 8 kHz. */
export const ringFrames = 65_536;
export const ringBytes = (headerWords + channels * ringFrames) * 4;
export const ringMask = ringFrames - 1;

export class PcmRing {
  private readonly head: Int32Array;
  private readonly planes: readonly Float32Array[];

  constructor(memory: SharedArrayBuffer | ArrayBuffer) {
    this.head = new Int32Array(memory, 0, headerWords);
    this.planes = [0, 1].map(
      (channel) => new Float32Array(memory, (headerWords + channel * ringFrames) * 4, ringFrames),
    );
  }

  /** Frames available for reading. */
  get available(): number {
    return (this.get(written) - this.get(read)) | 0;
  }

  /** Sample rate of the content; 0 before the first write. */
  get sampleRate(): number {
    return this.get(rate);
  }

  /** Media time at the reader's position. */
  get mediaMs(): number {
    for (;;) {
      const end = this.get(written);
      const mediaMs = this.get(endMs);
      // Otherwise the writer was between both.
      if (end !== this.get(written)) continue;
      return mediaMs - (((end - this.get(read)) | 0) * 1_000) / this.sampleRate;
    }
  }

  /** Writer. `mediaMs` is the media time of the first frame. After a change of sample rate, or an overflow, the reader skips the previous content. */
  write(planes: readonly Float32Array[], sampleRate: number, mediaMs: number): void {
    const frames = planes[0]?.length ?? 0;
    if (frames === 0 || frames > ringFrames / 2) return;
    const from = this.get(written);
    if (this.sampleRate !== sampleRate) {
      Atomics.store(this.head, rate, sampleRate);
      Atomics.store(this.head, skipTo, from);
    }
    if (this.available + frames > ringFrames) {
      Atomics.store(this.head, skipTo, from);
      return;
    }
    for (const [channel, plane] of this.planes.entries()) {
      const source = planes[channel] ?? planes[0]!;
      const start = from & ringMask;
      const first = Math.min(frames, ringFrames - start);
      plane.set(source.subarray(0, first), start);
      plane.set(source.subarray(first), 0);
    }
    Atomics.store(this.head, endMs, Math.round(mediaMs + (frames * 1_000) / sampleRate));
    Atomics.store(this.head, written, (from + frames) | 0);
  }

  /** Writer. The reader skips everything written so far. */
  discard(): void {
    Atomics.store(this.head, skipTo, this.get(written));
  }

  /** Reader. Performs a skip requested by the writer. Returns whether there was one. */
  settle(): boolean {
    const skipPosition = this.get(skipTo);
    const isBehind = ((skipPosition - this.get(read)) | 0) > 0;
    if (isBehind) Atomics.store(this.head, read, skipPosition);
    return isBehind;
  }

  /** Reader position. `plane(channel)[(position + n) & ringMask]` is the sample `n` frames ahead. */
  get position(): number {
    return this.get(read);
  }

  plane(channel: 0 | 1): Float32Array {
    return this.planes[channel]!;
  }

  /** Reader: consumes `frames`. */
  advance(frames: number): void {
    Atomics.store(this.head, read, (this.get(read) + frames) | 0);
  }

  private get(word: number): number {
    return Atomics.load(this.head, word);
  }
}
