/** What files of tables consist of. */
export type Cell = string | number | null;

export interface SheetColumn {
  readonly heading: string;
  /** In characters. */
  readonly width?: number;
  /** Offered as a list to choose from. */
  readonly choices?: readonly string[];
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>;
}

/** Texts that spreadsheets would take for a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/;

export const looksLikeFormula = (text: string) => formula.test(text);
