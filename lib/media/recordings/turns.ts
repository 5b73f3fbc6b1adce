import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

/** Work that reads many files: a few at a time, and what takes long does not keep the others waiting. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  /** After `patienceMs`, the next one begins although this one has not ended. */
  constructor(
    atOnce: number,
    private readonly patienceMs: Ms,
    private readonly clock: Clock,
  ) {
    this.free = atOnce;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    let hasEnded = false;
    const end = () => {
      if (hasEnded) return;
      hasEnded = true;
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    };
    const cancel = this.clock.after(this.patienceMs, end);
    try {
      return await work();
    } finally {
      cancel();
      end();
    }
  }
}
