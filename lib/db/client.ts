/**
 * Access to the database. Runs in the Next server, in the command line and in tests, so it does not
 * import `server-only`, which throws outside a Next build. The import table keeps it out of browser code instead.
 */
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { Kysely } from 'kysely';
import { type Logger, silentLogger } from '../kernel/logger.ts';
import { type Changes, createChanges } from './changes.ts';
import { type Engine, libsqlDialect, type PoolFigures, postgresDialect } from './dialect.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { postgresWire } from './postgres-wire.ts';
import type { Database } from './schema.ts';
import { type MeasuredStatement, StatementMeter } from './statement-meter.ts';
import { storedNames } from './stored-names.ts';

export type Db = Kysely<Database>;

/** `url` is a `postgres://` or `postgresql://` URL that contains the password: never log it. */
export type DatabaseLocation = { readonly file: string } | { readonly url: string };

/** What is measured of the statements of this process. */
export interface DatabaseFigures {
  /** Null: the embedded database, which has one connection. */
  pool(): PoolFigures | null;
  slowest(limit: number): readonly MeasuredStatement[];
}

export interface OpenDatabase {
  readonly db: Db;
  readonly engine: Engine;
  readonly changes: Changes;
  readonly figures: DatabaseFigures;
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** Opens the database without migrating it. `onError` receives the error of each failed statement. */
export async function connectDatabase(
  location: DatabaseLocation,
  log: Logger = silentLogger,
  onError: (error: unknown) => void = () => {},
): Promise<OpenDatabase> {
  const engine: Engine = 'url' in location ? 'postgres' : 'libsql';
  const { dialect, pool } =
    'url' in location
      ? postgresDialect(location.url, (error) =>
          log.warn({ err: error }, 'an idle database connection failed'),
        )
      : { dialect: await libsqlDialect(privateFile(location.file)), pool: () => null };
  const meter = new StatementMeter();
  const db = new Kysely<Database>({
    dialect,
    plugins: [storedNames],
    log: (event) => {
      if (event.level === 'error') onError(event.error);
      else meter.note(event.query.sql, event.queryDurationMillis);
    },
  });
  const changes = createChanges(log, 'url' in location ? postgresWire(location.url, log) : null);
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  async function closeAll(): Promise<void> {
    await changes.close();
    await db.destroy();
    if ('file' in location && (statSync(`${location.file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
      log.warn({}, 'the database file is incomplete without its write-ahead log: another program uses it');
  }
  const figures: DatabaseFigures = {
    pool,
    slowest: (limit) => meter.slowest(limit),
  };
  return { db, engine, changes, figures, close };
}

/** Opens the database and migrates it. Throws when either fails, with nothing left open. */
export async function openDatabase(
  location: DatabaseLocation,
  log: Logger = silentLogger,
  onError?: (error: unknown) => void,
): Promise<OpenDatabase> {
  const database = await connectDatabase(location, log, onError);
  try {
    const applied = await migrate(database.db, migrations);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    for (const name of applied) {
      const left = await migrations[name]?.left?.(database.db as unknown as Kysely<never>);
      if (left && left.length > 0) log.warn({ migration: name, left }, 'a migration left rows as they were');
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** Readable by its owner only; the write-ahead log gets the same mode. */
function privateFile(file: string): string {
  if (file === ':memory:') return file;
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  return file;
}
