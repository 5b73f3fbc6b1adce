import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';

/** Which wall time is played now. Stands still while held. */
export class PlaybackClock {
  private wallMs: EpochMs = 0;
  private since: Ms = 0;
  private isHeld = true;
  private factor = 1;

  constructor(private readonly monotonic: () => Ms) {}

  get now(): EpochMs {
    return this.isHeld ? this.wallMs : this.wallMs + (this.monotonic() - this.since) * this.factor;
  }

  get rate(): number {
    return this.factor;
  }

  set(wallMs: EpochMs): void {
    this.wallMs = wallMs;
    this.since = this.monotonic();
  }

  /** What has passed of the viewer's time does not count. */
  leaveOut(ms: Ms): void {
    this.since += ms;
  }

  hold(): void {
    this.set(this.now);
    this.isHeld = true;
  }

  run(): void {
    this.set(this.now);
    this.isHeld = false;
  }

  setRate(rate: number): void {
    this.set(this.now);
    this.factor = rate;
  }
}
