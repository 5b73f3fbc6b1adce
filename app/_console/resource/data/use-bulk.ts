'use client';
/** What is done with many rows: shown while it lasts, stopped between two pieces, and told of row by row. */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useResourcePage } from '../resource-page-context.ts';
import { type Act, inBatches, maxRows, type Outcome, pieceRows, readFound, TooManyRows } from './batch.ts';
import { wireFilters } from './list-state.ts';

/** What stands in the dialog. */
export interface BulkRun {
  readonly title: string;
  readonly lead: string;
  readonly phase: 'reading' | 'working' | 'done';
  readonly done: number;
  readonly total: number;
  readonly outcomes: readonly Outcome[];
  /** Those that were done stand among the outcomes as well. */
  readonly isWhole: boolean;
  stop(): void;
  /** Instead of what was refused for all together. */
  readonly instead?: { readonly words: string; act(): void };
}

export interface BulkJob {
  readonly rows: readonly Row[];
  /** Rows of one call. */
  readonly size: number;
  /** While it lasts, and of what became of it. */
  readonly title: string;
  readonly reportTitle: string;
  /** Above a report of a few rows. Of many, and where there is none, the counts stand there. */
  readonly lead: string;
  /** Shown from its beginning to its end, however few they are. */
  readonly isShown?: boolean;
  readonly act: Act;
}

export type Bulk = ReturnType<typeof useBulk>;

export function useBulk() {
  const { resource, list, fixed, selection } = useResourcePage();
  const { definition, client } = resource;
  const { translate } = useTexts();
  const [run, setRun] = useState<BulkRun | null>(null);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  const begin = (first: Omit<BulkRun, 'stop' | 'done' | 'outcomes'> | null): AbortSignal => {
    const stopping = new AbortController();
    current.current = stopping;
    if (first) setRun({ ...first, done: 0, outcomes: [], stop: () => stopping.abort() });
    return stopping.signal;
  };
  const change = (next: (before: BulkRun) => Partial<BulkRun>) =>
    setRun((before) => before && { ...before, ...next(before) });

  /** The rows that are chosen, read where they are all that is found. Null: they could not be, or nobody waited. */
  const chosen = async (): Promise<readonly Row[] | null> => {
    const { all, rows } = selection;
    if (!all) return [...rows.values()];
    const title = translate('resource.readingTitle');
    const signal = begin({ title, lead: '', phase: 'reading', total: selection.size, isWhole: false });
    const sort = { orderByColumn: list.sort.field, isAsc: list.sort.order };
    try {
      const found = await readFound({
        client,
        query: { ...wireFilters(list), ...sort, ...fixed },
        idOf: (row) => idOf(definition, row),
        except: all.except,
        signal,
        onProgress: (done, total) => change(() => ({ done, total })),
      });
      // From here on these are meant, whatever comes to fit the filters.
      selection.keep(found);
      return found;
    } catch (error) {
      if (error instanceof TooManyRows)
        notifications.show({ color: 'red', message: translate('resource.tooManyRows', { max: maxRows }) });
      // The wrapper has told the user of other failures.
      return null;
    } finally {
      setRun(null);
    }
  };

  /** Resolves with what became of each row that was tried; the report of what failed stays until it is closed. */
  const work = async (job: BulkJob): Promise<readonly Outcome[]> => {
    const { rows, size, title, reportTitle, act } = job;
    const isMany = rows.length > pieceRows;
    const isWhole = !isMany;
    const isShown = job.isShown || isMany;
    const first = { title, lead: job.lead, phase: 'working', total: rows.length, isWhole } as const;
    const signal = begin(isShown ? { ...first, lead: '' } : null);
    const outcomes = await inBatches(rows, {
      size,
      act,
      signal,
      onOutcomes: (some) =>
        change(({ outcomes: before, done }) => ({
          done: done + some.length,
          outcomes: isWhole ? [...before, ...some] : [...before, ...some.filter(isFailed)],
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
        outcomes: isWhole ? outcomes : failed,
        stop: () => undefined,
      });
    return outcomes;
  };

  /** Before anything was done: what else can be. */
  const offer = (title: string, lead: string, total: number, instead: BulkRun['instead'] & object) =>
    setRun({
      title,
      lead,
      total,
      instead,
      phase: 'done',
      done: 0,
      outcomes: [],
      isWhole: true,
      stop: () => undefined,
    });

  return { run, chosen, work, offer, close: () => setRun(null) };
}

export const isFailed = ({ error }: Outcome) => error !== null;
