import type { Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';

interface Timer {
  at: Ms;
  period: Ms | null;
  run: () => void;
}

/** A clock that only `advance` moves. Timers run in order of time, then of creation. */
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

  get pending(): number {
    return this.timers.size;
  }

  /** Changes wall time only, as when an administrator sets the clock. */
  setWall(wall: EpochMs): void {
    this.wall = wall;
  }

  /**
   * Time passes and nothing runs, as in a page that the browser has frozen, or a machine that sleeps. Timers that were due
   * run once, with the next `advance`.
   */
  freeze(by: Ms): void {
    this.moveTo(this.elapsed + by);
    for (const timer of this.timers) timer.at = Math.max(timer.at, this.elapsed);
  }

  /** Advances time and lets promises settle after each timer. */
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

/** Lets all promises settle that can. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
