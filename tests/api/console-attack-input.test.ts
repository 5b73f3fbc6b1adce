/** Hostile input: in every parameter of every call, and inside imported files. */
import { expect } from 'expect';
import { describe, it } from 'vitest';
import yazl from 'yazl';
import { safeParse } from 'zod/mini';
import { changeProfile } from '../../lib/contracts/admin/calls/account.calls.ts';
import { accountName, nickName } from '../../lib/contracts/admin/calls/session.calls.ts';
import { bodySchema } from '../../lib/contracts/admin/field-schema.ts';
import { fieldsOf } from '../../lib/contracts/admin/resource-schema.ts';
import { resources } from '../../lib/contracts/admin/resources/index.ts';
import { readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';
import type { ConsoleAnswer } from '../kit/console.ts';
import { textOf } from '../kit/csv-text.ts';
import { stepOn } from '../kit/soak.ts';
import { describeSystemOnBoth, get, ok } from '../kit/system-console.ts';

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema?: { properties?: Record<string, unknown> } }>>;
  };
}

const long = 'a'.repeat(70_000);
/** Values for a field of any type. */
const values: readonly unknown[] = [
  "' or '1'='1' --",
  '"; drop table "user"; --',
  `{{7*7}}${'$'}{7*7}<%= 7*7 %>`,
  '\0',
  '\ud800',
  '../../../../etc/passwd',
  '__proto__',
  long,
  -1,
  0,
  2 ** 31,
  2 ** 53,
  1e308,
  1.5,
  '1e309',
  '9'.repeat(400),
  true,
  null,
  [],
  {},
  [[[[]]]],
  Array.from({ length: 5_000 }, (_, at) => at),
  { length: 5, 0: 'x' },
  { toString: 'x', valueOf: null },
  '0000-00-00 00:00:00',
  '0001-01-01 00:00:00',
  '9999-12-31 23:59:59',
  '2024-02-30 25:61:61',
  'x\r\nSet-Cookie: a=b',
  '%00%0d%0a',
];
const wellFormed = (written: string) => Buffer.from(written).toString();
const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Calls that end sessions or delete what later calls need. */
const leftAlone = /logout|\/clean$|\/monitor\/online|updatePwd/;

/** Lists the slowest statements of the database, for those who may watch the server. */
const showsStatements = /^GET \/monitor\/server /;

