import type { Logger } from '../kernel/logger.ts';

/** What was started, stopped in the opposite order. One failing stop does not keep the others from stopping. */
export class ShutdownStack {
  private readonly stops: { readonly name: string; readonly stop: () => void | Promise<void> }[] = [];
  private running: Promise<void> | null = null;

  constructor(private readonly log: Logger) {}

  add(name: string, stop: () => void | Promise<void>): void {
    this.stops.push({ name, stop });
  }

  /** Safe to call twice: both calls wait for the one run. */
  run(): Promise<void> {
    this.running ??= this.runAll();
    return this.running;
  }

  private async runAll(): Promise<void> {
    for (const { name, stop } of this.stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        this.log.error({ err: error, part: name }, 'a part did not stop cleanly');
      }
    }
  }
}
