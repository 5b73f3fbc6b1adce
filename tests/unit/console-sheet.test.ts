import { expect } from 'expect';
import { describe, it } from 'vitest';
import yazl from 'yazl';
import type { Cell } from '../../lib/domain/resource/sheet/cells.ts';
import { csvFile, readCsv } from '../../lib/domain/resource/sheet/csv.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';
import { columnName, xlsxFile } from '../../lib/domain/resource/sheet/xlsx-writer.ts';
import { textOf } from '../kit/csv-text.ts';

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://example.com","x")'];
const odd = [
  '',
  ' a ',
  'a,b',
  'say "yes"',
  'line\nbreak',
  '<b>&amp;</b>',
  '_x0041_',
  '😀',
  "it's",
  '00123',
  '1e5',
];

const sheet = (rows: readonly (readonly Cell[])[], headings = ['甲', '乙']) => ({
  name: '表',
  columns: headings.map((heading) => ({ heading })),
  rows: [rows],
});

describe('a workbook', () => {
  it.each([...formulas, ...odd])('returns %j as the same text', async (text) => {
    const bytes = await bytesOf(xlsxFile([sheet([[text, 1]])]));
    const read = await readXlsx(bytes, 10);
    if (!read.ok) throw new Error(read.error);
    expect(read.value[1]).toEqual({ row: 2, cells: text === '' ? ['', '1'] : [text, '1'] });
  });

  it('stores texts as texts: no formula is calculated', async () => {
    const parts = await unpack(await bytesOf(xlsxFile([sheet(formulas.map((text) => [text, null]))])));
    const xml = parts.get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).not.toContain('<f>');
    expect(xml.match(/t="inlineStr"/g)).toHaveLength(formulas.length + 2);
  });

  it('marks a cell by its colour, with the same text', async () => {
    const bytes = await bytesOf(xlsxFile([sheet([['a', { marked: '=b' }]])]));
    const read = await readXlsx(bytes, 10);
    expect(read.ok && read.value[1]?.cells).toEqual(['a', '=b']);
    const xml = (await unpack(bytes)).get('xl/worksheets/sheet1.xml');
    expect(xml).toMatch(/<c t="inlineStr" s="3"><is><t xml:space="preserve">=b</);
  });

  it('stops reading rows when the reader stops', async () => {
    let ended = false;
    let read = 0;
    async function* rows() {
      try {
        for (;;) {
          read += 1;
          yield Array.from({ length: 500 }, (_, at) => [`${read * 1_000 + at}`, at]);
        }
      } finally {
        ended = true;
      }
    }
    for await (const _ of xlsxFile([{ ...sheet([]), rows: rows() }])) if (read > 20) break;
    const deadline = performance.now() + 10_000;
    while (!ended && performance.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(true);
  });

  it('fails if its rows fail', async () => {
    async function* rows(): AsyncGenerator<Cell[][]> {
      yield [['a', 1]];
      throw new Error('the database is gone');
    }
    await expect(bytesOf(xlsxFile([{ ...sheet([]), rows: rows() }]))).rejects.toThrow('the database is gone');
  });

  it('is rejected if it unpacks to more than the limit, whatever size it declares', async () => {
    const bomb = await zipOf({
      'xl/workbook.xml': workbook,
      'xl/_rels/workbook.xml.rels': relations,
      'xl/worksheets/sheet1.xml': Buffer.alloc(60 * 1_048_576, 0x20),
    });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await readXlsx(bomb, 10)).toEqual({ ok: false, error: 'big' });
    const lying = Buffer.from(bomb);
    for (
      let at = lying.indexOf('PK\u0001\u0002', 0, 'latin1');
      at !== -1;
      at = lying.indexOf('PK\u0001\u0002', at + 1, 'latin1')
    )
      lying.writeUInt32LE(100, at + 24);
    expect(await readXlsx(lying, 10)).toMatchObject({ ok: false });
  });

  it('may declare no entities', async () => {
    const evil = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${workbook}`;
    const bytes = await zipOf({ 'xl/workbook.xml': evil, 'xl/_rels/workbook.xml.rels': relations });
    expect(await readXlsx(bytes, 10)).toEqual({ ok: false, error: 'file' });
  });

  it.each([
    ['no zip', Buffer.from('hello')],
    ['half a zip', Buffer.from('PK\u0003\u0004half')],
    ['nothing', Buffer.alloc(0)],
  ])('is rejected: %s', async (_, bytes) => {
    expect(await readXlsx(bytes, 10)).toEqual({ ok: false, error: 'file' });
  });

  it('has a maximum number of rows', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => [`${at}`, 1]);
    expect(await readXlsx(await bytesOf(xlsxFile([sheet(rows)])), 5)).toEqual({ ok: false, error: 'big' });
  });

  it('names columns as spreadsheets do', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});

describe('comma separated values', () => {
  it('begin with the UTF-8 byte order mark and contain no formulas', async () => {
    const text = (await bytesOf(csvFile(sheet(formulas.map((each) => [each, -5]))))).toString('utf8');
    expect(text.startsWith('\uFEFF甲,乙\r\n')).toBe(true);
    for (const cell of text.split('\r\n').slice(1)) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/);
    expect(text).toContain(',-5\r\n');
  });

  it.each([...formulas, ...odd])('return %j as the same text', async (text) => {
    const bytes = await bytesOf(csvFile(sheet([[text, 1]])));
    expect(readCsv(textOf(bytes), 10)).toEqual({
      ok: true,
      value: [
        ['甲', '乙'],
        [text, '1'],
      ],
    });
  });

  it.each([
    ['"open', { kind: 'quotes', row: 1 }],
    ['"a"b', { kind: 'quotes', row: 1 }],
    ['a\nb\n"c\nd', { kind: 'quotes', row: 3 }],
    ['a\nb\nc\nd', { kind: 'big' }],
  ])('are rejected: %j', (text, error) => {
    expect(readCsv(text, 3)).toEqual({ ok: false, error });
  });
});

const workbook =
  '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>';
const relations = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';

function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  return bytesOf(zip.outputStream as AsyncIterable<Uint8Array>);
}

async function unpack(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const { default: yauzl } = await import('yauzl');
  return new Promise((resolve, reject) => {
    const parts = new Map<string, string>();
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('end', () => resolve(parts));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (_, stream) => {
          parts.set(entry.fileName, (await bytesOf(stream)).toString('utf8'));
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });
}
