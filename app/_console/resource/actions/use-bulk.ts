'use client';
/** Bulk operations: progress, stop between batches, and a report per row. */
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { wireFilters } from '../data/list-state.ts';
import { type Act, maxRows, type Outcome, pieceRows } from './batch-limits.ts';

const loadBatch = retryWhenOnline(() => import('./batch.ts'));

/** Content of the dialog. */
export interface BulkRun {
  readonly title: string;
  readonly lead: string;
  readonly phase: 'reading' | 'working' | 'done';
  readonly done: number;
  readonly total: number;
  readonly outcomes: readonly Outcome[];
  stop(): void;
  /** Alternative offered after the rows were rejected together. */
  readonly instead?: { readonly words: string; act(): void };
}

export interface BulkJob {
  readonly rows: readonly Row[];
  /** Rows per call. */
  readonly size: number;
  /** Title during the operation and of the report. */
  readonly title: string;
  readonly reportTitle: string;
  /** Text above the report of a few rows; otherwise counts are shown. */
  readonly lead: string;
  /** Show the dialog even if only a few rows are affected. */
  readonly isShown?: boolean;
  readonly act: Act;
}

export type Bulk = ReturnType<typeof useBulk>;

export function useBulk() {
  const { resource, list, fixed, selection, rows: found } = useResourcePage();
  const { definition, client } = resource;
  const { translate } = useTexts();
  const [run, setRun] = useState<BulkRun | null>(null);

  const begin = (first: Omit<BulkRun, 'stop' | 'done' | 'outcomes'> | null): AbortSignal => {
    const stopping = new AbortController();
    if (first) setRun({ ...first, done: 0, outcomes: [], stop: () => stopping.abort() });
    return stopping.signal;
  };
  const change = (next: (before: BulkRun) => Partial<BulkRun>) =>
    setRun((before) => before && { ...before, ...next(before) });

  /** The selected rows; reads them if all results are selected. Null: reading failed or was cancelled. */
  const chosen = async (): Promise<readonly Row[] | null> => {
    const { all, rows } = selection;
    // As they are now shown: a row may have been changed since it was selected.
    const shown = new Map(found.page?.records.map((row) => [idOf(definition, row), row]));
    if (!all) return [...rows].map(([id, row]) => shown.get(id) ?? row);
    const title = translate('resource.readingTitle');
    const signal = begin({ title, lead: '', phase: 'reading', total: selection.size });
    const sort = { orderByColumn: list.sort.field, isAsc: list.sort.order };
    const { readFound, TooManyRows } = await loadBatch();
    try {
      const found = await readFound({
        client,
        query: { ...wireFilters(list), ...sort, ...fixed },
        idOf: (row) => idOf(definition, row),
        except: all.except,
        signal,
        onProgress: (done, total) => change(() => ({ done, total })),
      });
      // From here on the operation applies to these rows, even if the results change.
      selection.keep(found);
      return found;
    } catch (error) {
      if (error instanceof TooManyRows)
        notifications.show({ color: 'red', message: translate('resource.tooManyRows', { max: maxRows }) });
      // Other failures have been shown.
      return null;
    } finally {
      setRun(null);
    }
  };

  /** Resolves with the outcome of each attempted row. A report of failures stays open. */
  const work = async (job: BulkJob): Promise<readonly Outcome[]> => {
    const { rows, size, title, reportTitle, act } = job;
    const isMany = rows.length > pieceRows;
    const isShown = job.isShown || isMany;
    const first = { title, lead: job.lead, phase: 'working', total: rows.length } as const;
    const signal = begin(isShown ? { ...first, lead: '' } : null);
    const { inBatches } = await loadBatch();
    const outcomes = await inBatches(rows, {
      size,
      act,
      signal,
      onOutcomes: (some) =>
        change(({ outcomes: before, done }) => ({
          done: done + some.length,
          outcomes: [...before, ...(isMany ? some.filter(isFailed) : some)],
        })),
    });
    const failed = outcomes.filter(isFailed);
    const left = rows.length - outcomes.length;
    const counts = { done: outcomes.length - failed.length, failed: failed.length, left };
    if (failed.length === 0 && left === 0 && !job.isShown) setRun(null);
    else
      setRun({
        ...first,
        title: reportTitle,
        lead: isMany || left > 0 || job.lead === '' ? translate('resource.bulkCounts', counts) : job.lead,
        phase: 'done',
        done: outcomes.length,
        outcomes: isMany ? failed : outcomes,
        stop: () => undefined,
      });
    return outcomes;
  };

  /** Offers an alternative before anything has been changed. */
  const offer = (title: string, lead: string, total: number, instead: BulkRun['instead'] & object) =>
    setRun({
      title,
      lead,
      total,
      instead,
      phase: 'done',
      done: 0,
      outcomes: [],
      stop: () => undefined,
    });

  return { run, chosen, work, offer, close: () => setRun(null) };
}

export const isFailed = ({ error }: Outcome) => error !== null;
