/**
 * The few differences between the two engines, all of them. Everything else in the product is written
 * once, for both.
 */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import type { Ms } from '../kernel/units.ts';

export type Engine = 'libsql' | 'postgres';

/** How long a writer waits for another process before it gives up. */
const busyTimeoutMs: Ms = 5_000;

/** Write transactions take the lock at their start: upgrading later fails at once when two processes write. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** SQLite can roll back table changes, so all migrations of one start are one transaction. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LibsqlDialect extends SqliteDialect {
  readonly #database: Libsql.Database;

  constructor(database: Libsql.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }
}

/**
 * One connection to one file. `synchronous=FULL` because an acknowledged row must survive a power cut;
 * with NORMAL, write-ahead logging loses the last ones.
 */
export function libsqlDialect(file: string): Dialect {
  const database = new Libsql(file);
  for (const setting of [
    `busy_timeout = ${busyTimeoutMs}`,
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
  ]) {
    database.prepare(`pragma ${setting}`).all();
  }
  return new LibsqlDialect(database);
}

const int8Oid = 20;
const numericOid = 1700;

/** Times and counts are 64 bits wide in the database and stay below 2^53: they become numbers, as on libsql. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8Oid || oid === numericOid
      ? (text: string) => exactNumber(text)
      : format === 'binary'
        ? pg.types.getTypeParser(oid, 'binary')
        : pg.types.getTypeParser(oid, 'text')) as typeof pg.types.getTypeParser,
};

function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a 64-bit value of the database exceeds 2^53');
  return value;
}

/** `onIdleError`: a connection that waits in the pool broke; the pool replaces it. */
export function postgresDialect(url: string, onIdleError: (error: Error) => void): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    types: typeParsers,
    application_name: 'oriel',
  });
  pool.on('error', onIdleError);
  return new PostgresDialect({ pool });
}
