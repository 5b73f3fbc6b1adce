import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { DiskReserve } from '../../lib/server/disk-reserve.ts';
import { explainStorage } from '../../lib/server/explain-storage.ts';
import type { StorageReserve } from '../../lib/server/storage-reserve.ts';
import { diskSpace, type StorageWatch, storageWatch } from '../../lib/server/storage-watch.ts';
import { watchedDatabase } from '../../lib/server/watched-database.ts';
import { type ConsoleClient, type SignedIn, type TestConsole, testConsole } from '../kit/console.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { type PostgresCluster, startPostgres } from '../kit/postgres.ts';
import { SmallDisk } from '../kit/small-disk.ts';

// A real disk of 64 MB that is full.

let disk: SmallDisk;
let database: OpenDatabase | undefined;
let watch: StorageWatch;
let app: TestConsole;

let check: () => Promise<void>;

/** For the controls. */
const noReserve: StorageReserve = {
  hold: async () => true,
  release: () => {},
  use: (change) => change(),
};

async function open(location: DatabaseLocation, { hasReserve = true } = {}): Promise<void> {
  // Errors reach the watch only from here on, as in the server.
  let note: (error: unknown) => void = () => {};
  const opened = await openDatabase(location, silentLogger, (error) => note(error));
  database = opened;
  app = await testConsole(opened, {
    storageState: () => watch?.state() ?? 'ok',
    withReserve: (change) => watch.withReserve(change),
  });
  watch = storageWatch({ dataDir: disk.path, clock: app.clock, log: silentLogger });
  note = watch.note;
  const watched = watchedDatabase(opened, disk.path, app.clock);
  check = async () => {
    // The clock may have started a check.
    await watch.stop();
    await watch.start(hasReserve ? watched : { ...watched, reserve: noReserve });
  };
}

const post = (name: string) => ({ postCode: name, postName: name, postSort: 1, status: '0' });

beforeEach(() => {
  disk = new SmallDisk(64);
});
afterEach(async () => {
  await watch.stop();
  await database?.close();
  database = undefined;
  disk.dispose();
});

describe('the embedded database on a full disk', () => {
  const embedded = () => ({ file: join(disk.path, 'oriel.db') });

  it('control: without a reserve, nobody can sign out', async () => {
    await open(embedded(), { hasReserve: false });
    const user = await app.signIn();
    disk.fill();
    expect(await user.call('POST', '/logout')).toMatchObject({ status: 200, code: 507 });
    expect((await user.call('GET', '/get-user-info')).code).toBe(20001);
  });

  it('rejects a change with a code and a text of its own, in both languages', async () => {
    await open(embedded());
    const root = await app.root();
    disk.fill();
    const change = (language: string) =>
      root.call('POST', '/system/post', { body: post(language), headers: { 'accept-language': language } });
    expect(await change('zh-CN')).toMatchObject({
      code: 507,
      message: '服务器磁盘已满，数据没有保存，请管理员检查服务器的磁盘',
    });
    expect(await change('en-US')).toMatchObject({
      code: 507,
      message:
        'The disk of the server is full; nothing was saved. Ask an administrator to check the disk of the server.',
    });
    expect(watch.state()).toBe('full');
  });

  it('withdraws access with the reserve, logs it, and accepts changes again when there is space', async () => {
    await open(embedded());
    const [root, user, other] = [await app.root(), await app.signIn(), await app.signIn()];
    const { grantId } = await app.integrator();
    const { data: added } = await root.call('POST', '/system/post', { body: post('before') });
    await check();
    disk.fill();
    await check();
    expect(watch.state()).toBe('full');
    expect((await root.call('POST', '/system/post', { body: post('refused') })).code).toBe(507);
    expect((await user.call('POST', '/logout')).code).toBe(20001);
    expect((await user.call('GET', '/get-user-info')).code).toBe('U0230');
    expect((await root.call('DELETE', `/monitor/online/${other.sessionId}`)).code).toBe(20001);
    expect((await other.call('GET', '/get-user-info')).code).toBe('U0231');
    await app.operator.run('token.revoke', { grantId });
    expect((await root.call('DELETE', `/system/post/${added.postId}`)).code).toBe(20001);
    const { data: log } = await root.call('GET', '/monitor/operlog/page', { query: { pageSize: '1' } });
    expect(log.records[0]).toMatchObject({ operName: 'founder', businessType: '3' });
    expect((await root.call('GET', '/monitor/operlog/verify')).data).toMatchObject({ isIntact: true });

    disk.empty();
    await check();
    // A disk of 64 MB is always almost full.
    expect(watch.state()).toBe('low');
    expect((await root.call('POST', '/system/post', { body: post('after') })).code).toBe(20001);
  });

  it('keeps the space of the reserve out of reach for others', async () => {
    await open(embedded());
    await check();
    disk.fill();
    expect(await new DiskReserve(join(disk.path, 'oriel.reserve')).isHeld()).toBe(true);
  });

  it('does not start on a read-only file system, and says so', async () => {
    disk.remountReadOnly();
    watch = storageWatch({ dataDir: disk.path, clock: new FakeClock(), log: silentLogger });
    await watch.start({ write: async () => {}, isReadOnly: async () => false, reserve: noReserve });
    expect(watch.state()).toBe('readOnly');
    const error = await openDatabase(embedded()).catch((caught: unknown) => caught);
    expect(explainStorage(disk.path, error)).toMatchObject({ code: 'data.readOnly' });
  });

  it('rejects a change of a read-only database with its own text', async () => {
    await open(embedded());
    const root = await app.root();
    await sql`pragma query_only = on`.execute(app.database.db);
    expect(await root.call('POST', '/system/post', { body: post('p') })).toMatchObject({
      code: 507,
      message: '服务器的存储是只读的，数据没有保存，请管理员检查服务器的磁盘',
    });
    expect(watch.state()).toBe('readOnly');
  });
});

