/**
 * A ring of decoded sound with one writer and one reader, over shared memory (worker writes, audio thread
 * reads) or over plain memory (the audio thread does both). Always two channels.
 */
const channels = 2;
/** Int32 words before the samples: frames written, frames read, sample rate, frames to skip to. */
const headerWords = 4;
const written = 0;
const read = 1;
const rate = 2;
const skipTo = 3;
/** A power of two, so that counters may wrap: 1.4 s at 48 kHz, 8 s at 8 kHz. */
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

  /** Frames ready to be read. */
  get available(): number {
    return (this.get(written) - this.get(read)) | 0;
  }

  /** Of the sound in the ring; 0 before any came. */
  get sampleRate(): number {
    return this.get(rate);
  }

  /** Writer. Sound of another rate, or more than fits, makes the reader skip what is in the ring. */
  write(planes: readonly Float32Array[], sampleRate: number): void {
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
    Atomics.store(this.head, written, (from + frames) | 0);
  }

  /** Reader. Follows the writer's wish to skip. */
  settle(): void {
    const wish = this.get(skipTo);
    const at = this.get(read);
    if (((wish - at) | 0) > 0) Atomics.store(this.head, read, wish);
  }

  /** Reader: where it stands. `plane(channel)[(position + n) & ringMask]` is the sample `n` frames on. */
  get position(): number {
    return this.get(read);
  }

  plane(channel: 0 | 1): Float32Array {
    return this.planes[channel]!;
  }

  /** Reader: done with `frames`. */
  advance(frames: number): void {
    Atomics.store(this.head, read, (this.get(read) + frames) | 0);
  }

  private get(word: number): number {
    return Atomics.load(this.head, word);
  }
}
