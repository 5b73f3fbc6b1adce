import { access, constants, statfs } from 'node:fs/promises';
import { type StorageFault, type StorageState, storageFaultOf } from '../db/storage-fault.ts';
import type { Cancel, Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Ms } from '../kernel/units.ts';
import type { StorageReserve } from './storage-reserve.ts';

/** A full disk is reported within 5 s. */
const checkEveryMs: Ms = 2_000;
const megabyte = 1024 ** 2;

/** With less free space, operators are warned. */
export const lowBytes = (totalBytes: number): number =>
  Math.max(64 * megabyte, Math.min(1024 * megabyte, totalBytes / 10));

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** How the open database is checked. */
export interface WatchedDatabase {
  /** Writes a little. Rejects with the error of the database. */
  write(): Promise<void>;
  /** Rejects when the database does not respond. */
  isReadOnly(): Promise<boolean>;
  readonly reserve: StorageReserve;
}

export interface StorageWatch {
  state(): StorageState;
  /** Makes a change with the space of the released reserve. */
  withReserve<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Receives the error of every failed statement. */
  note(error: unknown): void;
  /** Checks every 2 s. Resolves after the first check. */
  start(database: WatchedDatabase): Promise<void>;
  /** Resolves when a running check has ended. Safe to call twice. */
  stop(): Promise<void>;
}

export interface StorageWatchParts {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly measure?: (folder: string) => Promise<DiskSpace>;
}

const messages: Readonly<Record<StorageState, string>> = {
  ok: 'the storage works again',
  low: 'the disk is almost full: free some space',
  full: 'the disk is full: changes are refused, except those that withdraw access. Free some space',
  readOnly: 'the storage is read-only: nothing can be saved',
  failed: 'the disk reports errors: nothing can be saved',
  damaged: 'the database is damaged: restore it from a backup',
};

/** Watches free space and failed writes. */
export function storageWatch(parts: StorageWatchParts): StorageWatch {
  const { dataDir, clock, log, measure = diskSpace } = parts;
  let current: StorageState = 'ok';
  /** Of a failed write, until a write succeeds. */
  let noted: StorageFault | null = null;
  let isDamaged = false;
  let checking: Promise<void> | null = null;
  let reserve: StorageReserve | null = null;
  let cancel: Cancel = () => {};

  function set(state: StorageState, cause?: unknown): void {
    if (state === current) return;
    if (state === 'full') reserve?.release();
    const level = state === 'ok' ? 'info' : state === 'low' ? 'warn' : 'error';
    log[level]({ storage: state, dataDir, ...(cause === undefined ? {} : { err: cause }) }, messages[state]);
    current = state;
  }

  /** The fault of a write, or null when it succeeds. Without a response of the database, the fault remains. */
  const faultOfWrite = (database: WatchedDatabase, known: StorageFault) =>
    database.write().then(
      () => null,
      (error: unknown) => storageFaultOf(error) ?? known,
    );

  async function examine(database: WatchedDatabase): Promise<StorageState> {
    const { freeBytes, totalBytes } = await measure(dataDir);
    await access(dataDir, constants.W_OK);
    if (noted !== null) {
      const fault = await faultOfWrite(database, noted);
      if (fault !== null) return fault;
      noted = null;
    }
    // A database that does not respond is reported by the health check.
    if (await database.isReadOnly().catch(() => false)) return 'readOnly';
    if (!(await database.reserve.hold(freeBytes))) return 'full';
    if (isDamaged) return 'damaged';
    return freeBytes < lowBytes(totalBytes) ? 'low' : 'ok';
  }

  function check(database: WatchedDatabase): Promise<void> {
    checking ??= examine(database)
      .then(
        (state) => set(state),
        (error: unknown) => set(storageFaultOf(error) ?? 'failed', error),
      )
      .finally(() => {
        checking = null;
      });
    return checking;
  }

  return {
    state: () => current,
    withReserve: (change) => (reserve ? reserve.use(change) : change()),
    note(error) {
      const fault = storageFaultOf(error);
      if (fault === null) return;
      if (fault === 'damaged') isDamaged = true;
      else noted = fault;
      set(fault, error);
    },
    start(database) {
      cancel();
      reserve = database.reserve;
      cancel = clock.every(checkEveryMs, () => void check(database));
      return check(database);
    },
    async stop() {
      cancel();
      await checking;
    },
  };
}

export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