describe('PostgreSQL', () => {
  // A cluster of its own: with a full disk, nobody can create a database in it.
  let databases: PostgresCluster;
  beforeAll(async () => {
    databases = await startPostgres();
  });
  afterAll(() => databases.stop());

  let url: string;
  beforeEach(async () => {
    url = await databases.createDatabase();
  });

  async function admin(statement: string): Promise<void> {
    const server = new URL(url);
    server.pathname = '/postgres';
    const client = new pg.Client({ connectionString: server.href });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  /** Runs with a database on the small disk. */
  async function onSmallDisk(
    use: () => Promise<void>,
    options: { hasReserve?: boolean } = {},
  ): Promise<void> {
    const folder = join(disk.path, 'space');
    mkdirSync(folder);
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
    const name = new URL(url).pathname.slice(1);
    await admin(`create tablespace ${name} location '${folder}'`);
    await admin(`alter database ${name} set tablespace ${name}`);
    await open({ url }, options);
    await check();
    try {
      await use();
    } finally {
      disk.empty();
      await watch.stop();
      await database?.close();
      await databases.dropDatabase(url);
      await admin(`drop tablespace ${name}`);
    }
  }

  /** Changes until one is rejected: PostgreSQL uses the free space of existing pages first. */
  async function changeUntilFull(root: ConsoleClient): Promise<unknown> {
    for (let at = 0; at < 400; at += 1) {
      const body = { ...post(`p${at}`), remark: 'x'.repeat(400) };
      const { code } = await root.call('POST', '/system/post', { body });
      if (code !== 20001) return code;
    }
    return 20001;
  }

  /** The failures of ending many sessions, with the free space at that time. */
  async function failuresOfKicks(root: ConsoleClient, users: readonly SignedIn[]): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (const { sessionId } of users) {
      const { code, message } = await root.call('DELETE', `/monitor/online/${sessionId}`);
      if (code === 20001) continue;
      const reserve = await sql`select pg_relation_size(to_regclass('storage_reserve')) as size`.execute(
        app.database.db,
      );
      failures.push({ code, message, disk: await diskSpace(disk.path), reserve: reserve.rows });
    }
    return failures;
  }
  const many = () => Promise.all(Array.from({ length: 40 }, () => app.signIn({ noRole: true })));

  it('control: without a reserve, sessions cannot be ended', () =>
    onSmallDisk(
      async () => {
        const [root, users] = [await app.root(), await many()];
        disk.fill();
        expect(await changeUntilFull(root)).toBe(507);
        expect(await failuresOfKicks(root, users)).toContainEqual(expect.objectContaining({ code: 507 }));
      },
      { hasReserve: false },
    ));

  it('rejects changes with their own code, ends sessions with the reserve, and recovers', () =>
    onSmallDisk(async () => {
      const [root, users] = [await app.root(), await many()];
      disk.fill();
      expect(await changeUntilFull(root)).toBe(507);
      expect(watch.state()).toBe('full');
      expect(await failuresOfKicks(root, users)).toEqual([]);
      await check();
      expect(watch.state()).toBe('full');
      disk.empty();
      await app.clock.advance(30_000);
      await check();
      // A disk of 64 MB is always almost full.
      expect(watch.state()).toBe('low');
      expect((await root.call('POST', '/system/post', { body: post('after') })).code).toBe(20001);
    }));

  it('is read-only: changes are rejected with their own code, and pages can still be read', async () => {
    await open({ url });
    const root = await app.root();
    const name = new URL(url).pathname.slice(1);
    await admin(`alter database ${name} set default_transaction_read_only = on`);
    await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    // While the pool replaces its connections, the database does not respond; the next check finds it.
    for (let checks = 0; checks < 20 && watch.state() !== 'readOnly'; checks += 1) await check();
    expect(watch.state()).toBe('readOnly');
    expect((await root.call('POST', '/system/post', { body: post('p') })).code).toBe(507);
    // After a minute, the time of a session's last call is due to be stored.
    await app.clock.advance(61_000);
    expect((await root.call('GET', '/system/post/page')).code).toBe(20001);
    await database?.close();
    await databases.dropDatabase(url);
  });
});
