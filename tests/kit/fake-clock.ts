import type { Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

interface Timer {
  at: Ms;
  period: Ms | null;
  run: () => void;
}

/** A clock that stands still until told. Timers run in order of their time, then of their creation. */
export class FakeClock implements Clock {
  private elapsed: Ms = 0;
  private readonly timers = new Set<Timer>();

  constructor(private wall: EpochMs = 1_760_000_000_000 /* 2025-10-09 */) {}

  now(): EpochMs {
    return this.wall;
  }

  monotonic(): Ms {
    return this.elapsed;
  }

  after(delay: Ms, run: () => void): () => void {
    return this.add({ at: this.elapsed + delay, period: null, run });
  }

  every(period: Ms, run: () => void): () => void {
    return this.add({ at: this.elapsed + period, period, run });
  }

  /** Number of timers that wait. */
  get pending(): number {
    return this.timers.size;
  }

  /** Moves wall time only, as an operator does who sets the clock. */
  setWall(wall: EpochMs): void {
    this.wall = wall;
  }

  /** Moves time and lets promises settle after each timer. */
  async advance(by: Ms): Promise<void> {
    const end = this.elapsed + by;
    for (;;) {
      const next = [...this.timers].sort((a, b) => a.at - b.at)[0];
      if (!next || next.at > end) break;
      this.moveTo(next.at);
      if (next.period === null) this.timers.delete(next);
      else next.at += next.period;
      next.run();
      await settle();
    }
    this.moveTo(end);
    await settle();
  }

  private add(timer: Timer): () => void {
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  private moveTo(at: Ms): void {
    this.wall += at - this.elapsed;
    this.elapsed = at;
  }
}

/** Lets every promise that can settle now do so. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
