/**
 * Reads the first sheet of an untrusted workbook: of formulas only the stored result, of dates what the spreadsheet shows.
 * Limits of its parts: `xlsx-parts.ts`.
 */
import { err, ok, type Result } from '../../../kernel/result.ts';
import { maxColumns } from './cells.ts';
import { type CellNote, cellText, unescaped } from './xlsx-cell.ts';
import { Enough, openZip, type Parts, readPart, TooBig } from './xlsx-parts.ts';
import { type CellStyles, noStyles, readStyles } from './xlsx-styles.ts';

/** `big`: too large when unpacked, or too many rows or columns. `file`: not a workbook. */
export type XlsxFault = 'file' | 'big';

/** Of all cells. A text that many cells share counts in each of them: what follows reads it each time. */
const maxCellCharacters = 40 * 1_048_576;
export interface XlsxRow {
  /** Row number as in the spreadsheet. */
  readonly row: number;
  readonly cells: readonly string[];
  /** By column: what a cell has lost, or how it was converted. */
  readonly notes?: ReadonlyMap<number, CellNote>;
}

export async function readXlsx(
  bytes: Uint8Array,
  maxRows: number,
): Promise<Result<readonly XlsxRow[], XlsxFault>> {
  try {
    const parts = await openZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    const { target, countsFrom1904 } = await firstSheet(parts);
    const shared = parts.has('xl/sharedStrings.xml') ? await readShared(parts) : [];
    const styles = parts.has('xl/styles.xml')
      ? await readStyles((handlers) => readPart(parts, 'xl/styles.xml', handlers), countsFrom1904)
      : noStyles;
    return ok(await readSheet(parts, target, { shared, styles }, maxRows));
  } catch (error) {
    return err(error instanceof TooBig ? 'big' : 'file');
  }
}

async function firstSheet(parts: Parts): Promise<{ target: string; countsFrom1904: boolean }> {
  let id = '';
  let countsFrom1904 = false;
  await readPart(parts, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'sheet') id ||= attributes['r:id'] ?? '';
      if (name === 'workbookPr') countsFrom1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
    },
  });
  let target = '';
  await readPart(parts, 'xl/_rels/workbook.xml.rels', {
    open(name, attributes) {
      if (name === 'Relationship' && attributes.Id === id) target = attributes.Target ?? '';
    },
  });
  return { target: target.startsWith('/') ? target.slice(1) : `xl/${target}`, countsFrom1904 };
}

async function readShared(parts: Parts): Promise<readonly string[]> {
  const shared: string[] = [];
  let text: string | null = null;
  let isText = false;
  let isHint = false;
  await readPart(parts, 'xl/sharedStrings.xml', {
    open(name) {
      if (name === 'si') text = '';
      // Phonetic hints are not part of the text.
      if (name === 'rPh') isHint = true;
      isText = name === 't';
    },
    text(content) {
      if (text !== null && isText && !isHint) text += content;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isHint = false;
      if (name === 'si') {
        shared.push(unescaped(text ?? ''));
        text = null;
      }
    },
  });
  return shared;
}

async function readSheet(
  parts: Parts,
  target: string,
  { shared, styles }: { readonly shared: readonly string[]; readonly styles: CellStyles },
  maxRows: number,
): Promise<readonly XlsxRow[]> {
  const rows: XlsxRow[] = [];
  let cells: string[] = [];
  let row = 0;
  let column = -1;
  let type = '';
  let style = 0;
  let value = '';
  /** A formula whose result is not in the file; an empty result is. */
  let isUncalculated = false;
  let notes = new Map<number, CellNote>();
  let isValue = false;
  let isHint = false;
  let leftCharacters = maxCellCharacters;
  await readPart(parts, target, {
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes.r ?? row + 1);
        cells = [];
        notes = new Map();
        column = -1;
      } else if (name === 'c') {
        column = attributes.r ? columnIndex(attributes.r) : column + 1;
        if (column >= maxColumns) throw new TooBig();
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0);
        value = '';
        isUncalculated = false;
      } else if (name === 'rPh') isHint = true;
      else if (name === 'f') isUncalculated = true;
      else if (name === 'v') isUncalculated = false;
      isValue = !isHint && (name === 'v' || name === 't');
    },
    text(content) {
      if (isValue) value += content;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isHint = false;
      else if (name === 'c' && isUncalculated) notes.set(column, 'formula');
      else if (name === 'c' && value !== '') {
        while (cells.length < column) cells.push('');
        const { text, note } = cellText({ type, value, format: styles(style) }, shared);
        leftCharacters -= text.length;
        if (leftCharacters < 0) throw new TooBig();
        cells[column] = text;
        if (note) notes.set(column, note);
      } else if (name === 'row' && cells.some((cell) => cell.trim() !== '')) {
        if (rows.length > maxRows) throw new TooBig();
        rows.push(notes.size > 0 ? { row, cells, notes } : { row, cells });
      } else if (name === 'sheetData') throw new Enough();
    },
  });
  return rows;
}

/** 0 for `A1`. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}
