import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { resourceRoutes } from '../../lib/http/admin/resource-routes.ts';
import { type SignedIn, testConsole } from '../kit/console.ts';
import { textOf } from '../kit/csv-text.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { addDepts, addPeople } from '../kit/resource.ts';
import { people, peopleInTable } from '../kit/resource-people.ts';
import { describeSystem, get, ok } from '../kit/system-console.ts';

const rows = 4_321;
const aYearMs = 365 * 86_400_000;

/** Each reader returns the rows below the header row. */
const readers = {
  async csv(bytes: Uint8Array) {
    const read = readCsv(textOf(bytes), rows + 1);
    if (!read.ok) throw new Error(read.error.kind);
    return read.value.slice(1);
  },
  async xlsx(bytes: Uint8Array) {
    const read = await readXlsx(Buffer.from(bytes), rows + 1);
    if (!read.ok) throw new Error(read.error);
    return read.value.slice(1).map(({ cells }) => cells);
  },
};

describe.each(engines)('export of a long list on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clerk: SignedIn;
  let ownDept: number;

  beforeAll(async () => {
    bench = await start();
    database = await bench.open();
    // The wall clock jumps between the start of each call and its entry in the log.
    const clock = new FakeClock();
    clock.setWall(clock.now() + aYearMs);
    const service = tableService({ database, clock }, peopleInTable);
    const routes = resourceRoutes({ definition: people, service });
    const app = await testConsole(database, {}, { routes });
    await addDepts(database, 'default');
    const depts = await database.db.selectFrom('dept').select('id').orderBy('id').execute();
    const [own, other] = depts.slice(-2).map(({ id }) => id);
    ownDept = own!;
    await addPeople(database, rows, { tenantId: 'default', deptId: ownDept });
    clerk = await app.signIn({
      permissions: ['test:people:export'],
      dataScope: 2,
      roleDepts: [ownDept],
      maskScope: 3,
      deptId: other!,
    });
  });
  afterAll(() => bench.stop());

  it.each(['csv', 'xlsx'] as const)(
    'contains each row of the data scope once, masked: %s',
    async (format) => {
      const { blob, status, message } = await clerk.call('POST', '/test/people/export', { form: { format } });
      expect({ status, message }).toEqual({ status: 200, message: '' });
      const found = await readers[format](blob!);
      expect(new Set(found.map(([account]) => account)).size).toBe(rows);
      expect(found).toHaveLength(rows);
      const phones = found.flatMap((cells) => cells.filter((cell) => String(cell).startsWith('138')));
      expect(phones).toHaveLength(Math.floor((rows * 2) / 3));
      expect(phones.filter((phone) => !/^138\*{4}\d{4}$/.test(String(phone)))).toEqual([]);
    },
    30_000,
  );

  it('contains thousands of selected rows and no others, none outside the data scope', async () => {
    const stored = await database.db.selectFrom('user').select(['id', 'username', 'deptId']).execute();
    const mine = stored.filter(({ deptId }) => deptId === ownDept);
    const chosen = mine.filter((_, at) => at % 4 !== 0);
    const foreign = stored.filter(({ deptId }) => deptId !== ownDept);
    expect(foreign.length).toBeGreaterThan(0);
    const ids = [...chosen, ...foreign].map(({ id }) => id).join(',');
    const form = { format: 'csv', columns: 'accountNo', ids };
    const { blob, status } = await clerk.call('POST', '/test/people/export', { form });
    expect(status).toBe(200);
    const found = (await readers.csv(blob!)).map(([account]) => account);
    expect(chosen.length).toBeGreaterThan(3_000);
    expect(found.sort()).toEqual(chosen.map(({ username }) => username).sort());
    const { operParam } = await database.db
      .selectFrom('operationLog')
      .select('operParam')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(operParam).toContain(`"chosen":${chosen.length + foreign.length}`);
  }, 30_000);

  it('rejects more than 10,000 selected rows, and invalid ids', async () => {
    const many = Array.from({ length: 10_001 }, (_, at) => at + 1);
    for (const ids of [many.join(','), '1,2;drop table user', '1,,2']) {
      const { code, errors } = await clerk.call('POST', '/test/people/export', { form: { ids } });
      expect({ code, paths: errors.map(({ path }) => path) }).toEqual({ code: 40000, paths: ['ids'] });
    }
    const max = many.slice(1).join(',');
    const { status } = await clerk.call('POST', '/test/people/export', {
      form: { ids: max, format: 'csv' },
    });
    expect(status).toBe(200);
  }, 30_000);
});

describeSystem('times in an exported file', (system) => {
  it('are in the time zone of the organisation, like those of the list', async () => {
    const { founder, clock } = system();
    const posted = { postCode: 'a', postName: '甲', postSort: 1, status: '0' };
    ok(await founder.call('POST', '/system/post', { body: posted }));
    const at = new Date(clock.now());
    const { records } = await get(founder, '/system/config/page', { configKey: 'site.timeZone' });
    for (const zone of ['America/New_York', 'Asia/Kolkata']) {
      const { configId } = records[0];
      const { version } = await get(founder, `/system/config/${configId}`);
      ok(await founder.call('PUT', '/system/config', { body: { configId, version, configValue: zone } }));
      // Swedish dates are written as the console writes them.
      const local = at.toLocaleString('sv-SE', { timeZone: zone });
      const listed = await get(founder, '/system/post/page', { postCode: 'a' });
      expect([zone, listed.records[0].createTime]).toEqual([zone, local]);
      for (const format of ['csv', 'xlsx'] as const) {
        const form = { format, columns: 'createTime', postCode: 'a' };
        const { blob } = await founder.call('POST', '/system/post/export', { form });
        expect([zone, format, ...(await readers[format](blob!)).flat()]).toEqual([zone, format, local]);
      }
    }
  });
});
