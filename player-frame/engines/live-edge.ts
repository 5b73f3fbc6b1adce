import type { Cancel, Clock } from '../../lib/kernel/clock.ts';
import type { Ms } from '../../lib/kernel/units.ts';
import { latencyPeriodMs, startLatency, stepLatency } from './latency-control.ts';

/** Seek interval of a hidden, paused video, so that the buffer can be freed. Each seek decodes up to one GOP. */
const idleJumpMs: Ms = 10_000;
const minJumpAheadS = 0.1;

/** Keeps a video element close to the end of the buffer, and paused while it is neither visible nor audible. */
export class LiveEdge {
  private latency = startLatency;
  private hasStalled = false;
  private isSuspended = false;
  private jumpedAt: Ms = 0;
  private intervalMs: Ms = 0;

  /** `endS`: time of the element up to which media has been received. `beforeJump`: of a video that is shown. */
  constructor(
    private readonly video: HTMLVideoElement,
    private readonly clock: Clock,
    private readonly endS: () => number | null,
    private readonly beforeJump: () => void,
  ) {}

  /** Runs until cancelled. `isPlaying` returns whether there is video, `interval` its frame interval. */
  keep(isPlaying: () => boolean, interval: () => Ms | null): Cancel {
    return this.clock.every(latencyPeriodMs, () => {
      if (isPlaying()) this.step(interval() ?? 0);
    });
  }

  stalled(): void {
    this.hasStalled = true;
  }

  /** Seconds buffered after the current frame. */
  get aheadS(): number | null {
    const endS = this.endS();
    return endS === null || this.video.buffered.length === 0 ? null : endS - this.video.currentTime;
  }

  /** Stops decoding; data is still buffered, so that the newest frame is available. */
  suspend(): void {
    if (this.isSuspended) return;
    this.isSuspended = true;
    this.video.pause();
  }

  /** Continues at the live edge. The caller starts playback. */
  resume(): void {
    this.isSuspended = false;
    this.jump(this.jumpAheadS);
  }

  /** Less than a frame would stall a camera of few frames. */
  private get jumpAheadS(): number {
    return Math.max(minJumpAheadS, this.intervalMs / 1_000);
  }

  private step(intervalMs: Ms): void {
    const { aheadS } = this;
    this.intervalMs = intervalMs;
    if (aheadS === null) return;
    if (this.isSuspended) {
      if (this.clock.monotonic() - this.jumpedAt >= idleJumpMs) this.jump(this.jumpAheadS);
      return;
    }
    const { state, action } = stepLatency(this.latency, {
      aheadS,
      intervalMs,
      hasStalled: this.hasStalled,
    });
    this.hasStalled = false;
    this.latency = state;
    if (action?.do === 'rate') this.video.playbackRate = action.rate;
    if (action?.do === 'jump') {
      this.beforeJump();
      this.jump(action.aheadS);
    }
  }

  private jump(aheadS: number): void {
    const { buffered } = this.video;
    const endS = this.endS();
    if (buffered.length === 0 || endS === null) return;
    this.jumpedAt = this.clock.monotonic();
    const last = buffered.length - 1;
    this.video.playbackRate = 1;
    this.video.currentTime = Math.max(buffered.start(last), endS - aheadS);
  }
}
