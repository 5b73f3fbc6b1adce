/** Comma-separated values (RFC 4180), with the byte order mark that identifies UTF-8 to spreadsheets. */
import { err, ok, type Result } from '../../../kernel/result.ts';
import { type Cell, looksLikeFormula, type Sheet } from './cells.ts';

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

export type CsvFault = 'encoding' | 'quotes' | 'rows';

/** Rows of texts. UTF-8, or GB 18030 as written by Chinese spreadsheets. */
export function readCsv(bytes: Uint8Array, maxRows: number): Result<string[][], CsvFault> {
  const text = decode(bytes);
  return text === null ? err('encoding') : parse(text.replace(/^\uFEFF/, ''), maxRows);
}

function decode(bytes: Uint8Array): string | null {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not in this encoding.
    }
  }
  return null;
}

function parse(text: string, maxRows: number): Result<string[][], CsvFault> {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    rows.push(row.map(unmarked));
    row = [];
  };
  while (at < text.length) {
    if (rows.length > maxRows) return err('rows');
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end === -1) return err('quotes');
      row.push(text.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const end = nextBreak(text, at);
      row.push(text.slice(at, end));
      at = end;
    }
    if (at < text.length && !/[,\r\n]/.test(text[at]!)) return err('quotes');
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    endRow();
  }
  if (row.length > 0) endRow();
  return rows.length > maxRows ? err('rows') : ok(rows);
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

function nextBreak(text: string, from: number): number {
  const breaks = /[,\r\n]/g;
  breaks.lastIndex = from;
  return breaks.exec(text)?.index ?? text.length;
}

/** Texts that already begin with apostrophes get one more, so that reading removes only ours. */
const isMarked = (text: string) => looksLikeFormula(text.replace(/^'+/, ''));
/** Removes the apostrophe that `csvFile` added. */
const unmarked = (text: string) => (text.startsWith("'") && isMarked(text) ? text.slice(1) : text);
