import type { Db } from '../../db/client.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';

const writeAfterMs: Ms = 10_000;
const dayMs: Ms = 24 * 60 * 60_000;
export const usedDays = 30;

export interface ThemeUse {
  readonly applicationId: string;
  readonly name: string;
  /** In the last 30 days. */
  readonly requests: number;
  readonly lastAt: EpochMs;
}

interface Counted {
  readonly tenantId: string;
  readonly themeId: string;
  readonly applicationId: string;
  readonly day: number;
  requests: number;
  usedAt: EpochMs;
}

const dayOf = (at: EpochMs) => Math.floor(at / dayMs);

/**
 * Which applications ask for a theme. Requests are counted in memory and written some seconds later, together; a process
 * that ends loses these seconds. Days that no list shows any more are deleted with the first write of a day.
 */
export class ThemeUses {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Logger;
  #counted = new Map<string, Counted>();
  #timer: Cancel | null = null;
  #flushing: Promise<void> = Promise.resolve();
  #cleanedOn = 0;

  constructor({ db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger }) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  count({ tenantId }: TenantScope, themeId: string, applicationId: string): void {
    const now = this.#clock.now();
    const key = [tenantId, themeId, applicationId, dayOf(now)].join(' ');
    const found = this.#counted.get(key);
    if (found) {
      found.requests += 1;
      found.usedAt = now;
    } else {
      this.#counted.set(key, {
        ...{ tenantId, themeId, applicationId, day: dayOf(now) },
        ...{ requests: 1, usedAt: now },
      });
    }
    this.#timer ??= this.#clock.after(writeAfterMs, () => {
      this.#timer = null;
      this.flush().catch((error: unknown) => this.#log.error({ err: error }, 'uses were not counted'));
    });
  }

  /** By theme, the last use first. Previews of the console are not listed: they are no page. */
  async list({ tenantId }: TenantScope, themeIds: readonly string[]) {
    const uses = new Map<string, ThemeUse[]>();
    if (themeIds.length === 0) return uses;
    const since = this.#clock.now() - usedDays * dayMs;
    const rows = await this.#db
      .selectFrom('themeUse')
      .innerJoin('application', (join) =>
        join
          .onRef('application.id', '=', 'themeUse.applicationId')
          .onRef('application.tenantId', '=', 'themeUse.tenantId'),
      )
      .select(({ fn }) => [
        'themeUse.themeId',
        'themeUse.applicationId',
        'application.name',
        fn.sum<number>('themeUse.requests').as('requests'),
        fn.max<number>('themeUse.usedAt').as('lastAt'),
      ])
      .where('themeUse.tenantId', '=', tenantId)
      .where('themeUse.themeId', 'in', themeIds)
      .where('themeUse.usedAt', '>', since)
      .where('application.isBuiltIn', '=', 0)
      .groupBy(['themeUse.themeId', 'themeUse.applicationId', 'application.name'])
      .execute();
    const newestFirst = [...rows].sort((one, other) => Number(other.lastAt) - Number(one.lastAt));
    for (const { themeId, requests, lastAt, ...use } of newestFirst) {
      const ofTheme = uses.get(themeId) ?? [];
      ofTheme.push({ ...use, requests: Number(requests), lastAt: Number(lastAt) });
      uses.set(themeId, ofTheme);
    }
    return uses;
  }

  /** Adds what was counted, after a call that is still writing. What could not be added is added by the next call. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write());
    return this.#flushing;
  }

  async #write(): Promise<void> {
    const counted = this.#counted;
    this.#counted = new Map();
    try {
      for (const [key, row] of counted) {
        await this.#db
          .insertInto('themeUse')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['tenantId', 'themeId', 'applicationId', 'day']).doUpdateSet((build) => ({
              requests: build('themeUse.requests', '+', row.requests),
              usedAt: row.usedAt,
            })),
          )
          .execute();
        counted.delete(key);
      }
    } finally {
      for (const [key, row] of counted) {
        const newer = this.#counted.get(key);
        if (newer) newer.requests += row.requests;
        else this.#counted.set(key, row);
      }
    }
    const today = dayOf(this.#clock.now());
    if (this.#cleanedOn === today) return;
    await this.#db
      .deleteFrom('themeUse')
      .where('day', '<', today - usedDays)
      .execute();
    this.#cleanedOn = today;
  }

  /** Safe to call twice. */
  stop(): void {
    this.#timer?.();
    this.#timer = null;
  }
}
