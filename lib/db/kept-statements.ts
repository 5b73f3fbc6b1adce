import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type Libsql from 'libsql';

/** Far more than the product has; what import and export make up by the hundred passes through. */
const mostKept = 200;
/** Longer ones are inserts of many rows, which seldom come twice with the same number of rows. */
const longestKept = 4_000;
/** What reads and writes rows; everything else is rare, or may change tables. */
const isOfRows = /^(?:select|insert|update|delete|with)\b/i;

/**
 * Statements are prepared once: for small queries that is more work than running them. One connection runs one
 * statement at a time and reads it to its end, so none is started while it is still being read.
 */
export function keptStatements(database: Libsql.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  // The two libraries name the same calls with other types: one takes values one by one as well.
  const prepare = (text: string) => database.prepare(text) as unknown as SqliteStatement;
  return {
    prepare(text) {
      if (!isOfRows.test(text)) {
        // A table may have changed its columns.
        if (!/^(?:begin|commit|rollback|savepoint|release)\b/i.test(text)) kept.clear();
        return prepare(text);
      }
      if (text.length > longestKept) return prepare(text);
      const known = kept.get(text);
      const statement = known ?? prepare(text);
      // The one that was asked for last stands last; the first is the first to go.
      if (known) kept.delete(text);
      else if (kept.size >= mostKept) kept.delete(kept.keys().next().value!);
      kept.set(text, statement);
      return statement;
    },
    close() {
      kept.clear();
      database.close();
    },
  };
}
