/** Cells of a table file. */
export type Cell = string | number | null | MarkedCell;

/** A text on red, in formats that have colours. */
export interface MarkedCell {
  readonly marked: string;
}

export interface SheetColumn {
  readonly heading: string;
  /** In characters. */
  readonly width?: number;
  /** Offered as a drop-down list. */
  readonly choices?: readonly string[];
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>;
}

/** Of a file that is read: without a limit, one row could have millions. */
export const maxColumns = 200;

/** Texts that spreadsheets would interpret as a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

export const looksLikeFormula = (text: string) => formula.test(text);
