import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { startPostgres } from './postgres.ts';

/** Where one engine keeps the databases of one test file. */
export interface DatabaseBench {
  /** A new, empty place. */
  place(): Promise<DatabaseLocation>;
  /** A new, empty, open database; closed by `stop` if the test did not. */
  open(): Promise<OpenDatabase>;
  stop(): Promise<void>;
}

/** Both engines, for `describe.each(engines)`. */
export const engines = [
  { engine: 'libsql', start: startLibsql },
  { engine: 'PostgreSQL', start: startPostgresBench },
] as const;

async function startLibsql(): Promise<DatabaseBench> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-db-'));
  let made = 0;
  return benchOf(
    async () => {
      made += 1;
      return { file: join(folder, `${made}.db`) };
    },
    async () => rmSync(folder, { recursive: true, force: true }),
  );
}

async function startPostgresBench(): Promise<DatabaseBench> {
  const cluster = await startPostgres();
  return benchOf(async () => ({ url: await cluster.createDatabase() }), cluster.stop);
}

function benchOf(place: DatabaseBench['place'], end: () => Promise<void>): DatabaseBench {
  const opened: OpenDatabase[] = [];
  return {
    place,
    async open() {
      const database = await openDatabase(await place());
      opened.push(database);
      return database;
    },
    async stop() {
      await Promise.all(opened.map((database) => database.close()));
      await end();
    },
  };
}
