import { rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { startPostgres } from './postgres.ts';
import { scratchFolder } from './scratch-folder.ts';

/** Where one engine keeps the databases of one test file. */
export interface DatabaseBench {
  /** A new, empty place. */
  place(): Promise<DatabaseLocation>;
  /** A new, open database with its tables. The next call and `stop` close it. */
  open(): Promise<OpenDatabase>;
  stop(): Promise<void>;
}

/**
 * Both engines, for `describe.each(engines)`. Databases are copies of one that was brought up to date once: a tenth
 * of the time.
 */
export const engines = [
  { engine: 'libsql', start: startLibsql },
  { engine: 'PostgreSQL', start: startPostgresBench },
] as const;

async function startLibsql(): Promise<DatabaseBench> {
  const folder = scratchFolder('oriel-db-');
  let made = 0;
  const place = async () => {
    made += 1;
    return { file: join(folder, `${made}.db`) };
  };
  const template = await place();
  await (await openDatabase(template)).close();
  return benchOf(
    place,
    async () => {
      const copy = await place();
      await copyFile(template.file, copy.file);
      return copy;
    },
    async () => rmSync(folder, { recursive: true, force: true }),
  );
}

async function startPostgresBench(): Promise<DatabaseBench> {
  const cluster = await startPostgres();
  const template = await cluster.createDatabase();
  await (await openDatabase({ url: template })).close();
  return benchOf(
    async () => ({ url: await cluster.createDatabase() }),
    async () => ({ url: await cluster.createDatabase(template) }),
    cluster.stop,
  );
}

function benchOf(
  place: DatabaseBench['place'],
  migrated: DatabaseBench['place'],
  end: () => Promise<void>,
): DatabaseBench {
  let opened: OpenDatabase | null = null;
  return {
    place,
    async open() {
      await opened?.close();
      opened = await openDatabase(await migrated());
      return opened;
    },
    async stop() {
      await opened?.close();
      await end();
    },
  };
}
