import type { Row } from '../../../../lib/contracts/admin/row-types.ts';

/** Rows per call. Same as `maxRowsPerCall` of the contracts, which are not imported because they include zod. */
export const pieceRows = 100;
/** Maximum number of rows to change. */
export const maxRows = 10_000;

/** Result for one of several rows. */
export interface Outcome<T = Row> {
  readonly row: T;
  /** Null: success. */
  readonly error: string | null;
}

/**
 * Changes the rows of one call and returns an error message or null for each, in order; nothing if all succeeded. If
 * the whole call is rejected, each row is tried alone.
 */
export type Act<T = Row> = (rows: readonly T[]) => Promise<readonly (string | null)[]>;

/** For calls that change all rows or none. */
export const allDone = (): readonly null[] => [];
