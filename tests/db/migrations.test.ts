import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'expect';
import { CamelCasePlugin, Kysely, sql } from 'kysely';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../lib/db/client.ts';
import { type Engine, libsqlDialect, postgresDialect } from '../../lib/db/dialect.ts';
import { migrate } from '../../lib/db/migrate.ts';
import { migrations } from '../../lib/db/migrations/index.ts';
import type { Database } from '../../lib/db/schema.ts';
import { isSerial } from '../../lib/domain/devices/device.repository.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
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

  /** Starts a process that waits; `go` lets it open the database and resolves with its output. */
  async function prepare(place: DatabaseLocation) {
    const one = spawn(process.execPath, ['--import', 'tsx', child, JSON.stringify(place)]);
    children.add(one);
    let stdout = '';
    let stderr = '';
    one.stderr.on('data', (text) => {
      stderr += text;
    });
    const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
      one.once('close', (code) => resolve({ code, output: stdout.replace('ready\n', '').trim() || stderr }));
    });
    await new Promise<void>((resolve, reject) => {
      one.stdout.on('data', (text) => {
        stdout += text;
        resolve();
      });
      one.once('close', () => reject(new Error(stderr)));
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
      expect(ends.map(({ output }) => output).sort()).toEqual([JSON.stringify([names]), '[]'].sort());
    }
  }, 120_000);

  it('are complete or absent after kill -9 at any moment', async () => {
    for (const afterMs of [0, 4, 8, 14, 25]) {
      const place = await bench.place();
      const one = await prepare(place);
      const ended = one.go();
      setTimeout(one.kill, afterMs);
      await ended;
      const { db, close } = await openDatabase(place); // throws if half a migration was applied
      expect(await db.selectFrom('tenant').selectAll().execute()).toEqual([]);
      await close();
    }
  }, 120_000);

  it('are not applied again', async () => {
    const { db } = await bench.openEmpty();
    expect(await migrate(db, migrations)).toEqual([]);
  });

  it('leave no trace of a start that failed halfway', async () => {
    const { db } = await bench.openEmpty();
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

  it('0035 composes names, except those that another row has, which it reports', async () => {
    const place = await bench.place();
    const umlaut = { composed: 'Büro', decomposed: 'Bu\u0308ro' };
    const post = (id: number, name: string) =>
      sql`insert into post (id, tenant_id, post_code, post_name, post_sort, status, version,
        created_by, created_at, updated_by, updated_at)
        values (${id}, 'acme', ${`c${id}`}, ${name}, 1, '0', 1, 'a', 1, 'a', 1)`;
    await withVersion(Object.keys(migrations).indexOf('0035-composed-names'), place, async (db) => {
      await sql`insert into tenant (id, name, enabled, created_at) values ('acme', 'Acme', 1, 0)`.execute(db);
      await post(1, umlaut.composed).execute(db);
      await post(2, umlaut.decomposed).execute(db);
      await post(3, `${umlaut.decomposed} Nord`).execute(db);
    });
    const warnings: unknown[] = [];
    const log = { ...silentLogger, warn: (fields: object) => warnings.push(fields) };
    const { db, close } = await openDatabase(place, log);
    try {
      const rows = await db.selectFrom('post').select('postName').orderBy('id').execute();
      expect(rows.map(({ postName }) => postName)).toEqual([
        umlaut.composed,
        umlaut.decomposed,
        `${umlaut.composed} Nord`,
      ]);
      expect(warnings).toEqual([{ migration: '0035-composed-names', left: ['post 2 postName'] }]);
    } finally {
      await close();
    }
  });

  it('0023 keeps the deliveries of webhooks, which still go with their alarm', async () => {
    const place = await bench.place();
    await withVersion(Object.keys(migrations).indexOf('0023-alerts'), place, async (db) => {
      for (const statement of deliveryBefore0023) await sql.raw(statement).execute(db);
    });
    const { db, close } = await openDatabase(place);
    try {
      const rows = () => db.selectFrom('webhookDelivery').selectAll().execute();
      expect(await rows()).toEqual([
        {
          ...{ id: 'delivery1', tenantId: 'acme', webhookId: 'hook1', alarmId: 'alarm1', payload: null },
          ...{ state: 'failed', attempts: 2, nextAt: 3, lastStatus: 500, lastError: 'status' },
          ...{ createdAt: 4, doneAt: 5 },
        },
      ]);
      await db.deleteFrom('alarm').where('id', '=', 'alarm1').execute();
      expect(await rows()).toEqual([]);
    } finally {
      await close();
    }
  });

  it('0027 keeps uploaded files where they are, and their keys used', async () => {
    const place = await bench.place();
    await withVersion(Object.keys(migrations).indexOf('0027-files'), place, async (db) => {
      for (const statement of fileBefore0027) await sql.raw(statement).execute(db);
    });
    const { db, close } = await openDatabase(place);
    try {
      const columns = ['path', 'storage', 'bucket', 'object', 'content'] as const;
      expect(await db.selectFrom('upload').select(columns).execute()).toEqual([
        { path: '2026/01/01/a.pdf', storage: 'local', bucket: null, object: null, content: 'JVBERi0=' },
      ]);
      expect(await db.selectFrom('usedUploadKey').selectAll().execute()).toEqual([
        { path: '2026/01/01/a.pdf', expiresAt: 1_760_000_300_000 },
      ]);
    } finally {
      await close();
    }
  });

  it('0007 gives tokens issued before an empty name', async () => {
    const place = await bench.place();
    await withVersion(6, place, async (db) => {
      for (const statement of tokenOfVersion6) await sql.raw(statement).execute(db);
    });
    const { db, close } = await openDatabase(place);
    try {
      const rows = await db.selectFrom('accessTokenGrant').select(['id', 'tokenHash', 'name']).execute();
      expect(rows).toEqual([{ id: 'grant1', tokenHash: 'hash', name: '' }]);
    } finally {
      await close();
    }
  });

  it('0005 keeps the rows, references and constraints that it renames', async () => {
    const place = await bench.place();
    await withVersion(4, place, async (db) => {
      for (const statement of rowsOfVersion4) await sql.raw(statement).execute(db);
    });
    const { db, engine, close } = await openDatabase(place);
    try {
      expect(await db.selectFrom('ptz').selectAll().executeTakeFirst()).toEqual({
        id: 'ptz1',
        tenantId: 'acme',
        channelId: 'channel1',
        label: 'http://192.0.2.1',
        endpointSealed: 'sealed',
        hasPassword: 1,
        canPan: 1,
        canTilt: null,
        updatedAt: 5,
      });
      expect(await db.selectFrom('auditChain').selectAll().execute()).toEqual([
        { tenantId: 'acme', lastHash: 'hash', entries: 7_000_000_000, purgedHash: null },
      ]);
      expect(await db.selectFrom('idempotencyRecord').selectAll().orderBy('key').execute()).toEqual([
        { key: 'a', userId: 1, response: 'sealed', startedAt: 1, expiresAt: 2 },
        { key: 'b', userId: 1, response: null, startedAt: 3, expiresAt: 4 },
      ]);
      const history = db
        .selectFrom('passwordHistory')
        .select(['userId', 'passwordHash', 'usedAt'])
        .orderBy('id');
      expect(await history.execute()).toEqual([
        { userId: 1, passwordHash: 'first', usedAt: 1 },
        { userId: 1, passwordHash: 'second', usedAt: 2 },
      ]);
      const { permissionsVersion } = await db.selectFrom('tenant').selectAll().executeTakeFirstOrThrow();
      const { revokedReason } = await db.selectFrom('session').selectAll().executeTakeFirstOrThrow();
      const device = await db.selectFrom('device').selectAll().executeTakeFirstOrThrow();
      const channel = await db.selectFrom('channel').selectAll().executeTakeFirstOrThrow();
      const { lastSeenAt } = await db.selectFrom('rowEditor').selectAll().executeTakeFirstOrThrow();
      const { claimId, claimedUntil } = await db
        .selectFrom('importRun')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect({ permissionsVersion, revokedReason, lastSeenAt, claimId, claimedUntil }).toEqual({
        permissionsVersion: 3,
        revokedReason: 'kicked',
        lastSeenAt: 12,
        claimId: 'process',
        claimedUntil: 13,
      });
      expect([device.stateCheckedAt, channel.stateCheckedAt]).toEqual([10, 11]);

      const ptz = await db.selectFrom('ptz').selectAll().executeTakeFirstOrThrow();
      await expect(
        db
          .insertInto('ptz')
          .values({ ...ptz, id: 'other' })
          .execute(),
      ).rejects.toThrow(/unique/i);
      await db
        .insertInto('passwordHistory')
        .values({ tenantId: 'acme', userId: 1, passwordHash: 'third', usedAt: 3 })
        .execute();
      expect((await history.execute()).at(-1)?.passwordHash).toBe('third');
      expect(await catalogueOf(db, engine)).not.toMatch(
        /pan_?tilt|operation_?chain|submission|password_?used|rights_version|revoked_because|state_at|\bseen_at|held_until/i,
      );
      await db.deleteFrom('channel').execute();
      await db.deleteFrom('user').execute();
      await db.deleteFrom('tenant').execute();
      for (const table of ['ptz', 'auditChain', 'passwordHistory'] as const) {
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
      }
    } finally {
      await close();
    }
  });

  it.each([
    ['finds serial numbers in any case by an index, which is unique', ['CAM1', 'CAM2'], true],
    ['keeps devices whose serial numbers differ in case only', ['CAM1', 'cam1'], false],
  ] as const)('0009 %s', async (_what, serials, isUnique) => {
    const place = await bench.place();
    await withVersion(8, place, async (db) => {
      await sql`insert into tenant (id, name, enabled, created_at) values ('acme', 'Acme', 1, 0)`.execute(db);
      for (const [at, serial] of serials.entries())
        await sql`insert into device (id, tenant_id, serial, name, is_encrypt, enabled, created_at)
          values (${`device${at}`}, 'acme', ${serial}, 'Gate', 0, 1, 0)`.execute(db);
    });
    const { db, engine, close } = await openDatabase(place);
    try {
      const devices = db.selectFrom('device').select('serial').orderBy('id');
      expect((await devices.execute()).map(({ serial }) => serial)).toEqual(serials);
      const again = sql`insert into device (id, tenant_id, serial, name, is_encrypt, enabled, created_at)
        values ('other', 'acme', 'Cam1', 'Gate', 0, 1, 0)`.execute(db);
      const outcome = await again.then(
        () => 'stored',
        () => 'rejected',
      );
      expect(outcome).toBe(isUnique ? 'rejected' : 'stored');
      const plan = await db.transaction().execute(async (transaction) => {
        // PostgreSQL reads a table of two rows completely, whatever indexes it has.
        if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(transaction);
        const wanted = transaction.selectFrom('device').selectAll().where('tenantId', '=', 'acme');
        const { sql: text, parameters } = wanted.where(isSerial('cam1')).compile();
        const explained = engine === 'postgres' ? 'explain' : 'explain query plan';
        const named = { sql: `${explained} ${text}`, parameters, query: wanted.toOperationNode() };
        return JSON.stringify(
          (await transaction.executeQuery({ ...named, queryId: { queryId: 'plan' } })).rows,
        );
      });
      expect(plan).toContain('device_serial_upper');
    } finally {
      await close();
    }
  });

  it('are refused on a database that a newer version has changed', async () => {
    const { db } = await bench.openEmpty();
    await migrate(db, { ...migrations, '9998-newer': { up: async () => {} } });
    await expect(migrate(db, migrations)).rejects.toThrow('9998-newer');
  });
});

