import Database from 'libsql';

/** A file only one process can hold. Safe to release twice. */
export interface ExclusiveFile {
  release(): void;
}

/**
 * Holds `path` by an exclusive SQLite transaction on it, or returns null when another process does.
 * The kernel keeps such a lock and drops it when the process dies, however it dies: there is never a
 * stale lock to judge, and a reused process id cannot confuse it. Any other failure is thrown.
 */
export function holdExclusively(path: string): ExclusiveFile | null {
  const database = new Database(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
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
