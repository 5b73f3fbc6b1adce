/**
 * Work on recordings in small steps: one in each turn of the event loop, however many requests wait, so that live video is
 * never later than by one step. Steps of several requests alternate.
 */
export class Steps {
  private readonly waiting: (() => void)[] = [];

  /** Resolves when the next step may be done, which must not take longer than a few milliseconds. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) setImmediate(this.run);
    });
  }

  private readonly run = (): void => {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) setImmediate(this.run);
  };
}
