/** All differences between the two engines. Everything else is written once, for both. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  type QueryCompiler,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import Libsql from 'libsql';
import pg from 'pg';
import type { Ms } from '../kernel/units.ts';
import { statementCache } from './statement-cache.ts';
import { StoredNamesPostgresCompiler, StoredNamesSqliteCompiler } from './stored-names.ts';

export type Engine = 'libsql' | 'postgres';

/** How long a writer waits for another process before it fails. */
const busyTimeoutMs: Ms = 5_000;

/** Write transactions lock at their start: upgrading later fails immediately when two processes write. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * SQLite itself rolls back after some errors, such as a full disk. The failed rollback would then replace the error
   * that caused it.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    }
  }

  /** A transaction that runs ends first, as with a pool of PostgreSQL: its callers see what they stored. */
  override async destroy(): Promise<void> {
    await this.acquireConnection();
    try {
      await super.destroy();
    } finally {
      await this.releaseConnection();
    }
  }
}

/** SQLite can roll back schema changes, so all migrations of one start are one transaction. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class LibsqlDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter();
  }

  override createQueryCompiler(): QueryCompiler {
    return new StoredNamesSqliteCompiler();
  }
}

class StoredNamesPostgresDialect extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new StoredNamesPostgresCompiler();
  }
}

/**
 * One connection to one file. `synchronous=FULL` because an acknowledged row must survive a power cut;
 * with NORMAL, write-ahead logging loses the last ones.
 */
export async function libsqlDialect(file: string): Promise<Dialect> {
  const database = new Libsql(file);
  const set = (setting: string) => database.prepare(`pragma ${setting}`).all();
  try {
    set(`busy_timeout = ${busyTimeoutMs}`);
    await whileBusy(() => set('journal_mode = WAL'));
    set('synchronous = FULL');
    set('foreign_keys = ON');
  } catch (error) {
    database.close();
    throw error;
  }
  return new LibsqlDialect(statementCache(database));
}

/** SQLite does not wait when a new file is switched to write-ahead logging while another process writes to it. */
async function whileBusy(run: () => void): Promise<void> {
  const giveUpAt = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      run();
      return;
    } catch (error) {
      const isBusy = (error as { code?: unknown }).code === 'SQLITE_BUSY';
      if (!isBusy || performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

const int8Oid = 20;
const numericOid = 1700;

/** Times and counts are 64-bit in the database and stay below 2^53: convert them to numbers, as on libsql. */
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

/** Connections of a pool. */
export interface PoolFigures {
  readonly used: number;
  readonly idle: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
  readonly max: number;
}

export interface PooledDialect {
  readonly dialect: Dialect;
  pool(): PoolFigures;
}

const maxConnections = 10;

/** `onIdleError`: an idle connection of the pool failed; the pool replaces it. */
export function postgresDialect(url: string, onIdleError: (error: Error) => void): PooledDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    types: typeParsers,
    application_name: 'oriel',
  });
  pool.on('error', onIdleError);
  // A connection that is lost between two statements of a transaction reports it as an event, which would end the
  // process without a listener. The next statement on it is rejected.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    dialect: new StoredNamesPostgresDialect({ pool }),
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: maxConnections,
    }),
  };
}
