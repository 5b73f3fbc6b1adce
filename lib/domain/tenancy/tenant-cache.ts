import type { Clock } from '../../kernel/clock.ts';
import type { Ms } from '../../kernel/units.ts';

interface Entry<Value> {
  readonly value: Promise<Value>;
  readonly readAt: Ms;
}

export interface CacheStats {
  readonly hits: number;
  /** Reads of the database. */
  readonly misses: number;
}

/**
 * Values of organisations that are read from the database, kept in memory for a while or until a change is announced.
 * A value that could not be read is not kept.
 */
export class TenantCache<Value> {
  readonly #tenants = new Map<string, Map<string, Entry<Value>>>();
  readonly #stats = new Map<string, { hits: number; misses: number }>();
  readonly #clock: Clock;
  readonly #keepMs: Ms;
  /** Per organisation; beyond it all are forgotten: keys may come from outside. */
  readonly #maxKeys: number;

  constructor({ clock, keepMs, maxKeys }: { clock: Clock; keepMs: Ms; maxKeys: number }) {
    this.#clock = clock;
    this.#keepMs = keepMs;
    this.#maxKeys = maxKeys;
  }

  read(tenantId: string, key: string, make: () => Promise<Value>): Promise<Value> {
    const own = this.#tenants.get(tenantId) ?? new Map<string, Entry<Value>>();
    this.#tenants.set(tenantId, own);
    const stats = this.#statsOf(tenantId);
    const now = this.#clock.monotonic();
    const known = own.get(key);
    if (known && now - known.readAt < this.#keepMs) {
      stats.hits += 1;
      return known.value;
    }
    stats.misses += 1;
    if (own.size >= this.#maxKeys) own.clear();
    const entry = { value: make(), readAt: now };
    own.set(key, entry);
    entry.value.catch(() => {
      if (own.get(key) === entry) own.delete(key);
    });
    return entry.value;
  }

  /** Of what is in memory, also if the next read would replace it. */
  keys(tenantId: string): string[] {
    return [...(this.#tenants.get(tenantId)?.keys() ?? [])];
  }

  /** Null: it is not in memory. Reads nothing. */
  async peek(tenantId: string, key: string): Promise<Value | null> {
    return (await this.#tenants.get(tenantId)?.get(key)?.value) ?? null;
  }

  stats(tenantId: string): CacheStats {
    return { ...this.#statsOf(tenantId) };
  }

  forget(tenantId: string): void {
    this.#tenants.delete(tenantId);
  }

  forgetAll(): void {
    this.#tenants.clear();
  }

  #statsOf(tenantId: string): { hits: number; misses: number } {
    const known = this.#stats.get(tenantId) ?? { hits: 0, misses: 0 };
    this.#stats.set(tenantId, known);
    return known;
  }
}
