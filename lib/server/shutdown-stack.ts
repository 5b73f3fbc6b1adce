import type { Logger } from '../kernel/logger.ts';

/** Stops components in reverse order of their start. If one fails to stop, the others are still stopped. */
export class ShutdownStack {
  private readonly stops: { readonly name: string; readonly stop: () => void | Promise<void> }[] = [];
  private running: Promise<void> | null = null;

  constructor(private readonly log: Logger) {}

  add(name: string, stop: () => void | Promise<void>): void {
    this.stops.push({ name, stop });
  }

  /** Safe to call twice: both calls wait for the same run. */
  run(): Promise<void> {
    this.running ??= this.runAll();
    return this.running;
  }

  private async runAll(): Promise<void> {
    for (const { name, stop } of this.stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        this.log.error({ err: error, part: name }, 'a component did not stop cleanly');
      }
    }
  }
}
