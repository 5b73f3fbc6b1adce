import { expect } from 'expect';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { ResourceService } from '../../lib/domain/resource/resource-service.ts';
import { type TableService, tableService } from '../../lib/domain/resource/table-service.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { addDepts, addPeople, addTenants, callBy } from '../kit/resource.ts';
import { people, peopleInTable } from '../kit/resource-people.ts';

// Concurrent changes during an import. Relations are looked up outside of transactions, before the dry run and before
// the writes; the tests pause the import there.

const peopleOfDepts = {
  ...peopleInTable,
  definition: {
    ...people,
    fields: { ...people.fields, deptId: { ...people.fields.deptId, relation: { resource: 'test.dept' } } },
  },
};
const writing = 2;
const file = {
  name: 'people.csv',
  bytes: Buffer.from('账号,昵称,部门\nanna,Anna,1\nuser0,Bob,1\ncleo,Cleo,1\n'),
};
const refused = {
  created: 0,
  skipped: 1,
  errors: [{ row: 3, column: '账号', message: '账号已存在' }],
};
const running = { text: { 'zh-CN': '该文件正在导入' } };

/** Whether a transaction waits for a row lock. */
async function isWaitedFor({ db }: OpenDatabase): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

describe.each(engines)('during an import on $engine', ({ engine, start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  const us = callBy();
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
    await addTenants(database);
    await addDepts(database);
  });

  /** `meanwhile` runs before the dry run (1) and before the writes (2). */
  function peopleThat(meanwhile: (time: number) => Promise<void>): TableService {
    let times = 0;
    const depts: Pick<ResourceService, 'options'> = {
      async options(_, { ids = [] }) {
        times += 1;
        await meanwhile(times);
        return ids.map((id) => ({ id, title: String(id) }));
      },
    };
    return tableService(
      { database, clock, related: () => depts as ResourceService },
      // The same table with one more relation field, which the literal type does not allow.
      peopleOfDepts as unknown as typeof peopleInTable,
    );
  }
  const noChange = async () => {};
  const send = (person: TableService, sent = file, skipBad = false) =>
    person.files.importFile(us, sent, {
      dryRun: false,
      updateSupport: false,
      skipBad,
      locale: 'zh-CN',
    });
  const accounts = async () =>
    (await database.db.selectFrom('user').select('username').orderBy('username').execute()).map(
      ({ username }) => username,
    );
  /** Waits until the import has extended its claim on the file: the fake clock does not wait for the database. */
  const outcome = async () => {
    const hold = () => database.db.selectFrom('importRun').select('claimedUntil').executeTakeFirstOrThrow();
    while ((await hold()).claimedUntil <= clock.now() + 10_000)
      await new Promise((resolve) => setImmediate(resolve));
  };
  const logged = async () => (await database.db.selectFrom('operationLog').select('id').execute()).length;

  it('a row that another user creates after validation is reported, and nothing is imported', async () => {
    const person = peopleThat(async (time) => {
      if (time === writing) await addPeople(database, 1);
    });
    expect(await send(person)).toMatchObject(refused);
    expect([await accounts(), await logged()]).toEqual([['user0'], 0]);
  });

  // PostgreSQL only: the embedded database has a single writer, so no transaction waits for a row of another.
  if (engine === 'PostgreSQL')
    it('a row that another user is creating during the import is reported, and nothing is imported', async () => {
      const other = await database.db.startTransaction().execute();
      const person = peopleThat(async (time) => {
        if (time === writing) await addPeople({ db: other }, 1);
      });
      const answer = send(person);
      while (!(await isWaitedFor(database))) await new Promise((resolve) => setTimeout(resolve, 20));
      await other.commit().execute();
      expect(await answer).toMatchObject(refused);
      expect([await accounts(), await logged()]).toEqual([['user0'], 0]);
    });

  it('no other import of the file starts, however long it takes', async () => {
    const person = peopleThat(async (time) => {
      if (time > writing) return;
      for (let seconds = 0; seconds < 60; seconds += 5) {
        await clock.advance(5_000);
        await outcome();
        await expect(send(person)).rejects.toMatchObject(running);
      }
    });
    expect(await send(person)).toMatchObject({ created: 3, repeated: false });
    expect(await send(person)).toMatchObject({ created: 3, repeated: true });
    expect(clock.pending).toBe(0);
  });

  it('a process that stalled writes nothing after another one imported the file', async () => {
    const other = peopleThat(noChange);
    const person = peopleThat(async (time) => {
      if (time !== writing) return;
      clock.setWall(clock.now() + 16_000);
      // The import creates rows with new ids, so none is rejected as a duplicate.
      expect(await send(other)).toMatchObject({ created: 3, repeated: false });
      await database.db.deleteFrom('user').execute();
    });
    await expect(send(person)).rejects.toMatchObject(running);
    expect([await accounts(), await logged()]).toEqual([[], 4]);
    expect(await send(other)).toMatchObject({ created: 3, repeated: true });
  });

  it('what was imported in parts before a failure is not imported again', async () => {
    const names = Array.from({ length: 250 }, (_, at) => `user${at}`);
    const rows = names.map((name) => `${name},${name},1`);
    const large = { name: 'people.csv', bytes: Buffer.from(['账号,昵称,部门', ...rows].join('\n')) };
    // Two parts, of 200 rows and 50.
    const failing = peopleThat(async (time) => {
      if (time === 2) throw new Error('stopped');
    });
    await expect(send(failing, large, true)).rejects.toThrow('stopped');
    expect(await accounts()).toHaveLength(200);
    const result = await send(peopleThat(noChange), large, true);
    expect(result).toMatchObject({ total: 250, created: 250, skipped: 0, errors: [] });
    expect(await accounts()).toEqual(names.toSorted());
  });
});
