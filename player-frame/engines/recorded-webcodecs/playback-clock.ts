import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';

/** Without a tick for so long, the browser had frozen the page, or the machine slept: nobody has watched. */
const frozenMs: Ms = 2_000;

/** Which wall time is played now. Stands still while held. */
export class PlaybackClock {
  private wallMs: EpochMs = 0;
  private since: Ms = 0;
  private isHeld = true;
  private factor = 1;
  private tickedAt: Ms;

  constructor(private readonly monotonic: () => Ms) {
    this.tickedAt = monotonic();
  }

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

  /** Called often. True if the page was frozen since the last call: that time of the viewer does not count. */
  leaveOutFrozen(): boolean {
    const at = this.monotonic();
    const frozen = at - this.tickedAt;
    this.tickedAt = at;
    if (frozen < frozenMs) return false;
    this.since += frozen;
    return true;
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
