import type { SqliteStatement } from 'kysely';
import type Libsql from 'libsql';

const maxEntries = 100;
/** Counts by a column with more values than this are not kept. */
const maxRows = 100;
const isCount = /^select\b.*\bcount\(\*\)/is;

export interface CountCache {
  /** To be called before each statement, with its text. */
  seen(text: string): void;
  /** The statement itself, or one that does not count again while nothing was written. */
  wrap(text: string, statement: SqliteStatement): SqliteStatement;
  close(): void;
}

/**
 * Results of counting statements, for as long as nothing is written. To count 10,000 rows takes longer than all else
 * that a page of a list reads, and the pages and sort orders of one list have the same counts. Every statement of this
 * connection that does not begin with `select` discards what is kept; SQLite's `data_version` changes when another
 * connection has written. Inside a transaction nothing is kept or used.
 */
export function countCache(database: Libsql.Database): CountCache {
  const results = new Map<string, unknown[]>();
  let version: Libsql.Statement | null = null;
  let cachedVersion: unknown = null;

  function discardOutdated(): void {
    version ??= database.prepare('select data_version as version from pragma_data_version').pluck();
    const [current] = version.all();
    if (current !== cachedVersion) results.clear();
    cachedVersion = current;
  }

  function keep(key: string, rows: unknown[]): void {
    if (rows.length > maxRows) return;
    // The first is the one that was added first.
    if (results.size >= maxEntries) results.delete(results.keys().next().value!);
    results.set(key, rows);
  }

  return {
    seen(text) {
      if (!/^select\b/i.test(text)) results.clear();
    },

    wrap(text, statement) {
      if (!isCount.test(text)) return statement;
      return {
        reader: true,
        run: (values) => statement.run(values),
        iterate: (values) => statement.iterate(values),
        all(values) {
          if (database.inTransaction) return statement.all(values);
          discardOutdated();
          const key = JSON.stringify([text, values]);
          const known = results.get(key);
          if (known) return known;
          const rows = statement.all(values);
          keep(key, rows);
          return rows;
        },
      };
    },

    close() {
      version = null;
      results.clear();
    },
  };
}
