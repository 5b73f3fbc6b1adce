/** What is wrong with the disk or the database file, for an error of either engine or of the file system. */
export type StorageFault =
  /** No free space, or a quota is used up. */
  | 'full'
  | 'readOnly'
  /** The disk or the file system reports an error. */
  | 'failed'
  /** The database file or one of its tables is damaged. */
  | 'damaged';

/** By error code; SQLite's extended codes begin with the code. */
const faults: readonly (readonly [RegExp, StorageFault])[] = [
  [/^(?:ENOSPC|EDQUOT|SQLITE_FULL|53100)$/, 'full'],
  [/^(?:EROFS|SQLITE_READONLY(?:_\w+)?|25006)$/, 'readOnly'],
  [/^(?:EIO|SQLITE_IOERR(?:_\w+)?|SQLITE_CANTOPEN(?:_\w+)?|58030)$/, 'failed'],
  [/^(?:SQLITE_CORRUPT(?:_\w+)?|SQLITE_NOTADB|XX001|XX002)$/, 'damaged'],
];
const maxCauses = 10;

/** Null for every other error. */
export function storageFaultOf(error: unknown): StorageFault | null {
  let at = error;
  for (let depth = 0; typeof at === 'object' && at !== null && depth < maxCauses; depth += 1) {
    const { code, cause } = at as { code?: unknown; cause?: unknown };
    const found = faults.find(([pattern]) => pattern.test(String(code)));
    if (found) return found[1];
    at = cause;
  }
  return null;
}

/** `low`: little free space, nothing fails yet. */
export type StorageState = 'ok' | 'low' | StorageFault;
