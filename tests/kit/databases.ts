import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { requireOneConnection } from './one-connection.ts';
import { databasesIn } from './postgres.ts';
import { isSoak } from './soak.ts';

/** The databases of one engine for one test file. */
export interface DatabaseBench {
  /** A new, empty location. */
  place(): Promise<DatabaseLocation>;
  /** The location of a new database with its tables. */
  migrated(): Promise<DatabaseLocation>;
  /**
   * A new, open database with its tables, and with the rows that the domain creates at its first start. Closed by the
   * next call and by `stop`.
   */
  open(): Promise<OpenDatabase>;
  /** The same without rows. */
  openEmpty(): Promise<OpenDatabase>;
  stop(): Promise<void>;
}

/** What new databases are copied from. */
interface Templates<Place> {
  /** With tables only. */
  readonly empty: Place;
  /** After the first start of the domain, which takes longer than most tests. */
  readonly started: Place;
}

/** One PostgreSQL cluster and the templates of each engine, shared by all files of a test run. */
export interface SharedDatabases {
  readonly folder: string;
  readonly files: Templates<string>;
  readonly postgresFolder: string;
  readonly urls: Templates<string>;
}

function shared(): SharedDatabases {
  const text = process.env.ORIEL_TEST_DATABASES;
  if (!text) throw new Error('the part of this file does not start databases: see vitest.config.mjs');
  return JSON.parse(text) as SharedDatabases;
}

/** Both engines, for `describe.each(engines)`, for tests of engine-specific SQL. */
export const engines = [
  { engine: 'libsql', start: startLibsql },
  { engine: 'PostgreSQL', start: startPostgresBench },
] as const;

/** For rules that do not depend on the engine: the embedded database, and both under `npm run soak`. */
export const anyEngine = isSoak ? engines : engines.slice(0, 1);

async function startLibsql(): Promise<DatabaseBench> {
  const { folder, files } = shared();
  const own = mkdtempSync(join(folder, 'file-'));
  let made = 0;
  const place = async () => {
    made += 1;
    return { file: join(own, `${made}.db`) };
  };
  return benchOf(
    place,
    async (template) => {
      const copy = await place();
      await copyFile(files[template], copy.file);
      return copy;
    },
    async () => rmSync(own, { recursive: true, force: true }),
    async ({ file }) => rmSync(file, { force: true }),
  );
}

async function startPostgresBench(): Promise<DatabaseBench> {
  const { postgresFolder, urls } = shared();
  const databases = databasesIn(postgresFolder);
  const made = new Set<string>();
  const create = async (template?: string) => {
    const url = await databases.createDatabase(template);
    made.add(url);
    return { url };
  };
  const drop = async ({ url }: { url: string }) => {
    made.delete(url);
    await databases.dropDatabase(url);
  };
  return benchOf(
    () => create(),
    (template) => create(urls[template]),
    async () => {
      for (const url of made) await drop({ url });
    },
    // A run creates a thousand databases of 8 MB.
    drop,
  );
}

function benchOf<Place extends DatabaseLocation>(
  place: () => Promise<Place>,
  copyOf: (template: keyof Templates<unknown>) => Promise<Place>,
  end: () => Promise<void>,
  remove: (place: Place) => Promise<void>,
): DatabaseBench {
  let opened: { readonly database: OpenDatabase; readonly at: Place } | null = null;
  const closeOpened = async () => {
    if (!opened) return;
    const { database, at } = opened;
    opened = null;
    await database.close();
    await remove(at);
  };
  const openCopy = async (template: keyof Templates<unknown>) => {
    await closeOpened();
    const at = await copyOf(template);
    opened = { database: await openDatabase(at), at };
    requireOneConnection(opened.database);
    return opened.database;
  };
  return {
    place,
    migrated: () => copyOf('empty'),
    open: () => openCopy('started'),
    openEmpty: () => openCopy('empty'),
    async stop() {
      await closeOpened();
      await end();
    },
  };
}
