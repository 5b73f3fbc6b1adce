/** Formats of a workbook's cells, as far as they decide what a number is. */
import type { Handlers } from './xlsx-parts.ts';

export type CellFormatKind =
  | { readonly kind: 'plain' }
  | { readonly kind: 'date'; readonly countsFrom1904: boolean }
  /** Shown with leading zeros, for example 00123. */
  | { readonly kind: 'padded'; readonly digits: number };

/** By the style of a cell, its attribute `s`. */
export type CellStyles = (style: number) => CellFormatKind;

const plain: CellFormatKind = { kind: 'plain' };
export const noStyles: CellStyles = () => plain;

/** Formats without a text of their own; some of them depend on the language and are dates in all of them. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || id === 45 || id === 47 || (id >= 50 && id <= 58);

/** Dates have letters of dates beside quoted texts, escaped characters, colours and languages. `[h]` is a duration. */
function isDate(code: string): boolean {
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return false;
  return /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, ''));
}

/** `read` passes on the elements of the part. */
export async function readStyles(
  read: (handlers: Handlers) => Promise<void>,
  countsFrom1904: boolean,
): Promise<CellStyles> {
  const codes = new Map<number, string>();
  const formats: CellFormatKind[] = [];
  let isOfCells = false;
  const formatOf = (id: number): CellFormatKind => {
    const code = codes.get(id);
    if (code === undefined ? isBuiltInDate(id) : isDate(code)) return { kind: 'date', countsFrom1904 };
    return code !== undefined && /^0{2,30}$/.test(code) ? { kind: 'padded', digits: code.length } : plain;
  };
  await read({
    open(name, attributes) {
      if (name === 'numFmt') codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) formats.push(formatOf(Number(attributes.numFmtId ?? 0)));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return (style) => formats[style] ?? plain;
}
