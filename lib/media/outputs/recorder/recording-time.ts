import type { Clock } from '../../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';

/** By how much the time of a recording may be adjusted per frame. */
const maxStepMs: Ms = 2;
/** A larger difference is not adjusted: a new run begins. */
const maxDifferenceMs: Ms = 2_000;
/** A smaller one is the irregularity of timers. */
const minDifferenceMs: Ms = 10;
/** Frames may arrive late together; within this time at least one arrives in time. */
const windowMs: Ms = 5_000;
/** If the camera's time shifts by more from one frame to the next, against the clock or back, it was reset. */
const maxShiftMs: Ms = 10_000;
const maxStepBackMs: Ms = 1_000;

/**
 * Wall time of the frames of one source, by the server's clock. Within a run, intervals are those of the camera, adjusted
 * slowly to the clock.
 */
export class RecordingTime {
  /** Wall time minus the camera's time; null before the first frame. */
  private offsetMs: number | null = null;
  /** Wall time minus monotonic time when the run began or the clock was last followed. */
  private clockMs = 0;
  private isClockSet = false;
  private last: { readonly dtsMs: Ms; readonly receivedAt: Ms } | null = null;
  /** The smallest delay of a frame of the window: the one that arrived in time. */
  private delayMs: Ms = Number.POSITIVE_INFINITY;
  private windowEnd: Ms = 0;
  /** Still to be adjusted. */
  private differenceMs: Ms = 0;

  constructor(private readonly clock: Clock) {}

  /** A new source: its time has another zero. */
  restart(): void {
    this.offsetMs = null;
  }

  /**
   * To be called for each frame of the track that leads (video, if there is any) before `wallOf`. `newRun`: the time of
   * this frame does not continue the previous ones. A run begins with a key frame, so frames before it keep the old
   * time; `unusable` if they have none.
   */
  follow(dtsMs: Ms, receivedAt: Ms, isKey: boolean): 'continued' | 'newRun' | 'unusable' {
    const clockMs = this.clock.now() - this.clock.monotonic();
    const isReset = this.isReset(dtsMs, receivedAt);
    if (this.offsetMs === null || isReset) {
      if (!isKey) return 'unusable';
      return this.begin(dtsMs, receivedAt, clockMs);
    }
    this.last = { dtsMs, receivedAt };
    if (Math.abs(clockMs - this.clockMs) > maxDifferenceMs) this.isClockSet = true;
    this.measure(clockMs + receivedAt - (dtsMs + this.offsetMs), receivedAt);
    const isOff = this.isClockSet || Math.abs(this.differenceMs) > maxDifferenceMs;
    if (isOff && isKey) return this.begin(dtsMs, receivedAt, clockMs);
    if (!isOff) this.adjust();
    return 'continued';
  }

  /** Of a frame or packet of the same source. */
  wallOf(dtsMs: Ms): EpochMs {
    return dtsMs + (this.offsetMs ?? 0);
  }

  private begin(dtsMs: Ms, receivedAt: Ms, clockMs: number): 'newRun' {
    this.offsetMs = clockMs + receivedAt - dtsMs;
    this.clockMs = clockMs;
    this.isClockSet = false;
    this.last = { dtsMs, receivedAt };
    this.differenceMs = 0;
    this.delayMs = Number.POSITIVE_INFINITY;
    this.windowEnd = receivedAt + windowMs;
    return 'newRun';
  }

  private isReset(dtsMs: Ms, receivedAt: Ms): boolean {
    if (this.last === null) return false;
    const passed = dtsMs - this.last.dtsMs;
    return passed < -maxStepBackMs || Math.abs(passed - (receivedAt - this.last.receivedAt)) > maxShiftMs;
  }

  private measure(delayMs: Ms, receivedAt: Ms): void {
    this.delayMs = Math.min(this.delayMs, delayMs);
    if (receivedAt < this.windowEnd) return;
    this.differenceMs = Math.abs(this.delayMs) > minDifferenceMs ? this.delayMs : 0;
    this.delayMs = Number.POSITIVE_INFINITY;
    this.windowEnd = receivedAt + windowMs;
  }

  private adjust(): void {
    const step = Math.max(-maxStepMs, Math.min(maxStepMs, this.differenceMs));
    this.offsetMs = (this.offsetMs ?? 0) + step;
    this.differenceMs -= step;
  }
}
