import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Libsql from 'libsql';
import { countCache } from './count-cache.ts';

/** Far more than the product has; what import and export make up by the hundred passes through. */
const maxEntries = 200;
/** Longer ones are inserts of many rows, which seldom come twice with the same number of rows. */
const maxStatementLength = 4_000;
/** What reads and writes rows; everything else is rare, or may change tables. */
const isOfRows = /^(?:select|insert|update|delete|with)\b/i;

/**
 * Statements are prepared once: for small queries that is more work than running them. One connection runs one
 * statement at a time and reads it to its end, so none is started while it is still being read.
 */
export function statementCache(database: Libsql.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  const counts = countCache(database);
  // The two libraries name the same calls with other types: one takes values one by one as well.
  const prepare = (text: string) => database.prepare(text) as unknown as SqliteStatement;
  return {
    prepare(text) {
      counts.seen(text);
      if (!isOfRows.test(text)) {
        // A table may have changed its columns.
        if (!/^(?:begin|commit|rollback|savepoint|release)\b/i.test(text)) kept.clear();
        return prepare(text);
      }
      if (text.length > maxStatementLength) return prepare(text);
      const known = kept.get(text);
      const statement = known ?? counts.wrap(text, prepare(text));
      // The one that was asked for last stands last; the first is the first to go.
      if (known) kept.delete(text);
      else if (kept.size >= maxEntries) kept.delete(kept.keys().next().value!);
      kept.set(text, statement);
      return statement;
    },
    close() {
      kept.clear();
      counts.close();
      foldLog(database);
      database.close();
    },
  };
}

/**
 * Moves the write-ahead log into the file. The library keeps a closed connection open until each of its statements
 * has been collected as garbage, so SQLite's own checkpoint at the end of the last connection comes at an arbitrary
 * time, or never when the process ends first.
 */
function foldLog(database: Libsql.Database): void {
  try {
    // Another process that reads or writes has the log in use and folds it later: no reason to wait for it.
    database.prepare('pragma busy_timeout = 0').all();
    database.prepare('pragma wal_checkpoint(truncate)').all();
  } catch {
    // The log stays beside the file and is read at the next start.
  }
}
