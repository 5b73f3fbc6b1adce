import type { VideoUnit } from '../../../lib/codec/flv/flv-events.ts';
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { Ms } from '../../../lib/kernel/units.ts';
import type { AudioClock } from './audio-clock.ts';

/** A larger difference is not a delay: the tracks have different times. */
const maxWaitMs: Ms = 1_000;
/** Decoding and drawing take about this long. */
const leadMs: Ms = 8;
/** Frames after which the lateness is known. */
const lateFrames = 10;
/** A smaller lateness is not noticeable, and delaying audio interrupts it. */
const maxLateMs: Ms = 15;
/** Audio follows a new delay within this time. */
const settleMs: Ms = 1_000;

export interface VideoDelayDeps {
  readonly clock: Clock;
  readonly audio: AudioClock;
  /** Receives the frames in order. */
  readonly push: (unit: VideoUnit) => void;
  /** Frames arrive this much later than their audio is played. */
  readonly onLate: (lateMs: Ms) => void;
}

/**
 * Holds back encoded frames until their audio is played: audio needs a reserve, video does not. Encoded, because decoders
 * have a limited number of frames. While no audio is playing, frames pass at once. If frames arrive after their audio,
 * audio has to wait instead.
 */
export class VideoDelay {
  #units: VideoUnit[] = [];
  #cancel: Cancel | null = null;
  #late: Ms[] = [];
  #settlesAt: Ms = 0;

  constructor(private readonly deps: VideoDelayDeps) {}

  /** Frames that wait. */
  get waiting(): readonly VideoUnit[] {
    return this.#units;
  }

  push(unit: VideoUnit): void {
    this.#watchLateness(unit);
    this.#units.push(unit);
    this.#release();
  }

  /** Passes all frames on. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#late = [];
    for (const unit of this.#units.splice(0)) this.deps.push(unit);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#units = [];
  }

  #release(): void {
    this.#cancel?.();
    this.#cancel = null;
    for (let unit = this.#units[0]; unit; unit = this.#units[0]) {
      const waitMs = this.#aheadMs(unit) - leadMs;
      if (waitMs > 0 && waitMs <= maxWaitMs) {
        this.#cancel = this.deps.clock.after(waitMs, () => this.#release());
        return;
      }
      this.#units.shift();
      this.deps.push(unit);
    }
  }

  /** Time until the audio of this frame is played; negative if it has been. */
  #aheadMs(unit: VideoUnit): Ms {
    const { clock, audio } = this.deps;
    const audibleMs = audio.mediaAt(clock.now());
    return audibleMs === null ? 0 : unit.dtsMs - audibleMs;
  }

  #watchLateness(unit: VideoUnit): void {
    const { clock, audio, onLate } = this.deps;
    const now = clock.monotonic();
    if (now < this.#settlesAt || audio.mediaAt(clock.now()) === null) {
      this.#late = [];
      return;
    }
    this.#late.push(leadMs - this.#aheadMs(unit));
    if (this.#late.length < lateFrames) return;
    // All but the latest frame, which may be an exception.
    const lateMs = this.#late.sort((a, b) => a - b).at(-2)!;
    this.#late = [];
    if (lateMs <= maxLateMs || lateMs > maxWaitMs) return;
    this.#settlesAt = now + settleMs;
    onLate(lateMs);
  }
}
