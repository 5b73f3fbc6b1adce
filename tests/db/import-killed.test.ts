import { spawn } from 'node:child_process';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { verifyAuditChain } from '../../lib/domain/audit/operation-log.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { buildChildProgram } from '../kit/child-program.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import type { ImportChildOptions } from '../kit/import-child.ts';
import { addTenants, callBy } from '../kit/resource.ts';
import { peopleInTable } from '../kit/resource-people.ts';

// `kill -9` of the process during an import. 600 rows are three batches: first a dry run, then the writes.

let child: Awaited<ReturnType<typeof buildChildProgram>>;
beforeAll(async () => {
  child = await buildChildProgram(new URL('../kit/import-child.ts', import.meta.url));
});
afterAll(() => child.dispose());

/** Resolves when the process has reached `moment` and was killed there. */
async function killedAt(options: ImportChildOptions): Promise<void> {
  const importer = spawn(process.execPath, [child.program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, stderr] = ['', ''];
  importer.stdout.on('data', (text) => {
    output += text;
    importer.kill('SIGKILL');
  });
  importer.stderr.on('data', (text) => {
    stderr += text;
  });
  await new Promise((resolve) => importer.once('close', resolve));
  if (output !== 'here\n') throw new Error(`the import ended before it reached that moment: ${stderr}`);
}

const fileOf = (rows: readonly string[]) => ['账号,昵称,状态', ...rows].join('\n');
const good = Array.from({ length: 600 }, (_, at) => `user${at},名${at},正常`);
/** Two cells with invalid values and two rows that are rejected, near the beginning and the end. */
const mixed = good.map((row, at) => {
  if (at === 10 || at === 590) return `user${at},名${at},坏`;
  return at === 20 || at === 595 ? `user${at},,正常` : row;
});

describe.each(engines)('an import whose process is killed on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let place: DatabaseLocation;
  let database: OpenDatabase;
  let clock: FakeClock;
  const us = callBy();

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    place = await bench.migrated();
    database = await openDatabase(place);
    clock = new FakeClock(Date.now());
    await addTenants(database);
  });
  afterEach(() => database.close());

  const send = (text: string, skipBad = false) =>
    tableService({ database, clock }, peopleInTable).files.importFile(
      us,
      { name: 'people.csv', bytes: Buffer.from(text) },
      { dryRun: false, updateSupport: false, skipBad, locale: 'zh-CN' },
    );
  /** The number of rows, of log entries for rows, and of log entries for whole imports. */
  async function counts() {
    const rows = await database.db.selectFrom('user').select('username').execute();
    const log = await database.db.selectFrom('operationLog').select('bizKey').execute();
    const ofRows = log.filter(({ bizKey }) => bizKey !== null).length;
    expect(await verifyAuditChain({ database, clock }, us.actor.scope)).toEqual({
      ok: true,
      entries: log.length,
    });
    return [rows.length, ofRows, log.length - ofRows];
  }
  const later = () => clock.setWall(Date.now() + 16_000);

  it.each([4, 6])('leaves nothing if killed during the import: batch %s of 6', async (time) => {
    const text = fileOf(good);
    await killedAt({ place, text, skipBad: false, moment: 'written', time });
    expect(await counts()).toEqual([0, 0, 0]);
    await expect(send(text)).rejects.toMatchObject({ text: { 'zh-CN': '该文件正在导入' } });
    later();
    expect(await send(text)).toMatchObject({ created: 600, errors: [], repeated: false });
    expect(await counts()).toEqual([600, 600, 1]);
  });

  it('keeps everything after the commit: rows, log, and the response to the same file', async () => {
    const text = fileOf(good);
    await killedAt({ place, text, skipBad: false, moment: 'committed', time: 1 });
    expect(await counts()).toEqual([600, 600, 1]);
    expect(await send(text)).toMatchObject({ created: 600, errors: [], repeated: true });
    expect(await counts()).toEqual([600, 600, 1]);
  });

  it('control: without its invalid rows a file is imported in batches, and partial results are visible', async () => {
    const text = fileOf(good);
    await killedAt({ place, text, skipBad: true, moment: 'written', time: 2 });
    expect(await counts()).toEqual([200, 200, 0]);
  });

  it.each([
    // Batches with a rejected row are written row by row; this is the second batch.
    ['while a part is written', 'written', 1, 198],
    ['when one was', 'committed', 2, 398],
    ['when the last one was', 'committed', 3, 596],
  ] as const)(
    'without its invalid rows continues where it ended, and reports all of it: %s',
    async (_, moment, time, rows) => {
      const text = fileOf(mixed);
      await killedAt({ place, text, skipBad: true, moment, time });
      const isComplete = rows === 596;
      expect(await counts()).toEqual([rows, rows, isComplete ? 1 : 0]);
      later();
      const reported = {
        total: 600,
        created: 596,
        updated: 0,
        skipped: 4,
        errors: [
          { row: 12, column: '状态', message: '状态不在可选范围内' },
          { row: 22, column: '昵称', message: '昵称不能为空' },
          { row: 592, column: '状态', message: '状态不在可选范围内' },
          { row: 597, column: '昵称', message: '昵称不能为空' },
        ],
        dryRun: false,
      };
      const result = await send(text, true);
      expect(result).toMatchObject({ ...reported, repeated: isComplete });
      expect(new Set(result.createdIds).size).toBe(596);
      expect(await send(text, true)).toEqual({ ...result, repeated: true });
      expect(await counts()).toEqual([596, 596, 1]);
      const { operParam } = await database.db
        .selectFrom('operationLog')
        .select('operParam')
        .where('bizKey', 'is', null)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(operParam ?? '')).toMatchObject({ total: 600, created: 596, skipped: 4 });
    },
  );
});
