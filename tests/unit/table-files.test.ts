/** Tables as people have them: written by spreadsheets and programs of other languages. */
import { expect } from 'expect';
import iconv from 'iconv-lite';
import { describe, it } from 'vitest';
import yazl from 'yazl';
import { fieldsOf } from '../../lib/contracts/admin/resource-schema.ts';
import { systemPost } from '../../lib/contracts/admin/resources/system-post.resource.ts';
import { systemUser } from '../../lib/contracts/admin/resources/system-user.resource.ts';
import { readTable } from '../../lib/domain/resource/read-table.ts';
import { decodeText } from '../../lib/domain/resource/sheet/decode-text.ts';
import { readXlsx } from '../../lib/domain/resource/sheet/xlsx-reader.ts';

const postFields = fieldsOf(systemPost).filter(([name]) =>
  ['postCode', 'postName', 'postSort', 'remark'].includes(name),
);
const read = (bytes: Uint8Array | string, name = 'posts.csv', fields = postFields) =>
  readTable({ name, bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes }, 100, fields);
const noted = async (...given: Parameters<typeof read>) =>
  (await read(...given)).notes.map(({ field, message }) => [field, message['zh-CN']]);
const cells = async (...given: Parameters<typeof read>) =>
  (await read(...given)).rows.map((row) => [...row.cells.values()]);
const refusal = async (...given: Parameters<typeof read>) =>
  read(...given).then(
    () => null,
    ({ errors }) => errors.map(({ message }: { message: Record<string, string> }) => message['zh-CN']),
  );

describe('the encoding of a text', () => {
  it.each([
    ['windows-1252', 'Windows-1252', 'Sánchez'],
    ['windows-1252', 'Windows-1252', 'SÁNCHEZ,Málaga'],
    ['windows-1252', 'Windows-1252', 'Señor Núñez,Crème brûlée'],
    ['windows-1252', 'Windows-1252', 'Müller,Größe,Straße'],
    ['windows-1252', 'Windows-1252', 'Åse Østby,Malmö'],
    ['windows-1252', 'Windows-1252', 'São João,Curaçao'],
    ['windows-1252', 'Windows-1252', 'Preis 5 € – “gut”'],
    ['latin1', 'Windows-1252', 'Café,5 °C'],
    ['gb18030', 'GB 18030', '门卫'],
    ['gb18030', 'GB 18030', '中'],
    ['gbk', 'GB 18030', '镕,喆,堃'],
    ['windows-1251', 'Windows-1251', 'Иванов Пётр'],
    ['shift_jis', 'Shift_JIS', '東京支店,コード'],
    ['euc-kr', 'EUC-KR', '서울 지점'],
  ])('%s is read as it was written, as a guess: %s, %s', async (encoding, name, text) => {
    for (const heading of ['Code,Name', 'Employee number;Full name;Department']) {
      const written = `${heading}\na1,${text}\n`;
      const decoded = await decodeText(iconv.encode(written, encoding));
      expect(decoded).toEqual({ ok: true, value: { text: written, guessed: name } });
    }
  });

  it.each([
    ['utf8', false],
    ['utf8', true],
    ['utf16le', true],
    ['utf16be', true],
  ])('%s is not guessed; with a byte order mark: %s', async (encoding, addBOM) => {
    const decoded = await decodeText(iconv.encode('编码,名称 é\n', encoding, { addBOM }));
    expect(decoded).toEqual({ ok: true, value: { text: '编码,名称 é\n', guessed: null } });
  });

  it.each(['utf16le', 'utf16be'])('%s without a byte order mark is guessed', async (encoding) => {
    for (const text of ['code,name\na,门卫\n', '编码,名称\na,门卫\n']) {
      const decoded = await decodeText(iconv.encode(text, encoding, { addBOM: false }));
      expect(decoded).toMatchObject({ ok: true, value: { text } });
    }
  });

  it('is found in a long file whose first other letter is at its end', async () => {
    const written = `${'a,b\n'.repeat(100_000)}a,Sánchez\n`;
    const decoded = await decodeText(iconv.encode(written, 'windows-1252'));
    expect(decoded).toMatchObject({ ok: true, value: { guessed: 'Windows-1252' } });
    expect(decoded.ok && decoded.value.text.endsWith('Sánchez\n')).toBe(true);
  });

  it.each([
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\xff\x80\x81', 'latin1')],
    ['UTF-8 that is cut', Buffer.from('\xef\xbb\xbfa,\xe5', 'latin1')],
    ['UTF-16 that is cut', Buffer.from('\xff\xfea\0,', 'latin1')],
  ])('of %s is none', async (_, bytes) => {
    expect(await decodeText(bytes)).toEqual({ ok: false, error: 'encoding' });
    expect(await refusal(bytes)).toEqual([
      '无法识别文件的文字编码，请另存为 UTF-8 编码的 csv 文件或 xlsx 文件',
    ]);
  });

  it('is noted with an example, because only a person can tell whether it is right', async () => {
    expect(await noted(iconv.encode('Code,Name\na1,Sánchez\n', 'windows-1252'))).toEqual([
      [null, expect.stringContaining('按 Windows-1252 读取，例如「Sánchez」')],
    ]);
  });
});

