import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../../lib/db/schema.ts';
import { scratchFolder } from './scratch-folder.ts';

export interface PostgresDatabases {
  /** Creates a database: empty, or a copy of the one at `template`, which must have no connections. */
  createDatabase(template?: string): Promise<string>;
  /** Terminates its connections first. */
  dropDatabase(url: string): Promise<void>;
}

export interface PostgresCluster extends PostgresDatabases {
  /** Folder of its socket. */
  readonly folder: string;
  /** Safe to call twice. All connections must be closed before. */
  stop(): Promise<void>;
}

const binaries = '/usr/lib/postgresql/15/bin';
const startTimeoutMs = 30_000;

const urlIn = (folder: string, name: string) =>
  `postgresql://oriel@localhost/${name}?host=${encodeURIComponent(folder)}`;

/** PostgreSQL does not run as root; then it runs as the user that Debian created for it. */
function owner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * A private PostgreSQL in a temporary folder, reachable only by a socket in that folder. Not durable (`fsync=off`):
 * tests cover our use of PostgreSQL, not its disk.
 */
export async function startPostgres(): Promise<PostgresCluster> {
  if (!existsSync(join(binaries, 'initdb'))) {
    throw new Error('PostgreSQL is missing: apt-get install postgresql');
  }
  const user = owner();
  const folder = scratchFolder('oriel-pg-');
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'oriel', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'shared_buffers=32MB',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_wal_size=128MB',
  ];
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder, stdio: 'ignore' },
  );
  const killAtExit = () => server.kill('SIGKILL');
  process.once('exit', killAtExit);
  const url = (name: string) => urlIn(folder, name);

  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= endOf(server).then(() => {
      process.off('exit', killAtExit);
      rmSync(folder, { recursive: true, force: true });
    });
    return stopping;
  };
  try {
    await ready(url('postgres'), server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...databasesIn(folder), folder, stop };
}

/** Creates and drops databases of the cluster with its socket in `folder`; safe from several processes at a time. */
export function databasesIn(folder: string): PostgresDatabases {
  const admin = (query: string) => withClient(urlIn(folder, 'postgres'), (client) => client.query(query));
  return {
    async createDatabase(template) {
      const name = `oriel_${randomBytes(8).toString('hex')}`;
      const from = template ? `template ${nameOf(template)}` : '';
      await admin(`create database ${name} ${from} strategy file_copy`);
      return urlIn(folder, name);
    },
    dropDatabase: (url) => admin(`drop database if exists ${nameOf(url)} with (force)`),
  };
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function placeOf(db: Kysely<Database>): Promise<{ readonly name: string; readonly folder: string }> {
  const { rows } = await sql<{ name: string; folder: string }>`
    select current_database() as name, current_setting('unix_socket_directories') as folder`.execute(db);
  return rows[0]!;
}

/** Of an open database, for a connection of another process. */
export async function urlOf(db: Kysely<Database>): Promise<string> {
  const { name, folder } = await placeOf(db);
  return urlIn(folder, name);
}

/**
 * Terminates the connections that LISTEN in this database, and allows no new connections until the returned function is
 * called. Other open connections continue.
 */
export async function blockListeners(db: Kysely<Database>): Promise<() => Promise<void>> {
  const { name, folder } = await placeOf(db);
  const admin = (query: string) => withClient(urlIn(folder, 'postgres'), (client) => client.query(query));
  await admin(`alter database ${name} allow_connections false`);
  await admin(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and application_name = 'oriel-listen'`);
  return () => admin(`alter database ${name} allow_connections true`);
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      await withClient(url, (client) => client.query('select 1'));
      return;
    } catch (error) {
      const isOver = server.exitCode !== null || performance.now() > giveUpAt;
      if (isOver) throw new Error('PostgreSQL did not start', { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await use(client);
  } finally {
    await client.end();
  }
}

/** SIGINT is a fast shutdown: open transactions are rolled back. */
function endOf(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.once('exit', () => resolve());
    server.kill('SIGINT');
  });
}
