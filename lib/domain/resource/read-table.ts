/** Reads an uploaded file into rows of cells by field. */
import type { FieldEntry } from '../../contracts/admin/resource-schema.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { type AdminError, invalid } from '../errors/admin-error.ts';
import { readCsv } from './sheet/csv.ts';
import { readXlsx, type XlsxRow } from './sheet/xlsx-reader.ts';

export interface ReadTable {
  readonly heading: readonly string[];
  /** The field of each column; undefined for other columns. */
  readonly columns: readonly (string | undefined)[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly row: number;
  /** By field. */
  readonly cells: ReadonlyMap<string, string>;
  /** By column. */
  readonly texts: readonly string[];
}

const texts = {
  missing: { 'zh-CN': '请选择要导入的文件', 'en-US': 'Choose a file to import' },
  type: { 'zh-CN': '仅支持 xlsx 和 csv 文件', 'en-US': 'Only .xlsx and .csv files are supported' },
  broken: { 'zh-CN': '文件无法读取', 'en-US': 'The file cannot be read' },
  big: { 'zh-CN': '文件过大，最多导入 10000 行', 'en-US': 'The file is too large: at most 10,000 rows' },
  headings: {
    'zh-CN': '文件的第一行不是模板的表头',
    'en-US': 'The first row does not match the header of the template',
  },
} as const satisfies Record<string, LocalText>;

const fault = (text: LocalText): AdminError => invalid([{ path: 'file', message: text }]);

/**
 * Throws 40000 for an unsupported file. Columns are identified by their heading, in either language, or by field name.
 */
export async function readTable(
  file: { readonly name: string; readonly bytes: Uint8Array } | null,
  maxRows: number,
  fields: readonly FieldEntry[],
): Promise<ReadTable> {
  if (!file || file.bytes.length === 0) throw fault(texts.missing);
  // One more for the heading.
  const [heading, ...rows] = await readRows(file, maxRows + 1);
  const columns = (heading?.cells ?? []).map((text) => fieldNamed(text.trim(), fields));
  const known = columns.filter((name) => name !== undefined);
  if (known.length === 0 || new Set(known).size !== known.length) throw fault(texts.headings);
  return {
    heading: heading?.cells ?? [],
    columns,
    rows: rows.map(({ row, cells }) => ({
      row,
      texts: cells,
      cells: new Map(cells.flatMap((cell, at) => (columns[at] === undefined ? [] : [[columns[at], cell]]))),
    })),
  };
}

async function readRows(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  maxRows: number,
): Promise<readonly XlsxRow[]> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (/\.xlsx$/i.test(name) && isZip) {
    const read = await readXlsx(bytes, maxRows);
    if (read.ok) return read.value;
    throw fault(read.error === 'big' ? texts.big : texts.broken);
  }
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!/\.csv$/i.test(name) || isZip || isGzip) throw fault(texts.type);
  const read = readCsv(bytes, maxRows);
  if (!read.ok) throw fault(read.error === 'rows' ? texts.big : texts.broken);
  return read.value.flatMap((cells, at) =>
    cells.some((cell) => cell.trim() !== '') ? [{ row: at + 1, cells }] : [],
  );
}

const fieldNamed = (text: string, fields: readonly FieldEntry[]) =>
  fields.find(([name, { label }]) => [name, label['zh-CN'], label['en-US']].includes(text))?.[0];