describe('the separator', () => {
  const rows = [
    ['a1', '门卫, 东', '1'],
    ['a2', '司机', '2'],
  ];
  const written = (separator: string) =>
    ['岗位编码', '岗位名称', '显示顺序']
      .join(separator)
      .concat('\r\n', rows.map((row) => row.map((cell) => `"${cell}"`).join(separator)).join('\r\n'));

  it.each([
    [',', []],
    [';', ['各列以分号分隔']],
    ['\t', ['各列以制表符分隔']],
    ['|', ['各列以竖线分隔']],
  ])('%j is recognized by the headings of the template', async (separator, notes) => {
    expect(await cells(written(separator))).toEqual(rows);
    expect((await noted(written(separator))).map(([, message]) => message)).toEqual(notes);
  });

  it('is the one that the first line states, which is no row, as in spreadsheets', async () => {
    const text = `sep=;\r\n${written(';')}`;
    expect(await cells(text)).toEqual(rows);
    expect((await read(text)).rows.map(({ row }) => row)).toEqual([2, 3]);
    expect(await noted(text)).toEqual([]);
  });

  it('of the Unicode text of Excel is a tab, in UTF-16', async () => {
    const bytes = iconv.encode(written('\t'), 'utf16le', { addBOM: true });
    for (const name of ['posts.txt', 'posts.tsv', 'posts.csv'])
      expect(await cells(bytes, name)).toEqual(rows);
  });

  it('of a single column does not matter', async () => {
    expect(await cells('岗位编码\na;b\n')).toEqual([['a;b']]);
  });
});

describe('columns', () => {
  it.each([',', ';'])('are at most 200, separated by %j', async (separator) => {
    const withColumns = (count: number) => `岗位编码${separator.repeat(count - 1)}\na1\n`;
    expect(await cells(withColumns(200))).toEqual([['a1']]);
    expect(await refusal(withColumns(201))).toEqual(['文件过大，最多导入 10000 行、200 列']);
  });

  it('that the template does not have are named, with those of the template that are absent', async () => {
    expect(await noted('Code,Name,Sort,Errors\na1,A,7,x\n')).toEqual([
      [null, '忽略了模板中没有的列：Sort、Errors。模板中的这些列不在文件里：显示顺序、备注'],
    ]);
  });

  it('without a heading, and cells beyond the last one, are noted where they have content', async () => {
    expect(await noted('岗位编码,岗位名称,显示顺序,备注,\na1,A,1,x,\n')).toEqual([]);
    expect(await noted('岗位编码,岗位名称,显示顺序,备注\na1,A,1,东,西\na2,A,1\n')).toEqual([
      [null, '1 行在没有表头的列里有内容，已忽略；第一处在 E2'],
    ]);
  });
});

