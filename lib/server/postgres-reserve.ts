import { sql } from 'kysely';
import type { Db } from '../db/client.ts';
import { storageFaultOf } from '../db/storage-fault.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Ms } from '../kernel/units.ts';
import type { StorageReserve } from './storage-reserve.ts';

const reserveBytes = 16 * 1024 ** 2;
/** A page of 8 kB that is filled to a tenth has 22 rows, so that the table is large on disk and small in a dump. */
const rows = (reserveBytes / 8192 + 1) * 22;
/** An attempt fills the disk before it fails, so each waits twice as long as the one before. */
const firstRetryMs: Ms = 4_000;
const maxRetryMs: Ms = 30_000;

/**
 * A table that holds space on the disk of PostgreSQL, for all processes on the database. It is dropped to release the
 * space: PostgreSQL returns that of a dropped table to the file system at once, and needs no space to do so.
 */
export class PostgresReserve implements StorageReserve {
  private retryAt: Ms = 0;
  private waitMs: Ms = firstRetryMs;
  private releasing: Promise<void> | null = null;
  private holding: Promise<boolean> | null = null;
  private readonly uses = new Set<Promise<unknown>>();
  private isDropDue = false;

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  async hold(): Promise<boolean> {
    await this.releasing;
    if (this.clock.monotonic() < this.retryAt) return false;
    this.holding ??= this.attempt().finally(() => {
      this.holding = null;
    });
    return this.holding;
  }

  /** Takes the last free space for a moment when the disk is full, so changes that use it end first. */
  private async attempt(): Promise<boolean> {
    await Promise.allSettled(this.uses);
    try {
      if (!(await this.isHeld())) await this.write();
      this.waitMs = firstRetryMs;
      return true;
    } catch (error) {
      if (storageFaultOf(error) === 'full') {
        this.release();
        this.waitMs = Math.min(this.waitMs * 2, maxRetryMs);
        return false;
      }
      // Without the right to create a table there is no reserve, and the server works without it.
      return true;
    }
  }

  release(): void {
    this.retryAt = this.clock.monotonic() + this.waitMs;
    this.releasing ??= this.drop().finally(() => {
      this.releasing = null;
    });
  }

  async use<Result>(change: () => Promise<Result>): Promise<Result> {
    while (this.holding || this.releasing) await (this.holding ?? this.releasing);
    // If the table could not be dropped, it is tried again.
    const used = (this.isDropDue ? this.drop() : Promise.resolve()).then(change);
    this.uses.add(used);
    try {
      return await used;
    } finally {
      this.uses.delete(used);
    }
  }

  private async drop(): Promise<void> {
    this.isDropDue = true;
    try {
      await sql`drop table if exists storage_reserve`.execute(this.db);
      this.isDropDue = false;
    } catch {
      // The database does not respond, or somebody else has the table locked.
    }
  }

  private async isHeld(): Promise<boolean> {
    const { rows } = await sql<{ size: number | null }>`
      select pg_relation_size(to_regclass('storage_reserve')) as size`.execute(this.db);
    return Number(rows[0]?.size ?? 0) >= reserveBytes;
  }

  private async write(): Promise<void> {
    await sql`drop table if exists storage_reserve`.execute(this.db);
    await sql`create table storage_reserve (n bigint) with (fillfactor = 10)`.execute(this.db);
    await sql`insert into storage_reserve select generate_series(1, ${rows}::bigint)`.execute(this.db);
  }
}
