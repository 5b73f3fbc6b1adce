import type { EpochMs } from '../../kernel/units.ts';

/** A copy of the embedded database, in the data folder. */
export interface Backup {
  /** File name. */
  readonly name: string;
  readonly bytes: number;
  readonly at: EpochMs;
}

export interface DatabaseBackups {
  /**
   * Copies the database as it is now and checks the copy; then deletes all but the newest `keep` copies. When the signal
   * aborts, nothing is left of it. Rejects if the disk has too little space.
   */
  create(keep: number, signal: AbortSignal): Promise<{ readonly backup: Backup; readonly removed: number }>;
  /** Newest first. */
  list(): Promise<readonly Backup[]>;
}
