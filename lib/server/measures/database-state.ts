import { sql } from 'kysely';
import type { OpenDatabase } from '../../db/client.ts';
import type { DatabaseState } from '../../domain/monitoring/figures.ts';

const maxSlowest = 10;

/** `size` may be up to a minute old. */
export function databaseState(
  { db, engine, figures }: Pick<OpenDatabase, 'db' | 'engine' | 'figures'>,
  size: () => Promise<number>,
): () => Promise<DatabaseState> {
  let version: string | null = null;
  return async () => {
    version ??= await versionOf({ db, engine });
    return {
      kind: engine,
      version,
      size: await size(),
      pool: figures.pool(),
      slowest: figures.slowest(maxSlowest).map(({ maxMs, meanMs, ...rest }) => ({
        ...rest,
        maxMs: Math.round(maxMs * 10) / 10,
        meanMs: Math.round(meanMs * 10) / 10,
      })),
    };
  };
}

async function versionOf({ db, engine }: Pick<OpenDatabase, 'db' | 'engine'>): Promise<string> {
  const asked =
    engine === 'postgres'
      ? sql<{ version: string }>`select current_setting('server_version') as version`
      : sql<{ version: string }>`select sqlite_version() as version`;
  const { rows } = await asked.execute(db);
  return rows[0]?.version ?? '';
}
