import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseLocation, openDatabase } from '../../lib/db/client.ts';
import type { SharedDatabases } from './databases.ts';
import { testDomain } from './domain.ts';
import { type PostgresCluster, startPostgres } from './postgres.ts';
import { scratchFolder } from './scratch-folder.ts';

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
    const files = { empty: join(folder, 'empty.db'), started: join(folder, 'started.db') };
    await fill({ file: files.empty }, { file: files.started });
    for (const file of Object.values(files)) {
      const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      if (logBytes > 0) throw new Error('the closed template still has a write-ahead log');
    }
    cluster = await startPostgres();
    const urls = { empty: await cluster.createDatabase(), started: await cluster.createDatabase() };
    await fill({ url: urls.empty }, { url: urls.started });
    return { shared: { folder, files, postgresFolder: cluster.folder, urls }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(empty: DatabaseLocation, started: DatabaseLocation): Promise<void> {
  await (await openDatabase(empty)).close();
  const database = await openDatabase(started);
  (await testDomain(database)).stop();
  await database.close();
}