describe('cells of a workbook', () => {
  const formats = [
    [14, ''],
    [164, 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
    [165, '[$-804]yyyy"年"m"月"d"日";@'],
    [166, '#,##0.00 "days"'],
    [167, '[Red]0.00_);[h]'],
    [168, '000000'],
    [169, '[h]:mm:ss'],
    [20, ''],
  ] as const;
  const styles = `<styleSheet><numFmts>${formats
    .filter(([, code]) => code !== '')
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats
    .map(([id]) => `<xf numFmtId="${id}"/>`)
    .join('')}</cellXfs></styleSheet>`;

  async function workbook(rows: readonly string[], { from1904 = false } = {}): Promise<Buffer> {
    const zip = new yazl.ZipFile();
    const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
    add(
      'xl/workbook.xml',
      `<workbook xmlns:r="r"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets><sheet name="a" r:id="rId1"/></sheets></workbook>`,
    );
    add(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    );
    add('xl/styles.xml', styles);
    const data = rows.map((row, at) => `<row r="${at + 1}">${row}</row>`).join('');
    add('xl/worksheets/sheet1.xml', `<worksheet><sheetData>${data}</sheetData></worksheet>`);
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  async function cell(xml: string, options = {}) {
    const found = await readXlsx(await workbook([`${text('x')}${xml}`], options), 10);
    if (!found.ok) throw new Error(found.error);
    return [found.value[0]?.cells[1], found.value[0]?.notes?.get(1) ?? null];
  }

  it.each([
    ['a date', number('45444', 1), '2024-06-01', 'date'],
    ['a date with a time', number('45444.520833333336', 2), '2024-06-01 12:30:00', 'date'],
    ['a Chinese date', number('45444', 3), '2024-06-01', 'date'],
    ['a time', number('0.52083333333333337', 8), '12:30:00', 'date'],
    ['the first days of 1900', number('1', 1), '1900-01-01', 'date'],
    ['an ISO date', '<c t="d"><v>2024-06-01T00:00:00</v></c>', '2024-06-01', 'date'],
    ['a number with a unit', number('12.5', 4), '12.5', null],
    ['a red number', number('12', 5), '12', null],
    ['a duration', number('1.5', 7), '1.5', null],
    ['a number shown with zeros', number('123', 6), '000123', null],
    ['a phone number', number('1.3800001111E10'), '13800001111', null],
    ['a binary fraction', number('19.989999999999998'), '19.99', null],
    ['a small number', number('1.5E-7'), '0.00000015', null],
    ['a long number', number('7.4900000000000000E+16'), '74900000000000000', 'digits'],
    ['a very long number', number('1.2345678901234E+29'), '123456789012340000000000000000', 'digits'],
    ['an error', '<c t="e"><v>#N/A</v></c>', '', 'error'],
    ['a formula with a result', '<c><f>1+1</f><v>2</v></c>', '2', null],
    ['a formula with an empty result', '<c t="str"><f>""</f><v></v></c>', undefined, null],
    ['a formula without a result', '<c><f>1+1</f></c>', undefined, 'formula'],
  ])('%s', async (_, xml, expected, note) => {
    expect(await cell(xml)).toEqual([expected, note]);
  });

  it('are dates of the workbook’s own calendar', async () => {
    expect(await cell(number('43982', 1), { from1904: true })).toEqual(['2024-06-01', 'date']);
  });

  it('are noted once per column, with their number and the first of them', async () => {
    const bytes = await workbook([
      text('岗位编码') + text('岗位名称'),
      number('7.4900000000000000E+16') + number('45444', 1),
      text('a2') + number('45445', 1),
      `${number('7.4900000000000000E+16')}<c t="e"><v>#N/A</v></c>`,
    ]);
    expect(await noted(bytes, 'posts.xlsx')).toEqual([
      ['postCode', expect.stringMatching(/^2 个数字超过 15 位.*第 2 行的「74900000000000000」/)],
      ['postName', '2 个单元格是日期，按文字保存，例如第 2 行的「2024-06-01」'],
      ['postName', expect.stringMatching(/^1 个单元格是 #N\/A .*第 4 行/)],
    ]);
  });

  it('with dates in a field of times are as expected, and not noted', async () => {
    const times = fieldsOf(systemUser)
      .filter(([, { kind }]) => kind === 'time')
      .slice(0, 1);
    const [[name, field]] = times as [(typeof times)[number]];
    const bytes = await workbook([text(field.label['zh-CN']), number('45444', 1)]);
    expect(await noted(bytes, 'users.xlsx', times)).toEqual([]);
    expect((await read(bytes, 'users.xlsx', times)).rows[0]?.cells.get(name)).toBe('2024-06-01');
  });
});

it('long numbers that a spreadsheet has changed are noted in text files, too', async () => {
  expect(await noted('岗位编码,岗位名称\n7.49E+16,A\n')).toEqual([
    ['postCode', expect.stringContaining('第 2 行的「7.49E+16」')],
  ]);
  expect(await noted('岗位编码,岗位名称\n1e5,A\n')).toEqual([]);
});

describe('files are refused with a reason', () => {
  it.each([
    ['posts.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '旧版 Excel'],
    ['posts.xlsx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '旧版 Excel（.xls）或加密'],
    ['posts.csv', 'PK\x03\x04', '扩展名应为 .xlsx'],
    ['posts.ods', 'PK\x03\x04', '仅支持'],
    ['posts.csv', 'a,b\n"1,2', '第 2 行的引号不成对'],
    ['posts.csv', '岗位编码,postCode\n', '表头有重复的列：postCode'],
    ['posts.csv', 'a,b\n1,2\n', '第一行不是模板的表头'],
  ])('%s with %j: %s', async (name, content, reason) => {
    expect(await refusal(Buffer.from(content, name.includes('csv') ? 'utf8' : 'latin1'), name)).toEqual([
      expect.stringContaining(reason),
    ]);
  });
});
