/** Comma-separated values (RFC 4180), with the byte order mark that identifies UTF-8 to spreadsheets. */
import { err, ok, type Result } from '../../../kernel/result.ts';
import { type Cell, looksLikeFormula, maxColumns, type Sheet } from './cells.ts';

const encoder = new TextEncoder();

export async function* csvFile({ columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`\uFEFF${line(columns.map(({ heading }) => heading))}`);
  for await (const piece of rows) yield encoder.encode(piece.map(line).join(''));
}

const line = (cells: readonly Cell[]) => `${cells.map(written).join(',')}\r\n`;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const plain = typeof cell === 'object' ? cell.marked : cell;
  // A leading apostrophe keeps spreadsheets from evaluating it.
  const text = isMarked(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `quotes`: the quotes of the row, numbered from 1, do not match. `big`: too many rows or columns. */
export type CsvFault = { readonly kind: 'quotes'; readonly row: number } | { readonly kind: 'big' };

/** In the order in which they are tried. */
export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];
/** Before a heading. */
const maxEmptyRows = 20;

/** `sep=;` in the first line, as Excel reads and some programs write it; null without it. */
export function statedSeparator(text: string): { separator: Separator; rest: string } | null {
  const [line, stated] = /^"?sep=(.)"?\r?\n/i.exec(text) ?? [];
  const separator = separators.find((each) => each === stated);
  return line !== undefined && separator ? { separator, rest: text.slice(line.length) } : null;
}

/** The first row that is not empty, with each separator in their order; without those whose quotes do not match. */
export function possibleHeadings(text: string): { separator: Separator; cells: readonly string[] }[] {
  return separators.flatMap((separator) => {
    const { rows } = parsed(text, separator, maxEmptyRows);
    const cells = rows.find((row) => row.some((cell) => cell.trim() !== ''));
    return cells ? [{ separator, cells }] : [];
  });
}

/** Rows of texts. */
export function readCsv(
  text: string,
  maxRows: number,
  separator: Separator = ',',
): Result<readonly (readonly string[])[], CsvFault> {
  const { rows, fault } = parsed(text, separator, maxRows + 1);
  if (rows.length > maxRows) return err({ kind: 'big' });
  return fault ? err(fault) : ok(rows);
}

/** So many rows, or those before a fault. */
function parsed(text: string, separator: Separator, wanted: number) {
  const rows: string[][] = [];
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g');
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    rows.push(row.map(unmarked));
    row = [];
  };
  const nextEnd = () => {
    ends.lastIndex = at;
    return ends.exec(text)?.index ?? text.length;
  };
  const fault = (): CsvFault => ({ kind: 'quotes', row: rows.length + 1 });
  while (at < text.length && rows.length < wanted) {
    if (row.length === maxColumns) {
      // A heading is recognized by its first columns.
      endRow();
      return { rows, fault: { kind: 'big' } as const };
    }
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return { rows, fault: fault() };
      row.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const end = nextEnd();
      row.push(text.slice(at, end));
      at = end;
    }
    if (at < text.length && nextEnd() !== at) return { rows, fault: fault() };
    if (text[at] === separator) {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    endRow();
  }
  if (row.length > 0) endRow();
  return { rows, fault: null };
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** Texts that already begin with apostrophes get one more, so that reading removes only ours. */
const isMarked = (text: string) => looksLikeFormula(text.replace(/^'+/, ''));
/** Removes the apostrophe that `csvFile` added. */
const unmarked = (text: string) => (text.startsWith("'") && isMarked(text) ? text.slice(1) : text);
