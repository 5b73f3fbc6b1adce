/** Many rows, read and changed in pieces, with a stop between any two of them. */
import { adminCodes } from '../../../../lib/contracts/admin/admin-codes.ts';
import type { Row, RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, localCodes } from '../../api/api-error.ts';
import type { Query } from '../../api/query-text.ts';
import type { ResourceClient } from './resource-client.ts';

/** Rows that one call reads or changes, as `maxConcurrent` of the contracts, which bring all of zod. */
export const pieceRows = 100;
/** Rows that are read to be changed. */
export const maxRows = 10_000;

/** What became of one of several rows. */
export interface Outcome<T = Row> {
  readonly row: T;
  /** Null: it was done. */
  readonly error: string | null;
}

export class TooManyRows extends Error {
  override readonly name = 'TooManyRows';
}

export interface Reading {
  readonly client: Pick<ResourceClient, 'page'>;
  /** Filters and sort, without a page. */
  readonly query: Query;
  readonly idOf: (row: Row) => RowId;
  readonly except: ReadonlySet<RowId>;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** Each row that is found, once. Throws `TooManyRows`, and what a call throws. */
export async function readFound(reading: Reading): Promise<readonly Row[]> {
  const { client, query, idOf, except, signal, onProgress } = reading;
  const found = new Map<RowId, Row>();
  for (let pageNum = 1; ; pageNum += 1) {
    const { records, total } = await client.page({ ...query, pageNum, pageSize: pieceRows }, { signal });
    if (total > maxRows) throw new TooManyRows();
    // Rows that came meanwhile push others onto the next page.
    for (const row of records) found.set(idOf(row), row);
    onProgress(found.size, total);
    if (records.length < pieceRows || pageNum * pieceRows >= maxRows) break;
  }
  return [...found.values()].filter((row) => !except.has(idOf(row)));
}

/**
 * Does something with the rows of one call, and answers what each was refused for, in their order; null, or nothing,
 * where it was done. What is refused as a whole is tried row by row.
 */
export type Act<T = Row> = (rows: readonly T[]) => Promise<readonly (string | null)[]>;

/** Of a call that does all or none. */
export const allDone = (): readonly null[] => [];

export interface Changing<T = Row> {
  /** Rows of one call. */
  readonly size: number;
  readonly act: Act<T>;
  readonly signal: AbortSignal;
  onOutcomes(outcomes: readonly Outcome<T>[]): void;
}

/** Piece after piece. What never reached the server, or was not answered, is the last that is tried. */
export async function inBatches<T = Row>(
  rows: readonly T[],
  changing: Changing<T>,
): Promise<readonly Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  const report = (some: readonly Outcome<T>[]) => {
    outcomes.push(...some);
    changing.onOutcomes(some);
  };
  /** False: no more. */
  const tryAll = async (some: readonly T[], size: number): Promise<boolean> => {
    for (let at = 0; at < some.length; at += size) {
      if (changing.signal.aborted) return false;
      const piece = some.slice(at, at + size);
      const answer = await changing.act(piece).then(
        (refused) => ({ refused }),
        (error: unknown) => ({ error }),
      );
      if ('refused' in answer) report(piece.map((row, at) => ({ row, error: answer.refused[at] ?? null })));
      else if (isRefusal(answer.error) && piece.length > 1) {
        if (!(await tryAll(piece, 1))) return false;
      } else {
        report(piece.map((row) => ({ row, error: messageOf(answer.error) })));
        if (!isRefusal(answer.error)) return false;
      }
    }
    return true;
  };
  await tryAll(rows, changing.size);
  return outcomes;
}

const noAnswers: ReadonlySet<string> = new Set([
  ...Object.values(localCodes),
  'http',
  '401',
  String(adminCodes.tooMany),
  String(adminCodes.failed),
  adminCodes.expired,
  adminCodes.revoked,
]);

/** The server looked at it and said no: another row may be let through. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && (!noAnswers.has(error.code) || hasNoSuchCall(error));

/** Other backends may lack what this console has beside the contract. */
const hasNoSuchCall = ({ status }: ApiError) => status === 404 || status === 405;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
