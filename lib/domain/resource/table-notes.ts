/** What users should know before a table is stored: columns that are ignored, guesses, and cells that were converted. */
import type { FieldEntry } from '../../contracts/admin/resource-schema.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { Separator } from './sheet/csv.ts';
import type { CellNote } from './sheet/xlsx-cell.ts';
import type { XlsxRow } from './sheet/xlsx-reader.ts';
import { columnName } from './sheet/xlsx-writer.ts';

export interface TableNote {
  /** Null: of the whole file. */
  readonly field: string | null;
  readonly message: LocalText;
}

interface Read {
  /** Without the heading. */
  readonly rows: readonly XlsxRow[];
  readonly encoding: string | null;
  readonly separator: Separator | null;
}

interface Columns {
  readonly heading: readonly string[];
  readonly columns: readonly (string | undefined)[];
  readonly fields: readonly FieldEntry[];
  readonly ignored: readonly string[];
}

export function tableNotes(read: Read, table: Columns): readonly TableNote[] {
  const ofFile = [
    read.encoding === null ? null : guessedEncoding(read.encoding, exampleIn(read.rows, table)),
    read.separator === null ? null : guessedSeparator[read.separator],
    ignoredColumns(table),
    columnsWithoutHeading(read.rows, table),
  ];
  return [
    ...ofFile.flatMap((message) => (message ? [{ field: null, message }] : [])),
    ...convertedCells(read.rows, table),
  ];
}

const list = (names: readonly string[], locale: Locale) => names.join(locale === 'zh-CN' ? '、' : ', ');

/** A text that shows whether the guess is right. */
function exampleIn(rows: readonly XlsxRow[], { heading }: Columns): string | undefined {
  for (const cells of [...rows.map((row) => row.cells), heading])
    for (const cell of cells) if (/\P{ASCII}/u.test(cell)) return cell.trim().slice(0, 30);
  return undefined;
}

function guessedEncoding(encoding: string, example: string | undefined): LocalText {
  const [zh, en] = example === undefined ? ['', ''] : [`，例如「${example}」`, `, for example “${example}”`];
  return {
    'zh-CN': `文件没有注明文字编码，按 ${encoding} 读取${zh}。如果文字不对，请另存为 UTF-8 编码的 csv 文件或 xlsx 文件`,
    'en-US': `The file does not state its encoding and is read as ${encoding}${en}. If texts are wrong, save it as CSV in UTF-8, or as .xlsx.`,
  };
}

const separatedBy = (zh: string, en: string): LocalText => ({
  'zh-CN': `各列以${zh}分隔`,
  'en-US': `Columns are separated by ${en}.`,
});
const guessedSeparator: Readonly<Record<Separator, LocalText>> = {
  ',': separatedBy('逗号', 'commas'),
  ';': separatedBy('分号', 'semicolons'),
  '\t': separatedBy('制表符', 'tabs'),
  '|': separatedBy('竖线', 'vertical bars'),
};

function ignoredColumns({ heading, columns, fields, ignored }: Columns): LocalText | null {
  const unknown = heading
    .filter((text, at) => columns[at] === undefined && text.trim() !== '' && !ignored.includes(text.trim()))
    .map((text) => text.trim().slice(0, 50));
  if (unknown.length === 0) return null;
  // One of them may be what the unknown column was meant for.
  const absent = fields.filter(([name]) => !columns.includes(name)).map(([, { label }]) => label);
  const without = (locale: Locale) =>
    list(
      absent.map((label) => label[locale]),
      locale,
    );
  return {
    'zh-CN': `忽略了模板中没有的列：${list(unknown, 'zh-CN')}${absent.length > 0 ? `。模板中的这些列不在文件里：${without('zh-CN')}` : ''}`,
    'en-US': `Columns that the template does not have are ignored: ${list(unknown, 'en-US')}.${absent.length > 0 ? ` Columns of the template that the file does not have: ${without('en-US')}.` : ''}`,
  };
}

