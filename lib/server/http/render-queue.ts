export interface RenderLimits {
  readonly running: number;
  readonly waiting: number;
  /** After this a render counts as done: who does not take its page must not keep others from theirs. */
  readonly maxMs: number;
}

/** Lets few pages be rendered at a time: they are made on the event loop that also carries the pictures. */
export class RenderQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly limits: RenderLimits) {}

  /** False, having done nothing, when too many wait already. `isWanted` is asked when the turn comes. */
  async run(isWanted: () => boolean, render: () => Promise<void>): Promise<boolean> {
    if (this.running < this.limits.running) this.running += 1;
    else if (this.waiting.length >= this.limits.waiting) return false;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));

    let isOver = false;
    const leave = () => {
      if (isOver) return;
      isOver = true;
      const next = this.waiting.shift();
      // Other work of the event loop comes between two renders.
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
