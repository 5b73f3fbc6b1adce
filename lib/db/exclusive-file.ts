import { chmodSync } from 'node:fs';
import Database from 'libsql';

/** A file that only one process can lock. Safe to release twice. */
export interface ExclusiveFile {
  release(): void;
}

/**
 * Locks `path` with an exclusive SQLite transaction, or returns null when another process holds the lock. The kernel
 * releases such a lock when the process ends in any way, so there are no stale locks, and reused process ids do not
 * matter. Throws on any other failure. The file is readable by its owner only.
 */
export function lockExclusively(path: string): ExclusiveFile | null {
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    // By its path: to open and close the file here would release the lock.
    chmodSync(path, 0o600);
  } catch (error) {
    database.close();
    if ((error as { code?: unknown }).code === 'SQLITE_BUSY') return null;
    throw error;
  }
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
