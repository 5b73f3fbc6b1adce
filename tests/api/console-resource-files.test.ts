import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { QueryOf } from '../../lib/contracts/admin/row-types.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { verifyAuditChain } from '../../lib/domain/audit/operation-log.ts';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';
import { type TableService, tableService } from '../../lib/domain/resource/table-service.ts';
import { textOf } from '../kit/csv-text.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { addDepts, addPeople, addTenants, callBy } from '../kit/resource.ts';
import { peopleInTable } from '../kit/resource-people.ts';

const list: QueryOf = {
  pageNum: 1,
  pageSize: 10,
  sort: { field: 'userId', order: 'asc' },
  filters: [],
};

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(engines)('export and import on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let clock: FakeClock;
  let person: TableService;
  const us = callBy();
  const clerk = callBy({
    userId: 9,
    deptId: 1,
    sees: new Set(),
    dataScope: { kind: 'some', deptIds: [1], own: false },
  });

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    clock = new FakeClock();
    await addTenants(database);
    await addDepts(database);
    person = tableService({ database, clock }, peopleInTable);
  });

  const exported = async (call = us, query: Partial<QueryOf> = {}, locale: 'zh-CN' | 'en-US' = 'zh-CN') => {
    const file = await person.files.exportFile(call, { ...list, ...query }, { format: 'csv', locale });
    const read = readCsv(textOf(await bytesOf(file.body)), 100_000);
    if (!read.ok) throw new Error(read.error.kind);
    return read.value;
  };
  const csv = (text: string, name = 'people.csv') => ({ name, bytes: Buffer.from(text) });
  const bring = (text: string, options: Record<string, boolean> = {}, call = us) =>
    person.files.importFile(call, csv(text), {
      runId: 'run',
      dryRun: false,
      updateSupport: false,
      skipBad: false,
      locale: 'zh-CN',
      ...options,
    });
  const accounts = async () => (await person.page(us, list)).records.map((row) => row.accountNo);

  it('contain the selected columns in their order, with headings in the language of the user', async () => {
    await person.create(us, {
      accountNo: 'anna',
      nickName: '=1+1',
      deptId: 1,
      phone: '13800001111',
      status: '1',
    });
    const columns = ['status', 'nickName', 'accountNo', 'passwordHash'];
    expect(await exported(us, { columns })).toEqual([
      ['状态', '昵称', '账号'],
      ['停用', '=1+1', 'anna'],
    ]);
    expect((await exported(us, { columns }, 'en-US'))[0]).toEqual(['Status', 'Name', 'Account']);
    expect(
      await exported(us, { columns, filters: [{ field: 'status', op: 'eq', value: '0' }] }),
    ).toHaveLength(1);
  });

  it('report the progress of validation, then of writing', async () => {
    const rows = Array.from({ length: 600 }, (_, at) => `many_${at},某人`);
    let isOver = false;
    const going = bring(['accountNo,nickName', ...rows].join('\n')).finally(() => {
      isOver = true;
    });
    const seen: string[] = [];
    while (!isOver) {
      const meter = person.files.importProgress(us, 'run');
      const progress = meter && `${meter.phase} ${meter.done} ${meter.total}`;
      if (progress && seen.at(-1) !== progress) seen.push(progress);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await going).toMatchObject({ created: 600, errors: [] });
    const parts = ['checking 200', 'checking 400', 'writing 200', 'writing 400', 'writing 600'];
    expect(seen.filter((progress) => parts.some((part) => progress === `${part} 600`))).toEqual(
      parts.map((part) => `${part} 600`),
    );
    expect(person.files.importProgress(us, 'run')).toBeNull();
  });

  it('contain nothing outside the data scope, and are masked as the list', async () => {
    for (const [at, deptId] of [1, 2].entries())
      await person.create(us, { accountNo: `u${at}`, nickName: `n${at}`, deptId, phone: `1380000111${at}` });
    expect(await exported(clerk, { columns: ['accountNo', 'phone'] })).toEqual([
      ['账号', '手机'],
      ['u0', '138****1110'],
    ]);
  });

  it('contain every row, also as a workbook, and are logged', async () => {
    await addPeople(database, 1_203);
    const file = await person.files.exportFile(us, list, { format: 'xlsx', locale: 'zh-CN' });
    const read = await readXlsx(await bytesOf(file.body), 10_000);
    if (!read.ok) throw new Error(read.error);
    expect(file.fileName).toBe('人员.xlsx');
    expect(read.value).toHaveLength(1_204);
    const logged = await database.db
      .selectFrom('operationLog')
      .select(['businessType', 'operParam'])
      .execute();
    expect(logged).toHaveLength(1);
    expect(logged[0]?.businessType).toBe(5);
  });

  it('stop when the client disconnects', async () => {
    await addPeople(database, 3_000);
    const disconnect = new AbortController();
    const options = { format: 'csv', locale: 'zh-CN', signal: disconnect.signal } as const;
    const file = await person.files.exportFile(us, list, options);
    let chunks = 0;
    const reading = (async () => {
      for await (const _ of file.body) {
        chunks += 1;
        disconnect.abort();
      }
    })();
    await expect(reading).rejects.toThrow();
    expect(chunks).toBeLessThan(4);
  });

  it('have a template whose headings the import accepts', async () => {
    const template = await person.files.importTemplate(us, 'zh-CN');
    expect(template.fileName).toBe('人员导入模板.xlsx');
    const bytes = await bytesOf(template.body);
    const read = await readXlsx(bytes, 10);
    if (!read.ok) throw new Error(read.error);
    expect(read.value).toEqual([{ row: 1, cells: ['账号', '昵称', '部门', '手机', '状态'] }]);
  });

  it('read rows, with defaults, in either language', async () => {
    const result = await bring('账号,Name,状态\nanna,Anna,停用\nbob,Bob,\n');
    expect(result).toEqual({
      total: 2,
      created: 2,
      createdIds: [expect.any(Number), expect.any(Number)],
      updated: 0,
      skipped: 0,
      errors: [],
      warnings: [],
      dryRun: false,
      repeated: false,
    });
    expect(await person.page(us, list)).toMatchObject({
      records: [
        { accountNo: 'anna', nickName: 'Anna', status: '1', createBy: 'tester' },
        { accountNo: 'bob', nickName: 'Bob', status: '0' },
      ],
    });
  });

  it('import all or none, and report which cells are invalid', async () => {
    const text = '账号,昵称,手机,状态,部门\nanna,Anna,13800001111,正常,1\nbob,,12,坏,x\nanna,Twin,,,\n';
    const result = await bring(text);
    expect(result).toMatchObject({ total: 3, created: 0, skipped: 2 });
    expect(result.errors).toEqual([
      { row: 3, column: '昵称', message: '昵称不能为空' },
      { row: 3, column: '部门', message: '部门必须是整数' },
      { row: 3, column: '手机', message: '手机格式不正确' },
      { row: 3, column: '状态', message: '状态不在可选范围内' },
      { row: 4, column: '账号', message: '账号在文件中重复' },
    ]);
    const dry = await bring(text, { dryRun: true });
    expect(dry).toMatchObject({ created: 1, dryRun: true, skipped: 2, errors: result.errors });
    expect(await accounts()).toEqual([]);
    expect(await bring(text, { skipBad: true })).toMatchObject({ created: 1, skipped: 2 });
    expect(await accounts()).toEqual(['anna']);
  });

  it('report the errors of a row: required, too long, malformed, taken', async () => {
    await bring('账号,昵称\nanna,Anna\n');
    const { errors, created } = await bring(
      `账号,昵称,手机\nanna,A,\nbob,,\n${'x'.repeat(31)},C,123\ncleo,Cleo,\n`,
    );
    expect(created).toBe(0);
    expect(errors).toEqual([
      { row: 2, column: '账号', message: '账号已存在' },
      { row: 3, column: '昵称', message: '昵称不能为空' },
      { row: 4, column: '账号', message: '账号不能超过 30 个字符' },
      { row: 4, column: '手机', message: '手机格式不正确' },
    ]);
    expect(await accounts()).toEqual(['anna']);
  });

  it('report every invalid cell of a row, also a taken value beside others, and store nothing of it', async () => {
    await bring('账号,昵称\nanna,Anna\n');
    const text = '账号,昵称,手机,状态\nanna,,123,坏\nbob,Bob,1,\n';
    const { errors } = await bring(text, { skipBad: true });
    expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, '账号', '账号已存在'],
      [2, '昵称', '昵称不能为空'],
      [2, '手机', '手机格式不正确'],
      [2, '状态', '状态不在可选范围内'],
      [3, '手机', '手机格式不正确'],
    ]);
    expect(await accounts()).toEqual(['anna']);
  });

  it('report the errors of all rows of a long file', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => `x${at},,坏`);
    const { errors } = await bring(`账号,昵称,状态\n${rows.join('\n')}\n`, { dryRun: true });
    expect(errors).toHaveLength(900);
    expect(errors.at(-1)).toMatchObject({ row: 451, column: '状态' });
  });

  it('can be downloaded with the invalid cells marked, and imported after they are corrected', async () => {
    const text = '账号,昵称,手机,备忘\nanna,Anna,13800001111,好\nbob,,12,坏\n';
    const marked = await person.files.markErrors(us, csv(text), { updateSupport: false, locale: 'zh-CN' });
    expect(marked.fileName).toBe('people - 错误.xlsx');
    const bytes = await bytesOf(marked.body);
    const read = await readXlsx(bytes, 100);
    if (!read.ok) throw new Error(read.error);
    expect(read.value.map(({ cells }) => cells)).toEqual([
      ['账号', '昵称', '手机', '备忘', '错误'],
      ['anna', 'Anna', '13800001111', '好'],
      ['bob', '', '12', '坏', '昵称不能为空；手机格式不正确'],
    ]);
    expect(await accounts()).toEqual([]);
    const again = await person.files.markErrors(
      us,
      { name: 'again.xlsx', bytes },
      { updateSupport: false, locale: 'zh-CN' },
    );
    const second = await readXlsx(await bytesOf(again.body), 100);
    expect(second.ok && second.value[0]?.cells).toEqual(['账号', '昵称', '手机', '备忘', '错误']);
  });

  it('update existing rows by their unique field, within the data scope only', async () => {
    await bring('账号,昵称,部门\nanna,Anna,1\nbob,Bob,2\n');
    expect(await bring('账号,昵称\nanna,Anne\ncleo,Cleo\n', { updateSupport: true })).toMatchObject({
      created: 1,
      updated: 1,
    });
    expect((await person.page(us, list)).records[0]).toMatchObject({
      nickName: 'Anne',
      deptId: 1,
      version: 2,
    });
    const foreign = await bring('账号,昵称\nbob,Mine\n', { updateSupport: true }, clerk);
    expect(foreign.errors).toEqual([{ row: 2, column: '账号', message: '账号已存在' }]);
  });

  it('import the rows of a file once', async () => {
    const text = '昵称,账号\nAnna,anna\n';
    const both = await Promise.allSettled([bring(text), bring(text)]);
    expect(both.filter((each) => each.status === 'fulfilled' && !each.value.repeated)).toHaveLength(1);
    expect(await bring(text)).toMatchObject({ created: 1, repeated: true });
    expect(await accounts()).toEqual(['anna']);
  });

  it('can be sent again if nothing was imported', async () => {
    await bring('账号,昵称\nanna,\n');
    expect(await bring('账号,昵称\nanna,\n')).toMatchObject({ created: 0, repeated: false });
  });

  it.each([
    ['empty.csv', ''],
    ['headings.csv', '一,二\n1,2\n'],
    ['twice.csv', '账号,账号\n1,2\n'],
    ['only.csv', '账号,昵称\n'],
    ['quotes.csv', '账号,"昵称\n'],
    ['macro.xlsm', 'PK'],
    ['fake.xlsx', 'not a workbook'],
    ['long.csv', `账号,昵称\n${'a,b\n'.repeat(10_001)}`],
  ])('are rejected: %s', async (name, text) => {
    const options = { dryRun: true, updateSupport: false, skipBad: false, locale: 'zh-CN' } as const;
    await expect(person.files.importFile(us, csv(text, name), options)).rejects.toMatchObject({
      adminCode: 40000,
      errors: [{ path: 'file' }],
    });
  });

  it('are logged row by row, and the hash chain is valid', async () => {
    await bring('账号,昵称\nanna,Anna\nbob,Bob\n');
    const logged = await database.db
      .selectFrom('operationLog')
      .select('businessType')
      .orderBy('id')
      .execute();
    expect(logged.map(({ businessType }) => businessType)).toEqual([6, 6, 6]);
    expect(await verifyAuditChain({ database, clock }, us.actor.scope)).toEqual({ ok: true, entries: 3 });
  });
});