/** Also cells beyond the last heading, as a text with an unquoted separator leaves them. */
function columnsWithoutHeading(rows: readonly XlsxRow[], { heading }: Columns): LocalText | null {
  const isFilled = (cell: string, at: number) => cell.trim() !== '' && (heading[at] ?? '').trim() === '';
  const found = rows.filter(({ cells }) => cells.some(isFilled));
  const first = found[0];
  if (!first) return null;
  const column = columnName(first.cells.findIndex(isFilled));
  return {
    'zh-CN': `${found.length} 行在没有表头的列里有内容，已忽略；第一处在 ${column}${first.row}`,
    'en-US': `${found.length} ${found.length === 1 ? 'row has' : 'rows have'} content in columns without a heading, which is ignored; the first is ${column}${first.row}.`,
  };
}

type Conversion = CellNote | 'exponent';
interface Converted {
  readonly field: string;
  readonly conversion: Conversion;
  count: number;
  readonly row: number;
  readonly text: string;
}

/** One note for each column and conversion. */
function convertedCells(rows: readonly XlsxRow[], { columns, fields }: Columns): readonly TableNote[] {
  const kinds = new Map(fields.map(([name, field]) => [name, field.kind]));
  const found = new Map<string, Converted>();
  for (const { row, cells, notes } of rows) {
    for (const [at, field] of columns.entries()) {
      if (field === undefined) continue;
      const text = cells[at] ?? '';
      const conversion = notes?.get(at) ?? (isExponent(text) ? 'exponent' : undefined);
      // A date is what such a field contains.
      if (conversion === undefined || (conversion === 'date' && kinds.get(field) === 'time')) continue;
      const key = `${field} ${conversion}`;
      const known = found.get(key);
      if (known) known.count += 1;
      else found.set(key, { field, conversion, count: 1, row, text: text.slice(0, 50) });
    }
  }
  return [...found.values()].map((one) => ({ field: one.field, message: conversions[one.conversion](one) }));
}

/** What spreadsheets write in text files for integers of 12 digits and more. */
const isExponent = (text: string) => /^\s*-?\d(?:\.\d+)?E\+\d{2}\s*$/.test(text);

const lost: LocalText = {
  'zh-CN': '请在表格软件中将这一列设为文本格式，再重新填写',
  'en-US': 'Format the column as text in the spreadsheet and enter the values again.',
};
const conversions: Readonly<Record<Conversion, (of: Converted) => LocalText>> = {
  date: ({ count, row, text }) => ({
    'zh-CN': `${count} 个单元格是日期，按文字保存，例如第 ${row} 行的「${text}」`,
    'en-US': `Dates in ${cellCount(count)} are stored as text, for example “${text}” in row ${row}.`,
  }),
  digits: ({ count, row, text }) => ({
    'zh-CN': `${count} 个数字超过 15 位，表格软件只保留了前 15 位，例如第 ${row} 行的「${text}」。${lost['zh-CN']}`,
    'en-US': `Numbers in ${cellCount(count)} have more than 15 digits, of which the spreadsheet has kept 15, for example “${text}” in row ${row}. ${lost['en-US']}`,
  }),
  exponent: ({ count, row, text }) => ({
    'zh-CN': `${count} 个单元格像是被表格软件改写的长数字，例如第 ${row} 行的「${text}」。${lost['zh-CN']}`,
    'en-US': `Long numbers in ${cellCount(count)} seem to have been changed by the spreadsheet, for example “${text}” in row ${row}. ${lost['en-US']}`,
  }),
  error: ({ count, row }) => ({
    'zh-CN': `${count} 个单元格是 #N/A 一类的错误值，按空单元格读取；第一个在第 ${row} 行`,
    'en-US': `Errors such as #N/A in ${cellCount(count)} are read as empty; the first is in row ${row}.`,
  }),
  formula: ({ count, row }) => ({
    'zh-CN': `${count} 个公式在文件中没有计算结果，按空单元格读取；第一个在第 ${row} 行。请在表格软件中打开并保存文件`,
    'en-US': `Formulas in ${cellCount(count)} have no result in the file and are read as empty; the first is in row ${row}. Open the file in the spreadsheet and save it.`,
  }),
};
const cellCount = (count: number) => (count === 1 ? '1 cell' : `${count} cells`);
