import type { Ms } from '../../kernel/units.ts';

/**
 * Finds motion in the sizes of coded frames, without decoding: a frame that is predicted from others is the larger the
 * more changes. Sizes of a second are compared with those of the quiet seconds of the last two minutes. Key frames are
 * left out, because they contain the whole picture. Streams of a constant bit rate hide motion: their sizes do not
 * change.
 */

const windowMs: Ms = 1_000;
/** Seconds that are remembered. */
const maxWindows = 120;
/** Before that, nothing is known of the scene. */
const minWindows = 10;
/** The quiet seconds: this share of the remembered ones is smaller. */
const quietShare = 0.25;
/** Smaller frames are counted with this size: a still picture costs a few bytes, and twice as many are still few. */
const floorBytes = 60;
/** By sensitivity 1 to 5: how many times larger than in quiet seconds. */
const ratios = [4, 2.6, 1.9, 1.5, 1.3] as const;
/** Of the last seconds: a single large one is noise, or a change of light. */
const confirmedBy = 2;
const among = 3;

export class MotionDetector {
  private readonly threshold: number;
  /** Logarithms of the mean size of each second, oldest first. */
  private windows: number[] = [];
  private last: boolean[] = [];
  private startMs: Ms | null = null;
  private bytes = 0;
  private frames = 0;

  /** `sensitivity`: 1 to 5. */
  constructor(sensitivity: number) {
    this.threshold = Math.log(ratios[Math.min(Math.max(Math.round(sensitivity), 1), 5) - 1]!);
  }

  /** Whether there was motion in the second that ended before this frame. Null: the second has not ended. */
  frame(bytes: number, isKey: boolean, atMs: Ms): boolean | null {
    this.startMs ??= atMs;
    const isOver = atMs - this.startMs >= windowMs || atMs < this.startMs;
    const result = isOver ? this.endWindow(atMs) : null;
    if (!isKey) {
      this.bytes += bytes;
      this.frames += 1;
    }
    return result;
  }

  private endWindow(atMs: Ms): boolean | null {
    const { bytes, frames } = this;
    this.startMs = atMs;
    this.bytes = 0;
    this.frames = 0;
    // Only key frames: nothing to compare.
    if (frames === 0) return null;
    const size = Math.log(Math.max(bytes / frames, floorBytes));
    const isLarge = this.windows.length >= minWindows && size - this.quiet() > this.threshold;
    this.windows = [...this.windows, size].slice(-maxWindows);
    this.last = [...this.last, isLarge].slice(-among);
    return this.last.filter(Boolean).length >= confirmedBy;
  }

  private quiet(): number {
    const sorted = [...this.windows].sort((one, other) => one - other);
    return sorted[Math.floor(sorted.length * quietShare)]!;
  }
}
