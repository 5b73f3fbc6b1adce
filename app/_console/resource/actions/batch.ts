/** Reads and changes many rows in batches that can be stopped in between. Loaded for the first of them. */
import { adminCodes } from '../../../../lib/contracts/admin/admin-codes.ts';
import type { Row, RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, localCodes } from '../../api/api-error.ts';
import type { Query } from '../../api/query-text.ts';
import type { ResourceClient } from '../data/resource-client.ts';
import { type Act, maxRows, type Outcome, pieceRows } from './batch-limits.ts';

export class TooManyRows extends Error {
  override readonly name = 'TooManyRows';
}

export interface Reading {
  readonly client: Pick<ResourceClient, 'page'>;
  /** Filters and sorting, without paging. */
  readonly query: Query;
  readonly idOf: (row: Row) => RowId;
  readonly except: ReadonlySet<RowId>;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

/** Reads all matching rows without duplicates. Throws `TooManyRows`, and whatever the call throws. */
export async function readFound(reading: Reading): Promise<readonly Row[]> {
  const { client, query, idOf, except, signal, onProgress } = reading;
  const found = new Map<RowId, Row>();
  for (let pageNum = 1; ; pageNum += 1) {
    const { records, total } = await client.page({ ...query, pageNum, pageSize: pieceRows }, { signal });
    if (total > maxRows) throw new TooManyRows();
    // New rows may shift others to the next page.
    for (const row of records) found.set(idOf(row), row);
    onProgress(found.size, total);
    if (records.length < pieceRows || pageNum * pieceRows >= maxRows) break;
  }
  return [...found.values()].filter((row) => !except.has(idOf(row)));
}

export interface Changing<T = Row> {
  /** Rows per call. */
  readonly size: number;
  readonly act: Act<T>;
  readonly signal: AbortSignal;
  onOutcomes(outcomes: readonly Outcome<T>[]): void;
}

/** Runs batch after batch. Stops after a call that got no response. */
export async function inBatches<T = Row>(
  rows: readonly T[],
  changing: Changing<T>,
): Promise<readonly Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  const report = (some: readonly Outcome<T>[]) => {
    outcomes.push(...some);
    changing.onOutcomes(some);
  };
  /** False: stop. */
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

/** Rejected by the server: other rows may succeed. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && (!noAnswers.has(error.code) || hasNoSuchCall(error));

/** Other backends may lack calls that are not in the contract. */
const hasNoSuchCall = ({ status }: ApiError) => status === 404 || status === 405;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
