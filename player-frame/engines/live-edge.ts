import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { latencyPeriodMs, startLatency, stepLatency } from './latency-control.ts';

/**
 * A hidden picture that stands still is moved on this often, so that what was buffered can be thrown away. Each time
 * up to a whole group is decoded.
 */
const idleJumpMs: Ms = 10_000;
const jumpAheadS = 0.1;

/** Keeps a video element close to the end of what is buffered, and lets it rest while nobody sees or hears it. */
export class LiveEdge {
  private latency = startLatency;
  private hasStalled = false;
  private isResting = false;
  private jumpedAt: Ms = 0;

  constructor(
    private readonly video: HTMLVideoElement,
    private readonly clock: Clock,
  ) {}

  /** Until cancelled. `isPlaying` says whether there is a picture. */
  keep(isPlaying: () => boolean): Cancel {
    return this.clock.every(latencyPeriodMs, () => {
      if (isPlaying()) this.step();
    });
  }

  stalled(): void {
    this.hasStalled = true;
  }

  /** Seconds of media after the picture on the screen. */
  get aheadS(): number | null {
    const { buffered, currentTime } = this.video;
    return buffered.length === 0 ? null : buffered.end(buffered.length - 1) - currentTime;
  }

  /** Decoding stops; what arrives is still buffered, so that the newest picture is at hand. */
  rest(): void {
    if (this.isResting) return;
    this.isResting = true;
    this.video.pause();
  }

  /** Goes on with what is live now. The caller plays. */
  wake(): void {
    this.isResting = false;
    this.jump(jumpAheadS);
  }

  private step(): void {
    const { aheadS } = this;
    if (aheadS === null) return;
    if (this.isResting) {
      if (this.clock.monotonic() - this.jumpedAt >= idleJumpMs) this.jump(jumpAheadS);
      return;
    }
    const { state, action } = stepLatency(this.latency, { aheadS, hasStalled: this.hasStalled });
    this.hasStalled = false;
    this.latency = state;
    if (action?.do === 'rate') this.video.playbackRate = action.rate;
    if (action?.do === 'jump') this.jump(action.aheadS);
  }

  private jump(aheadS: number): void {
    const { buffered } = this.video;
    if (buffered.length === 0) return;
    this.jumpedAt = this.clock.monotonic();
    const last = buffered.length - 1;
    this.video.playbackRate = 1;
    this.video.currentTime = Math.max(buffered.start(last), buffered.end(last) - aheadS);
  }
}