describe('the embedded database', () => {
  it('waits for a process that is writing the first page', async () => {
    const libsql = await engines[0].start();
    const place = (await libsql.place()) as { file: string };
    const other = new Libsql(place.file);
    other.exec('create table t (x); begin immediate; insert into t values (1)');
    const opening = openDatabase(place);
    await new Promise((resolve) => setTimeout(resolve, 100)); // real locks need real time
    other.exec('commit');
    other.close();
    await (await opening).close();
    await libsql.stop();
  });

  it('is complete in its file once it is closed', async () => {
    const libsql = await engines[0].start();
    const place = (await libsql.place()) as { file: string };
    const { db, close } = await openDatabase(place);
    await db
      .insertInto('tenant')
      .values({ id: 'default', name: '默认', enabled: 1, createdAt: 1_760_000_000_000 })
      .execute();
    await close();
    // Only the main file, as a backup tool that does not know the write-ahead log copies it.
    const copy = (await libsql.place()) as { file: string };
    copyFileSync(place.file, copy.file);
    const copied = new Libsql(copy.file);
    expect(copied.prepare('select id from tenant').all()).toEqual([{ id: 'default' }]);
    expect(copied.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    copied.close();
    await libsql.stop();
  });

  it('keeps acknowledged rows through a power cut, checks references, and is readable by its owner only', async () => {
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

const deliveryBefore0023 = [
  "insert into tenant (id, name, enabled, created_at) values ('acme', 'Acme', 1, 0)",
  `insert into device (id, tenant_id, serial, name, is_encrypt, enabled, created_at)
    values ('device1', 'acme', 'GATE', 'Gate', 0, 1, 0)`,
  `insert into channel (id, tenant_id, device_id, device_serial, number, name, enabled, created_at)
    values ('channel1', 'acme', 'device1', 'GATE', 1, 'Gate', 1, 0)`,
  `insert into alarm (id, tenant_id, channel_id, kind, source, start_at, end_at, record_from, record_to, state)
    values ('alarm1', 'acme', 'channel1', 'person', 'http', 1, 1, 0, 2, '0')`,
  `insert into webhook
    (id, tenant_id, name, url, secret_sealed, kinds, status, version, created_by, created_at, updated_by, updated_at)
    values ('hook1', 'acme', 'Hook', 'http://192.0.2.1/', 'sealed', '[]', '0', 1, '', 0, '', 0)`,
  `insert into webhook_delivery (id, tenant_id, webhook_id, alarm_id, state, attempts, next_at, last_status,
    last_error, created_at, done_at)
    values ('delivery1', 'acme', 'hook1', 'alarm1', 'failed', 2, 3, 500, 'status', 4, 5)`,
];

/** Opens the database with only the first `count` migrations applied. */
async function withVersion(
  count: number,
  place: DatabaseLocation,
  use: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const db = new Kysely<Database>({
    dialect: 'url' in place ? postgresDialect(place.url, () => {}).dialect : await libsqlDialect(place.file),
    plugins: [new CamelCasePlugin()],
  });
  try {
    await migrate(db, Object.fromEntries(Object.entries(migrations).slice(0, count)));
    await use(db);
  } finally {
    await db.destroy();
  }
}

const tokenOfVersion6 = [
  `insert into tenant (id, name, enabled, created_at) values ('acme', 'Acme', 1, 0)`,
  `insert into application (id, tenant_id, name, app_key, secret_hash, secret_rotated_at, allowed_origins,
    token_policy, enabled, created_at) values ('app1', 'acme', 'Portal', 'key', 'hash', 0, '[]', '{}', 1, 0)`,
  `insert into access_token_grant (id, tenant_id, application_id, token_hash, capabilities, created_at, expires_at)
    values ('grant1', 'acme', 'app1', 'hash', '[]', 0, 1)`,
];

/** One row of each table that migration 0005 changes, and the rows they reference. */
const rowsOfVersion4 = [
  `insert into tenant (id, name, enabled, created_at, rights_version) values ('acme', 'Acme', 1, 0, 3)`,
  `insert into "user" (tenant_id, username, display_name, sex, status, is_root, must_change_password, version,
    created_by, created_at, updated_by, updated_at) values ('acme', 'ann', 'Ann', '2', '0', 0, 0, 1, '', 0, '', 0)`,
  `insert into session (id, tenant_id, user_id, token_hash, address, user_agent, is_remembered, authenticated_at,
    created_at, last_seen_at, expires_at, revoked_at, revoked_because)
    values ('session1', 'acme', 1, 'hash', '', '', 0, 0, 0, 0, 0, 1, 'kicked')`,
  `insert into device (id, tenant_id, serial, name, is_encrypt, enabled, created_at, state_at)
    values ('device1', 'acme', 'SERIAL', 'Gate', 0, 1, 0, 10)`,
  `insert into channel (id, tenant_id, device_id, number, name, enabled, state_at)
    values ('channel1', 'acme', 'device1', 1, 'Gate', 1, 11)`,
  `insert into pan_tilt (id, tenant_id, channel_id, label, endpoint_sealed, has_password, can_pan, updated_at)
    values ('ptz1', 'acme', 'channel1', 'http://192.0.2.1', 'sealed', 1, 1, 5)`,
  `insert into operation_chain (tenant_id, last_hash, entries) values ('acme', 'hash', 7000000000)`,
  `insert into submission (key, user_id, answer, started_at, expires_at)
    values ('b', 1, null, 3, 4), ('a', 1, 'sealed', 1, 2)`,
  `insert into password_used (id, tenant_id, user_id, password_hash, used_at)
    values (9, 'acme', 1, 'second', 2), (4, 'acme', 1, 'first', 1)`,
  `insert into row_editor (tenant_id, session_id, resource, row_id, window_id, since, seen_at)
    values ('acme', 'session1', 'system.post', '1', '', 11, 12)`,
  `insert into import_run (tenant_id, resource, file_hash, user_id, result, holder, held_until)
    values ('acme', 'system.post', 'hash', 1, '', 'process', 13)`,
];

/** Names of all tables, columns, indexes, constraints and sequences. */
async function catalogueOf(db: Kysely<Database>, engine: Engine): Promise<string> {
  const query =
    engine === 'libsql'
      ? sql`select sql as name from sqlite_master where sql is not null`
      : sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace
          union all select conname from pg_constraint where connamespace = 'public'::regnamespace
          union all select column_name from information_schema.columns where table_schema = 'public'`;
  const { rows } = await query.execute(db);
  return JSON.stringify(rows);
}

async function tablesOf(
  db: Kysely<never> | Awaited<ReturnType<typeof openDatabase>>['db'],
): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}

const fileBefore0027 = [
  "insert into tenant (id, name, enabled, created_at) values ('acme', 'Acme', 1, 0)",
  `insert into upload
    (tenant_id, path, name, content_type, byte_size, width, height, sha256, owner_id, created_by, created_at, used_at, content)
    values ('acme', '2026/01/01/a.pdf', 'a.pdf', 'application/pdf', 5, 0, 0, '', 1, 'a', 1760000000000, 1760000000000, 'JVBERi0=')`,
];
