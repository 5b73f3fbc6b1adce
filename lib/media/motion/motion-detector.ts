import type { Ms } from '../../kernel/units.ts';

/**
 * Finds motion in the sizes of coded frames, without decoding. A frame that is predicted from others contains what has
 * changed, and a key frame the whole picture; so the size of the one divided by the size of the other is the share of
 * the picture that has changed, whatever the resolution and the quality. Noise and trees change it all the time: what
 * counts is by how much the share exceeds that of the quietest seconds. Streams of a constant bit rate hide motion:
 * their sizes do not change.
 */

const windowMs: Ms = 1_000;
/** Seconds that are remembered. A scene that becomes busier for good is known after as long. */
const maxWindows = 300;
/** Before that, nothing is known of the scene. */
const minWindows = 10;
/** The quietest seconds: this share of the remembered ones. */
const quietShare = 0.05;
/** By sensitivity 1 to 5: by how much the share of the picture that changes exceeds that of quiet seconds. */
const excess = [0.06, 0.03, 0.012, 0.008, 0.005] as const;
/** Of the last seconds: a single one is noise, or a change of light. */
const confirmedBy = 2;
const among = 3;

export class MotionDetector {
  private readonly excess: number;
  /** Share of the picture that changed in each second, oldest first. */
  private windows: number[] = [];
  private last: boolean[] = [];
  private startMs: Ms | null = null;
  private keyBytes: number | null = null;
  private sizes: number[] = [];

  /** `sensitivity`: 1 to 5. */
  constructor(sensitivity: number) {
    this.excess = excess[Math.min(Math.max(Math.round(sensitivity), 1), 5) - 1]!;
  }

  /** Whether there was motion in the second that ended before this frame. Null: not known, or the second has not ended. */
  frame(bytes: number, isKey: boolean, atMs: Ms): boolean | null {
    this.startMs ??= atMs;
    const isOver = atMs - this.startMs >= windowMs || atMs < this.startMs;
    const result = isOver ? this.endWindow(atMs) : null;
    if (isKey) this.keyBytes = bytes;
    else this.sizes.push(bytes);
    return result;
  }

  private endWindow(atMs: Ms): boolean | null {
    const { sizes, keyBytes } = this;
    this.startMs = atMs;
    this.sizes = [];
    // Only key frames: nothing to compare.
    if (sizes.length === 0 || !keyBytes) return null;
    // The median: a frame that was repeated or refreshed says nothing of the others.
    const share = at(sizes, 0.5) / keyBytes;
    const isLarge = this.windows.length >= minWindows && share - at(this.windows, quietShare) > this.excess;
    this.windows = [...this.windows, share].slice(-maxWindows);
    this.last = [...this.last, isLarge].slice(-among);
    return this.last.filter(Boolean).length >= confirmedBy;
  }
}

/** The value that this share of the values is smaller than. */
function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length * share)]!;
}
