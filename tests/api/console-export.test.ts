import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { resourceRoutes } from '../../lib/http/admin/resource-routes.ts';
import { type SignedIn, testConsole } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { addDepts, addPeople } from '../kit/resource.ts';
import { people, peopleInTable } from '../kit/resource-people.ts';

const rows = 4_321;
const aYearMs = 365 * 86_400_000;

/** Rows below the heading. */
const readers = {
  async csv(bytes: Uint8Array) {
    const read = readCsv(bytes, rows + 1);
    if (!read.ok) throw new Error(read.error);
    return read.value.slice(1);
  },
  async xlsx(bytes: Uint8Array) {
    const read = await readXlsx(Buffer.from(bytes), rows + 1);
    if (!read.ok) throw new Error(read.error);
    return read.value.slice(1).map(({ cells }) => cells);
  },
};

describe.each(engines)('a long list as a file, by its call, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let clerk: SignedIn;

  beforeAll(async () => {
    bench = await start();
    const database = await bench.open();
    // Somebody sets the machine's clock between the beginning of each call and its row in the log.
    const clock = new FakeClock();
    clock.setWall(clock.now() + aYearMs);
    const service = tableService({ database, clock }, peopleInTable);
    const routes = resourceRoutes({ definition: people, service });
    const app = await testConsole(database, {}, { routes });
    await addDepts(database, 'default');
    const depts = await database.db.selectFrom('dept').select('id').orderBy('id').execute();
    const [own, other] = depts.slice(-2).map(({ id }) => id);
    await addPeople(database, rows, { tenantId: 'default', deptId: own! });
    clerk = await app.signIn({
      permissions: ['test:people:export'],
      dataScope: 2,
      roleDepts: [own!],
      maskScope: 3,
      deptId: other!,
    });
  });
  afterAll(() => bench.stop());

  it.each(['csv', 'xlsx'] as const)(
    'holds each row in reach once, masked: %s',
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
});
