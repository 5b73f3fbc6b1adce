import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { databasesIn, type PostgresCluster, startPostgres } from './postgres.ts';
import { scratchFolder } from './scratch-folder.ts';
import { isSoak } from './soak.ts';

/** The databases of one engine for one test file. */
export interface DatabaseBench {
  /** A new, empty location. */
  place(): Promise<DatabaseLocation>;
  /** A new, open database with its tables. Closed by the next call and by `stop`. */
  open(): Promise<OpenDatabase>;
  stop(): Promise<void>;
}

/** One PostgreSQL cluster and one migrated database of each engine, shared by all files of a test run. */
export interface SharedDatabases {
  readonly folder: string;
  readonly libsqlTemplate: string;
  readonly postgresFolder: string;
  readonly postgresTemplate: string;
}

/** Called before the first test of a run by `tests/kit/start-databases.mjs`. */
export async function startSharedDatabases(): Promise<{
  readonly shared: SharedDatabases;
  readonly stop: () => Promise<void>;
}> {
  const folder = scratchFolder('oriel-db-');
  let cluster: PostgresCluster | null = null;
  const stop = async () => {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const libsqlTemplate = join(folder, 'template.db');
    await (await openDatabase({ file: libsqlTemplate })).close();
    const logBytes = statSync(`${libsqlTemplate}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (logBytes > 0) throw new Error('the closed template still has a write-ahead log');
    cluster = await startPostgres();
    const postgresTemplate = await cluster.createDatabase();
    await (await openDatabase({ url: postgresTemplate })).close();
    return { shared: { folder, libsqlTemplate, postgresFolder: cluster.folder, postgresTemplate }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function shared(): SharedDatabases {
  const text = process.env.ORIEL_TEST_DATABASES;
  if (!text) throw new Error('the jest project of this file does not start databases: see jest.config.mjs');
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
  const { folder, libsqlTemplate } = shared();
  const own = mkdtempSync(join(folder, 'file-'));
  let made = 0;
  const place = async () => {
    made += 1;
    return { file: join(own, `${made}.db`) };
  };
  return benchOf(
    place,
    async () => {
      const copy = await place();
      await copyFile(libsqlTemplate, copy.file);
      return copy;
    },
    async () => rmSync(own, { recursive: true, force: true }),
    async ({ file }) => rmSync(file, { force: true }),
  );
}

async function startPostgresBench(): Promise<DatabaseBench> {
  const { postgresFolder, postgresTemplate } = shared();
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
    () => create(postgresTemplate),
    async () => {
      for (const url of made) await drop({ url });
    },
    // A run creates a thousand databases of 8 MB.
    drop,
  );
}

function benchOf<Place extends DatabaseLocation>(
  place: () => Promise<Place>,
  migrated: () => Promise<Place>,
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
  return {
    place,
    async open() {
      await closeOpened();
      const at = await migrated();
      opened = { database: await openDatabase(at), at };
      return opened.database;
    },
    async stop() {
      await closeOpened();
      await end();
    },
  };
}
