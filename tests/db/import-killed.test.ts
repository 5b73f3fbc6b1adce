import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DatabaseLocation, type OpenDatabase, openDatabase } from '../../lib/db/client.ts';
import { verifyAuditChain } from '../../lib/domain/audit/operation-log.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { buildChildProgram } from '../kit/child-program.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import type { ImportChildOptions } from '../kit/import-child.ts';
import { addTenants, callBy } from '../kit/resource.ts';
import { peopleInTable } from '../kit/resource-people.ts';

// `kill -9` of the process that brings in a file. 600 rows are three parts: rehearsed, then written.

let child: Awaited<ReturnType<typeof buildChildProgram>>;
beforeAll(async () => {
  child = await buildChildProgram(new URL('../kit/import-child.ts', import.meta.url));
});
afterAll(() => child.dispose());

/** Resolves when the process stood at that moment and is gone. */
async function killedAt(options: ImportChildOptions): Promise<void> {
  const process_ = spawn(process.execPath, [child.program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [said, complaints] = ['', ''];
  process_.stdout.on('data', (text) => {
    said += text;
    process_.kill('SIGKILL');
  });
  process_.stderr.on('data', (text) => {
    complaints += text;
  });
  await new Promise((resolve) => process_.once('close', resolve));
  if (said !== 'here\n') throw new Error(`the import ended before that: ${complaints}`);
}

const fileOf = (rows: readonly string[]) => ['账号,昵称,状态', ...rows].join('\n');
const good = Array.from({ length: 600 }, (_, at) => `user${at},名${at},正常`);
/** A cell that cannot be read and a row that is refused, at the beginning and at the end. */
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
    place = await bench.place();
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
  /** Rows; their entries in the log; entries of whole imports. */
  async function there() {
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

  it.each([4, 5, 6])('leaves nothing if killed during the import: batch %s of 6', async (time) => {
    const text = fileOf(good);
    await killedAt({ place, text, skipBad: false, moment: 'written', time });
    expect(await there()).toEqual([0, 0, 0]);
    await expect(send(text)).rejects.toMatchObject({ text: { 'zh-CN': '该文件正在导入' } });
    later();
    expect(await send(text)).toMatchObject({ created: 600, errors: [], repeated: false });
    expect(await there()).toEqual([600, 600, 1]);
  });

  it('keeps everything after the commit: rows, log, and the response to the same file', async () => {
    const text = fileOf(good);
    await killedAt({ place, text, skipBad: false, moment: 'committed', time: 1 });
    expect(await there()).toEqual([600, 600, 1]);
    expect(await send(text)).toMatchObject({ created: 600, errors: [], repeated: true });
    expect(await there()).toEqual([600, 600, 1]);
  });

  it('control: without its invalid rows a file is imported in batches, and partial results are visible', async () => {
    const text = fileOf(good);
    await killedAt({ place, text, skipBad: true, moment: 'written', time: 2 });
    expect(await there()).toEqual([200, 200, 0]);
  });

  it.each([
    // Parts with a refused row are written row by row: this is the second.
    ['while a part is written', 'written', 1, 199],
    ['when one was', 'committed', 2, 399],
    ['when the last one was', 'committed', 3, 596],
  ] as const)(
    'without its invalid rows continues where it ended, and reports all of it: %s',
    async (_, moment, time, rows) => {
      const text = fileOf(mixed);
      await killedAt({ place, text, skipBad: true, moment, time });
      const isWhole = rows === 596;
      expect(await there()).toEqual([rows, rows, isWhole ? 1 : 0]);
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
      expect(result).toMatchObject({ ...reported, repeated: isWhole });
      expect(new Set(result.createdIds).size).toBe(596);
      expect(await send(text, true)).toEqual({ ...result, repeated: true });
      expect(await there()).toEqual([596, 596, 1]);
      const { operParam } = await database.db
        .selectFrom('operationLog')
        .select('operParam')
        .where('bizKey', 'is', null)
        .executeTakeFirstOrThrow();
      expect(JSON.parse(operParam ?? '')).toMatchObject({ total: 600, created: 596, skipped: 4 });
    },
  );
});
