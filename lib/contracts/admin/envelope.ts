/** What every call of the console answers, and what its codes mean. */
import type { AdminCode } from './admin-codes.ts';

export { type AdminCode, adminCodes } from './admin-codes.ts';

export interface FieldError {
  /** Path within the body: `name`, `rows.3.name`. */
  readonly path: string;
  readonly message: string;
}

export interface AdminEnvelope<Data> {
  readonly code: AdminCode;
  readonly success: boolean;
  readonly message: string;
  /** The same as `message`: clients of this family read one or the other. */
  readonly msg: string;
  readonly data: Data;
  readonly traceId?: string;
  readonly errors?: readonly FieldError[];
}

export interface Page<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  readonly pageNum: number;
  readonly pageSize: number;
  /** Rows by value of the field whose values stand as tabs. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Pages end here: deeper ones cost as much as the whole table. */
export const maxRowDepth = 100_000;
export const maxPage = 100;
