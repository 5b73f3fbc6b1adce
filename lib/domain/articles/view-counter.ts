import type { Db } from '../../db/client.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';

const writeAfterMs: Ms = 10_000;

/**
 * Counts views of articles in memory, and adds them to their rows some seconds later: one write for all of them. A process
 * that ends loses these seconds.
 */
export class ViewCounter {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  #counts = new Map<number, number>();
  #timer: Cancel | null = null;
  #flushing: Promise<void> = Promise.resolve();

  constructor({ db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  count(articleId: number): void {
    this.#counts.set(articleId, (this.#counts.get(articleId) ?? 0) + 1);
    this.#timer ??= this.#clock.after(writeAfterMs, () => {
      this.#timer = null;
      this.flush().catch((error: unknown) => this.#log.error({ err: error }, 'views were not counted'));
    });
  }

  /** Adds what was counted, after a call that is still writing. What could not be added is added by the next call. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const counts = this.#counts;
    this.#counts = new Map();
    try {
      for (const [id, views] of counts) {
        await this.#db
          .updateTable('article')
          .set((row) => ({ viewCount: row('viewCount', '+', views) }))
          .where('id', '=', id)
          .execute();
        counts.delete(id);
      }
    } finally {
      for (const [id, views] of counts) this.#counts.set(id, (this.#counts.get(id) ?? 0) + views);
    }
  }

  /** Safe to call twice. */
  stop(): void {
    this.#timer?.();
    this.#timer = null;
  }
}
