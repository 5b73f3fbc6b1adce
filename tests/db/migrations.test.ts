import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Kysely, sql } from 'kysely';
import Libsql from 'libsql';
import { type DatabaseLocation, openDatabase } from '../../lib/db/client.ts';
import { migrate } from '../../lib/db/migrate.ts';
import { migrations } from '../../lib/db/migrations/index.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const child = fileURLToPath(new URL('../kit/migrate-child.ts', import.meta.url));
const names = Object.keys(migrations);

describe.each(engines)('migrations on $engine', ({ start }) => {
  let bench: DatabaseBench;
  const children = new Set<ChildProcess>();
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(async () => {
    for (const one of children) one.kill('SIGKILL');
    await bench.stop();
  });

  /** A process that stands ready; `go` starts it and tells what it printed. */
  async function prepare(place: DatabaseLocation) {
    const one = spawn(process.execPath, ['--import', 'tsx', child, JSON.stringify(place)]);
    children.add(one);
    let out = '';
    let complaints = '';
    one.stderr.on('data', (text) => {
      complaints += text;
    });
    const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
      one.once('close', (code) => resolve({ code, said: out.replace('ready\n', '').trim() || complaints }));
    });
    await new Promise<void>((resolve, reject) => {
      one.stdout.on('data', (text) => {
        out += text;
        resolve();
      });
      one.once('close', () => reject(new Error(complaints)));
    });
    return {
      go: () => {
        one.stdin.write('go\n');
        return ended;
      },
      kill: () => one.kill('SIGKILL'),
    };
  }

  it('are applied once when two processes start together', async () => {
    for (let round = 0; round < 2; round += 1) {
      const place = await bench.place();
      const both = await Promise.all([prepare(place), prepare(place)]);
      const ends = await Promise.all(both.map((one) => one.go()));
      expect(ends.map(({ code }) => code)).toEqual([0, 0]);
      expect(ends.map(({ said }) => said).sort()).toEqual([JSON.stringify([names]), '[]'].sort());
    }
  }, 120_000);

  it('are whole or absent after kill -9 at any moment', async () => {
    for (const afterMs of [0, 4, 8, 14, 25]) {
      const place = await bench.place();
      const one = await prepare(place);
      const ended = one.go();
      setTimeout(one.kill, afterMs);
      await ended;
      const { db, close } = await openDatabase(place); // throws when half a migration stayed
      expect(await db.selectFrom('tenant').selectAll().execute()).toEqual([]);
      await close();
    }
  }, 120_000);

  it('are not applied again', async () => {
    const { db } = await bench.open();
    expect(await migrate(db, migrations)).toEqual([]);
  });

  it('leave nothing of a start that failed half way', async () => {
    const { db } = await bench.open();
    const failing = {
      ...migrations,
      '9998-good': {
        up: (on: Kysely<never>) => on.schema.createTable('good').addColumn('a', 'text').execute(),
      },
      '9999-bad': { up: () => Promise.reject(new Error('disk full')) },
    };
    await expect(migrate(db, failing)).rejects.toThrow('disk full');
    expect(await tablesOf(db)).not.toContain('good');
    expect(await migrate(db, { ...migrations, '9998-good': failing['9998-good'] })).toEqual(['9998-good']);
  });

  it('refuse a database that a newer version has changed', async () => {
    const { db } = await bench.open();
    await migrate(db, { ...migrations, '9998-newer': { up: async () => {} } });
    await expect(migrate(db, migrations)).rejects.toThrow('9998-newer');
  });
});

describe('the embedded database', () => {
  it('waits for a process that is writing the very first page', async () => {
    const libsql = await engines[0].start();
    const place = (await libsql.place()) as { file: string };
    const other = new Libsql(place.file);
    other.exec('create table t (x); begin immediate; insert into t values (1)');
    const opening = openDatabase(place);
    await new Promise((resolve) => setTimeout(resolve, 100)); // real files lock in real time
    other.exec('commit');
    other.close();
    await (await opening).close();
    await libsql.stop();
  });

  it('is whole in its file once it is closed', async () => {
    const libsql = await engines[0].start();
    const place = (await libsql.place()) as { file: string };
    const { db, close } = await openDatabase(place);
    await db
      .insertInto('tenant')
      .values({ id: 'default', name: '默认', enabled: 1, createdAt: 1_760_000_000_000 })
      .execute();
    await close();
    // The file alone, as a backup that knows nothing of the write-ahead log takes it.
    const copy = (await libsql.place()) as { file: string };
    copyFileSync(place.file, copy.file);
    const copied = new Libsql(copy.file);
    expect(copied.prepare('select id from tenant').all()).toEqual([{ id: 'default' }]);
    expect(copied.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    copied.close();
    await libsql.stop();
  });

  it('keeps what it acknowledged through a power cut, checks references, and is readable by its owner only', async () => {
    const libsql = await engines[0].start();
    const place = (await libsql.place()) as { file: string };
    const { db, close } = await openDatabase(place);
    const pragma = async (name: string) =>
      Object.values((await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(db)).rows[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2); // FULL
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(5000);
    expect(await pragma('integrity_check')).toBe('ok');
    for (const suffix of ['', '-wal', '-shm']) {
      expect((statSync(place.file + suffix).mode & 0o777).toString(8)).toBe('600');
    }
    await close();
    await libsql.stop();
  });
});

async function tablesOf(
  db: Kysely<never> | Awaited<ReturnType<typeof openDatabase>>['db'],
): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}
