import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Libsql from 'libsql';
import { countCache } from './count-cache.ts';

/** Far more than the product has; the many generated statements of import and export are evicted. */
const maxEntries = 200;
/** Longer ones insert many rows and seldom repeat with the same number of rows. */
const maxStatementLength = 4_000;
/** Statements on rows; all others are rare or may change tables. */
const isOfRows = /^(?:select|insert|update|delete|with)\b/i;

/**
 * Prepares statements once: for small queries, preparing takes longer than running. One connection runs one statement
 * at a time and reads it to its end, so a statement is never started while it is still being read.
 */
export function statementCache(database: Libsql.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  const counts = countCache(database);
  // The two libraries have the same calls with different types: one also accepts values one by one.
  const prepare = (text: string) => database.prepare(text) as unknown as SqliteStatement;
  return {
    prepare(text) {
      counts.seen(text);
      if (!isOfRows.test(text)) {
        // The columns of a table may have changed.
        if (!/^(?:begin|commit|rollback|savepoint|release)\b/i.test(text)) cache.clear();
        return prepare(text);
      }
      if (text.length > maxStatementLength) return prepare(text);
      const known = cache.get(text);
      const statement = known ?? counts.wrap(text, prepare(text));
      // Least recently used first: the first entry is evicted first.
      if (known) cache.delete(text);
      else if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!);
      cache.set(text, statement);
      return statement;
    },
    close() {
      cache.clear();
      counts.close();
      foldLog(database);
      database.close();
    },
  };
}

/**
 * Moves the write-ahead log into the file. The library keeps a closed connection open until all its statements are
 * garbage collected, so SQLite's own checkpoint at the last close happens at an arbitrary time, or never if the process
 * ends first.
 */
function foldLog(database: Libsql.Database): void {
  try {
    // Another process that uses the log moves it later: do not wait for it.
    database.prepare('pragma busy_timeout = 0').all();
    database.prepare('pragma wal_checkpoint(truncate)').all();
  } catch {
    // The log stays beside the file and is read at the next start.
  }
}