describeSystemOnBoth('hostile input', (testConsole) => {
  it('makes no call fail, pollutes no prototype, and reveals no internals in a response', async () => {
    const { founder, db, database } = testConsole();
    const step = stepOn(database.engine, 6);
    const document = await get(founder, '/v3/api-docs');
    const untouched = Object.getOwnPropertyNames(Object.prototype).sort().join();
    const failed: string[] = [];
    let calls = 0;
    const inspect = (what: string, answer: ConsoleAnswer) => {
      calls += 1;
      const isOurs = answer.code === 500 && answer.message.includes('系统未知错误');
      if (isOurs || answer.status >= 500) failed.push(`${what}: ${answer.text.slice(0, 200)}`);
      if (
        !showsStatements.test(what) &&
        /SQLITE|syntax error|at \w+ \(|node_modules|select |kysely/i.test(answer.text.slice(0, 5_000))
      )
        failed.push(`${what} tells: ${answer.text.slice(0, 300)}`);
      if (
        [...answer.headers.keys()].includes('set-cookie') &&
        answer.headers.get('set-cookie')?.includes('a=b')
      )
        failed.push(`${what} sets a cookie`);
    };
    for (const [path, methods] of Object.entries(
      document.paths as Record<string, Record<string, Described>>,
    )) {
      if (leftAlone.test(path)) continue;
      await founder.renew();
      for (const [name, { parameters = [], requestBody }] of Object.entries(methods)) {
        const method = name.toUpperCase();
        const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
        const keys = Object.keys(content?.schema?.properties ?? {});
        const queries = parameters.filter((one) => one.in === 'query').map((one) => one.name);
        for (const [at, value] of values.entries()) {
          // Each path receives a part of the values; all values are used over all paths.
          if ((at + path.length) % (3 * step) !== 0) continue;
          const filled = path.replace(
            /\{\w+\}/g,
            () => encodeURIComponent(wellFormed(text(value).slice(0, 300))) || '0',
          );
          const query = new URLSearchParams(
            queries.map((key) => [key, text(value).slice(0, 3_000)]),
          ).toString();
          const proto = 'params[__proto__][x]=1&__proto__[x]=1&constructor[prototype][x]=1';
          const bodies = [
            Object.fromEntries(keys.map((key) => [key, value])),
            JSON.parse(`{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"ids":[-1],"id":-1}`),
          ];
          const what = `${method} ${path} #${at}`;
          if (method === 'GET') {
            inspect(what, await founder.call(method, filled, { query }));
            if (at % 5 === 0) inspect(what, await founder.call(method, filled, { query: proto }));
            continue;
          }
          for (const body of bodies) {
            const sent =
              type === 'application/x-www-form-urlencoded'
                ? {
                    form: Object.entries(body).map(([key, one]) => [key, text(one).slice(0, 5_000)] as const),
                  }
                : type === 'multipart/form-data'
                  ? { file: { name: `x\r\ny${text(value).slice(0, 50)}.csv`, bytes: text(value) }, form: [] }
                  : method === 'DELETE'
                    ? {}
                    : { body };
            inspect(what, await founder.call(method, filled, sent));
          }
        }
      }
    }
    process.stdout.write(`hostile input: ${calls} calls\n`);
    expect(failed).toEqual([]);
    expect(calls).toBeGreaterThan(1_500 / step);
    expect(Object.getOwnPropertyNames(Object.prototype).sort().join()).toBe(untouched);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    // The console still works, and the caller is still signed in.
    expect((await db.selectFrom('user').select('id').where('isRoot', '=', 1).execute()).length).toBe(1);
    ok(await founder.call('GET', '/get-user-info'));
  }, 150_000);

  it('is never a formula in an exported file', async () => {
    const { founder } = testConsole();
    const begins = [
      '=',
      '+',
      '-',
      '@',
      '\t=',
      '＝',
      '＋',
      '－',
      '＠',
      "=cmd|' /C calc'!A0",
      '"=1+1',
      "'=1",
      '%0A=',
    ];
    for (const [at, begin] of begins.entries())
      await founder.call('POST', '/system/post', {
        body: { postCode: `f${at}`, postName: `${begin}1+${at}`, postSort: 1, status: '0' },
      });
    const bytes = async (format: string) =>
      (await founder.call('POST', '/system/post/export', { form: { format } })).blob!;
    const read = readCsv(textOf(await bytes('csv')), 1_000);
    if (!read.ok) throw new Error(read.error.kind);
    const raw = Buffer.from(await bytes('csv')).toString();
    const cells = raw
      .replace(/^\uFEFF/, '')
      .split(/\r\n|,/)
      .map((cell) => cell.replace(/^"/, ''));
    for (const cell of cells) if (!/^-?\d*$/.test(cell)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    const workbook = await readXlsx(await bytes('xlsx'), 1_000);
    if (!workbook.ok) throw new Error(workbook.error);
    const names = workbook.value.flatMap((row) => row.cells).filter((cell) => /1\+\d+$/.test(cell));
    expect(names.length).toBeGreaterThanOrEqual(begins.length - 1);
    const parts = await sheetOf(Buffer.from(await bytes('xlsx')));
    expect(parts).not.toMatch(/<f[ >]/);
    for (const [cellXml] of parts.matchAll(/<c(?: [^>]*)?>.*?<\/c>/g))
      expect(cellXml).toMatch(/^<c(?: t="inlineStr"[^>]*><is>|><v>-?[\d.]+<\/v>)/);
    // The values in the file equal those that were entered.
    const texts = read.value.flat();
    for (const name of names) expect(texts).toContain(name);
  });

  it('sets neither the name nor a header of a download', async () => {
    const { founder } = testConsole();
    const name = 'x"\r\nSet-Cookie: a=b; filename=../../evil.html';
    const names = { fileName: name, filename: name, name, title: name };
    for (const path of ['/system/post/export', '/system/user/export', '/system/user/importTemplate']) {
      // An export rejects names that it does not know.
      const isExport = path.endsWith('export');
      const named = await founder.call('POST', path, { form: { format: 'csv', ...names } });
      expect([path, named.code]).toEqual([path, isExport ? 40000 : undefined]);
      const { headers, status } = isExport
        ? await founder.call('POST', path, { form: { format: 'csv' } })
        : named;
      expect([path, status]).toEqual([path, 200]);
      const disposition = headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(/^attachment; filename="[\w.-]+"; filename\*=UTF-8''[\w%.-]+$/);
      expect(disposition).not.toMatch(/evil|Set-Cookie/);
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('with times that clocks skip or repeat finds the stored rows', async () => {
    const { root, clock } = testConsole();
    let founder = await root();
    const around = async (zone: string, at: string, from: string, to: string) => {
      clock.setWall(Date.parse(at));
      founder = await root();
      const [row] = (await get(founder, '/system/config/page', { configKey: 'site.timeZone' })).records;
      const body = { configId: row.configId, version: row.version, configValue: zone };
      if (row.configValue !== zone) ok(await founder.call('PUT', '/system/config', { body }));
      await clock.advance(60_000);
      clock.setWall(Date.parse(at));
      founder = await root();
      const code = `z${clock.now()}`;
      ok(
        await founder.call('POST', '/system/post', {
          body: { postCode: code, postName: code, postSort: 1, status: '0' },
        }),
      );
      const query = { postCode: code, 'params[beginCreateTime]': from, 'params[endCreateTime]': to };
      return (await get(founder, '/system/post/page', query)).total;
    };
    const edges: [string, string, string, string, number][] = [
      // Zone, creation time, first and last day or time of the filter, expected number of rows. The instants are close
      // to midnight in their zone.
      ['America/New_York', '2026-11-21T05:30:00Z', '2026-11-21 00:00:00', '2026-11-21 23:59:59', 1],
      ['Pacific/Kiritimati', '2026-11-21T10:30:00Z', '2026-11-22', '2026-11-22', 1],
      ['Pacific/Niue', '2026-11-21T10:59:50Z', '2026-11-20', '2026-11-20', 1],
      ['Asia/Kathmandu', '2026-11-21T18:14:50Z', '2026-11-21', '2026-11-21', 1],
      ['Asia/Kathmandu', '2026-11-21T18:15:00Z', '2026-11-21', '2026-11-21', 0],
      ['Asia/Shanghai', '2026-11-21T16:00:00Z', '2026-11-22', '2026-11-22', 1],
    ];
    for (const [zone, at, from, to, total] of edges) {
      expect([zone, at, await around(zone, at, from, to)]).toEqual([zone, at, total]);
    }
    for (const [from, to] of [
      ['0000-01-01', '9999-12-31'],
      ['9999-12-31', '0000-01-01'],
      ['1969-12-31 23:59:59', '1970-01-01 00:00:00'],
    ] as const) {
      const query = { 'params[beginCreateTime]': from, 'params[endCreateTime]': to };
      expect((await founder.call('GET', '/system/post/page', { query })).code).toBe(20001);
    }
  });
});

describe('input that is expensive to check', () => {
  const size = 200_000;
  const hostile = [
    `a@${'.'.repeat(size)}@`,
    `a@${'a.'.repeat(size / 2)}@`,
    `${'.'.repeat(size)} `,
    `${'a'.repeat(size)}!`,
    `${'a:'.repeat(size / 2)}!`,
    `${'1'.repeat(size)}x`,
    `${'a-'.repeat(size / 2)}!`,
    `${' '.repeat(size)}!`,
    `x${' '.repeat(size)}x`,
    `${'/a'.repeat(size / 2)}//`,
    `${'市'.repeat(size)}`,
    `${'\u{1f468}\u200d'.repeat(size / 4)}\u200b`,
    '*'.repeat(size),
  ];

  it('has no effect on any field of a definition: no pattern backtracks without limit', () => {
    let checked = 0;
    for (const resource of Object.values(resources))
      for (const [, field] of fieldsOf(resource))
        for (const kind of ['create', 'update'] as const)
          for (const input of hostile) {
            safeParse(bodySchema(field, kind), input);
            checked += 1;
          }
    expect(checked).toBeGreaterThan(3_000);
  });

  it("has no effect on the user's own profile and on new accounts", () => {
    for (const input of hostile) {
      changeProfile.body?.safeParse({ nickName: input, email: input, phonenumber: input });
      expect(accountName.safeParse(input).success).toBe(false);
      nickName.safeParse(input);
    }
  });

  const book = '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>';
  const links = (target: string) =>
    `<Relationships><Relationship Id="rId1" Target="${target}"/></Relationships>`;
  const zipOf = (parts: Readonly<Record<string, string | Buffer>>) =>
    new Promise<Buffer>((resolve) => {
      const zip = new yazl.ZipFile();
      for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
      zip.end();
      const chunks: Buffer[] = [];
      zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
      zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  const workbook = (sheet: string, more: Record<string, string> = {}) =>
    zipOf({
      'xl/workbook.xml': book,
      'xl/_rels/workbook.xml.rels': links('worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': sheet,
      ...more,
    });
  const rows = (inner: string) => `<worksheet><sheetData>${inner}</sheetData></worksheet>`;
  const megabytes = (count: number, piece: string) =>
    piece.repeat(Math.floor((count * 1_048_576) / piece.length));

  const bombs: readonly [string, () => Promise<Buffer>][] = [
    ['elements in elements', () => workbook(`<worksheet><sheetData>${megabytes(39, '<a>')}`)],
    [
      'elements in elements of the shared texts',
      () => workbook(rows(''), { 'xl/sharedStrings.xml': megabytes(39, '<a>') }),
    ],
    [
      'attributes without end',
      () =>
        workbook(
          `<worksheet ${Array.from({ length: 400_000 }, (_, at) => `a${at.toString(36)}=""`).join(' ')}/>`,
        ),
    ],
    ['more than it may unpack to', () => workbook(megabytes(41, ' '))],
    ['rows without end', () => workbook(rows(megabytes(20, '<row><c t="n"><v>1</v></c></row>')))],
    ['columns without end', () => workbook(rows(`<row>${megabytes(20, '<c t="n"><v>1</v></c>')}</row>`))],
    ['a name without end', () => workbook(`<${megabytes(20, 'a')}>`)],
    [
      'entities',
      () =>
        workbook(`<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]>${rows('<row><c><v>&z;</v></c></row>')}`),
    ],
    [
      'a file elsewhere',
      () =>
        workbook(
          `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rows('<row><c><v>&x;</v></c></row>')}`,
        ),
    ],
    [
      'a part outside',
      () => zipOf({ 'xl/workbook.xml': book, 'xl/_rels/workbook.xml.rels': links('/../../etc/passwd') }),
    ],
    [
      'parts without end',
      () => zipOf(Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`p${at}`, '']))),
    ],
    ['no zip', async () => Buffer.from('PK\u0003\u0004'.padEnd(5_000, 'x'))],
    ['half a zip', async () => (await workbook(rows(''))).subarray(0, 300)],
    ['no letters', () => workbook(Buffer.from([0xff, 0xfe, 0xfd]).toString('latin1'))],
    ['a column before the first', () => workbook(rows('<row><c r="1" t="n"><v>1</v></c></row>'.repeat(3)))],
    ['a text that is not there', () => workbook(rows('<row><c t="s"><v>999999999</v></c></row>'))],
    [
      'a prototype',
      () => workbook(rows('<row __proto__="x"><c __proto__="x" t="__proto__"><v>__proto__</v></c></row>')),
    ],
  ];

  it.each(bombs)(
    'is rejected as a workbook: %s',
    async (_, make) => {
      const bytes = await make();
      expect(bytes.length).toBeLessThan(5 * 1_048_576);
      const result = await readXlsx(bytes, 10_000);
      if (result.ok) expect(JSON.stringify(result.value)).not.toContain('root:');
      expect(({} as Record<string, unknown>).t).toBeUndefined();
    },
    60_000,
  );
});

/** The sheets of a workbook written by the product, as text. */
async function sheetOf(bytes: Buffer): Promise<string> {
  const { default: yauzl } = await import('yauzl');
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) => {
        if (!entry.fileName.endsWith('sheet1.xml')) return zip.readEntry();
        zip.openReadStream(entry, async (fault, stream) => {
          if (fault) return reject(fault);
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk as Buffer);
          resolve(Buffer.concat(chunks).toString());
        });
      });
      zip.readEntry();
    });
  });
}
