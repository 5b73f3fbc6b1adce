/** Reads an uploaded file into rows of cells by field, and notes what may not be read as it was meant. */
import type { FieldEntry } from '../../contracts/admin/resource-schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { type AdminError, invalid } from '../errors/admin-error.ts';
import { possibleHeadings, readCsv, type Separator, statedSeparator } from './sheet/csv.ts';
import { decodeText } from './sheet/decode-text.ts';
import { readXlsx, type XlsxRow } from './sheet/xlsx-reader.ts';
import { type TableNote, tableNotes } from './table-notes.ts';

export interface ReadTable {
  readonly heading: readonly string[];
  /** The field of each column; undefined for other columns. */
  readonly columns: readonly (string | undefined)[];
  readonly rows: readonly TableRow[];
  readonly notes: readonly TableNote[];
}

export interface TableRow {
  readonly row: number;
  /** By field. */
  readonly cells: ReadonlyMap<string, string>;
  /** By column. */
  readonly texts: readonly string[];
}

/** The rows of a file, and what was guessed to read them. */
export interface ReadRows {
  readonly rows: readonly XlsxRow[];
  readonly encoding: string | null;
  readonly separator: Separator | null;
}

const texts = {
  missing: { 'zh-CN': '请选择要导入的文件', 'en-US': 'Choose a file to import' },
  type: {
    'zh-CN': '仅支持 xlsx、csv 和 txt 文件',
    'en-US': 'Only .xlsx, .csv and .txt files are supported',
  },
  old: {
    'zh-CN': '这是旧版 Excel（.xls）或加密的文件，请另存为不加密的 xlsx 文件',
    'en-US':
      'This is a file of an old Excel version (.xls), or an encrypted one. Save it as .xlsx without a password.',
  },
  renamed: {
    'zh-CN': '文件内容是工作簿，扩展名应为 .xlsx',
    'en-US': 'The content is a workbook, so its name must end with .xlsx',
  },
  broken: { 'zh-CN': '文件无法读取', 'en-US': 'The file cannot be read' },
  encoding: {
    'zh-CN': '无法识别文件的文字编码，请另存为 UTF-8 编码的 csv 文件或 xlsx 文件',
    'en-US': 'The encoding of the text is unknown. Save the file as CSV in UTF-8, or as .xlsx.',
  },
  big: {
    'zh-CN': '文件过大，最多导入 10000 行、200 列',
    'en-US': 'The file is too large: at most 10,000 rows and 200 columns',
  },
  headings: {
    'zh-CN': '文件的第一行不是模板的表头',
    'en-US': 'The first row does not match the header of the template',
  },
} as const satisfies Record<string, LocalText>;
const openQuotes = (row: number): LocalText => ({
  'zh-CN': `第 ${row} 行的引号不成对，文件无法读取`,
  'en-US': `The file cannot be read: the quotes in row ${row} do not match`,
});
const twice = (headings: string): LocalText => ({
  'zh-CN': `表头有重复的列：${headings}`,
  'en-US': `The header has a column twice: ${headings}`,
});

const fault = (text: LocalText): AdminError => invalid([{ path: 'file', message: text }]);

/**
 * Throws 40000 for an unsupported file. Columns are identified by their heading, in either language, or by field name.
 * `ignored`: headings without a field that need no note.
 */
export async function readTable(
  file: { readonly name: string; readonly bytes: Uint8Array } | null,
  maxRows: number,
  fields: readonly FieldEntry[],
  ignored: readonly string[] = [],
): Promise<ReadTable> {
  if (!file || file.bytes.length === 0) throw fault(texts.missing);
  const fieldOf = (text: string) => fieldNamed(text.trim(), fields);
  // One more for the heading.
  const read = await readRows(file, maxRows + 1, (text) => fieldOf(text) !== undefined);
  const [first, ...rows] = read.rows;
  const heading = first?.cells ?? [];
  const columns = heading.map(fieldOf);
  const known = columns.filter((name) => name !== undefined);
  if (known.length === 0) throw fault(texts.headings);
  const seen = new Set<string>();
  const repeated = heading.filter((_, at) => {
    const name = columns[at];
    const isRepeated = name !== undefined && seen.has(name);
    if (name !== undefined) seen.add(name);
    return isRepeated;
  });
  if (repeated.length > 0) throw fault(twice(repeated.join(', ')));
  return {
    heading,
    columns,
    rows: rows.map(({ row, cells }) => ({
      row,
      texts: cells,
      cells: new Map(cells.flatMap((cell, at) => (columns[at] === undefined ? [] : [[columns[at], cell]]))),
    })),
    notes: tableNotes({ ...read, rows }, { heading, columns, fields, ignored }),
  };
}

async function readRows(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  maxRows: number,
  isHeading: (text: string) => boolean,
): Promise<ReadRows> {
  const begins = (...head: number[]) => head.every((byte, at) => bytes[at] === byte);
  const isZip = begins(0x50, 0x4b);
  if (/\.xlsx$/i.test(name) && isZip) {
    const read = await readXlsx(bytes, maxRows);
    if (read.ok) return { rows: read.value, encoding: null, separator: null };
    throw fault(read.error === 'big' ? texts.big : texts.broken);
  }
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw fault(texts.old);
  const isText = /\.(?:csv|tsv|txt)$/i.test(name);
  if (isText && isZip) throw fault(texts.renamed);
  // Gzip.
  if (!isText || begins(0x1f, 0x8b)) throw fault(texts.type);
  const decoded = await decodeText(bytes);
  if (!decoded.ok) throw fault(texts.encoding);
  const { text, guessed } = decoded.value;
  const stated = statedSeparator(text);
  const separator = stated?.separator ?? likelySeparator(text, isHeading);
  const read = readCsv(stated?.rest ?? text, maxRows, separator);
  if (!read.ok) throw fault(read.error.kind === 'big' ? texts.big : openQuotes(read.error.row));
  return {
    rows: read.value.flatMap((cells, at) =>
      cells.some((cell) => cell.trim() !== '') ? [{ row: at + 1, cells }] : [],
    ),
    encoding: guessed,
    separator: stated || separator === ',' ? null : separator,
  };
}

/** The one with which the first row has most headings of the template; the comma if several have as many. */
function likelySeparator(text: string, isHeading: (text: string) => boolean): Separator {
  let best: { separator: Separator; known: number } = { separator: ',', known: 0 };
  for (const { separator, cells } of possibleHeadings(text)) {
    const known = cells.filter(isHeading).length;
    if (known > best.known) best = { separator, known };
  }
  return best.separator;
}

const fieldNamed = (text: string, fields: readonly FieldEntry[]) =>
  fields.find(([name, { label }]) => [name, label['zh-CN'], label['en-US']].includes(text))?.[0];
