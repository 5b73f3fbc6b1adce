/** The response of every console call, and the meaning of its codes. */
import type { AdminCode } from './admin-codes.ts';

export { type AdminCode, adminCodes } from './admin-codes.ts';

export interface FieldError {
  /** Path within the body: `name`, `rows.3.name`. */
  readonly path: string;
  readonly message: string;
}

/** Where users find what a message names. */
export interface MessageLink {
  readonly text: string;
  /** Path and query of a page of the console. */
  readonly address: string;
}

export interface AdminEnvelope<Data> {
  readonly code: AdminCode;
  readonly success: boolean;
  readonly message: string;
  /** Same as `message`; other clients of this API read this one. */
  readonly msg: string;
  readonly data: Data;
  readonly traceId?: string;
  readonly errors?: readonly FieldError[];
  /** Of a rejection: the rows that stand in the way, as far as the caller may list them. */
  readonly links?: readonly MessageLink[];
}

export interface Page<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  readonly pageNum: number;
  readonly pageSize: number;
  /** Rows per value of the field that is shown as tabs. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** Limit of paging: deeper pages would cost as much as reading the whole table. */
export const maxRowDepth = 100_000;
export const maxPageSize = 100;
