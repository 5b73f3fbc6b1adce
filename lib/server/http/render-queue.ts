export interface RenderLimits {
  readonly running: number;
  readonly waiting: number;
  /**
   * After this time a render counts as done, so that a client that does not read its page cannot block
   * others.
   */
  readonly maxMs: number;
}

/** Limits concurrent page rendering, which shares the event loop with video delivery. */
export class RenderQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limits: RenderLimits) {}

  /** False, with nothing done, if the queue is full. `isWanted` is called just before rendering. */
  async run(isWanted: () => boolean, render: () => Promise<void>): Promise<boolean> {
    if (this.running < this.limits.running) this.running += 1;
    else if (this.waiting.length >= this.limits.waiting) return false;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));

    let isOver = false;
    const leave = () => {
      if (isOver) return;
      isOver = true;
      const next = this.waiting.shift();
      // Yield to the event loop between two renders.
      if (next) setImmediate(next);
      else this.running -= 1;
    };
    const timer = setTimeout(leave, this.limits.maxMs);
    try {
      if (isWanted()) await render();
      return true;
    } finally {
      clearTimeout(timer);
      leave();
    }
  }
}
