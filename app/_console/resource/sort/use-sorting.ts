'use client';
/** Moves rows of a tree: optimistic, sent sequentially, rolled back on rejection, with undo. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { sortTexts } from '../../../../lib/i18n/console/sort.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { offerUndo, undoForMs } from '../../ui/toasts/undo.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { showSorted } from '../data/optimistic.ts';
import { titleOf } from '../data/row.ts';
import type { Lines } from '../tree/use-lines.ts';
import {
  type Move,
  moved,
  movesBack,
  movesTo,
  type Place,
  placesOf,
  type SortedTree,
  type Sorting,
  siblingsIn,
} from './tree-moves.ts';

/** Successive steps of one row, undone together. */
interface Series {
  readonly id: RowId;
  readonly before: ReturnType<typeof placesOf>;
  readonly at: number;
}

export const handleOf = (id: RowId) => `[data-move-handle="${id}"]`;

export function useSorting(tree: SortedTree, lines: Lines) {
  const { resource, query, rows, announce } = useResourcePage();
  const { definition, client } = resource;
  const queries = useQueryClient();
  const { translate } = useTexts();
  const translateSort = useTranslations(sortTexts);
  const root = useRef<HTMLDivElement>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  /** Incremented on rejection; moves based on a rejected one are not sent. */
  const refusals = useRef(0);
  const series = useRef<Series | null>(null);
  const withdraw = useRef(() => {});
  const focused = useRef<RowId | null>(null);

  // Moving the element within the list loses the focus.
  useEffect(() => {
    if (rows.page === undefined || focused.current === null) return;
    root.current?.querySelector<HTMLElement>(handleOf(focused.current))?.focus();
    focused.current = null;
  }, [rows.page]);

  /** Current state, including pending moves. */
  const now = (): Sorting => ({
    definition,
    tree,
    rows: queries.getQueryData<Page<Row>>([definition.key, 'page', query])?.records ?? [],
  });

  const bodyOf = ({ id, order, parentId, version }: Move): Row => ({
    [definition.id.field]: id,
    [tree.orderField]: order,
    ...(parentId === undefined ? {} : { [tree.parentField]: parentId }),
    ...(version === undefined ? {} : { version }),
  });

  /** Resolves with true if accepted. */
  function put(moves: readonly Move[]): Promise<boolean> {
    const takeBack = showSorted(queries, definition, (records) =>
      moved({ definition, tree }, records, moves),
    );
    const builtOn = refusals.current;
    waiting.current += 1;
    const sent = queue.current.then(async () => {
      try {
        if (builtOn !== refusals.current) return false;
        await client.sort(moves.map(bodyOf));
        return true;
      } catch {
        // The error has been shown.
        refusals.current += 1;
        takeBack();
        return false;
      } finally {
        waiting.current -= 1;
        // Refetching earlier would temporarily show the state before pending moves.
        if (waiting.current === 0) void resource.refresh();
      }
    });
    queue.current = sent;
    return sent;
  }

  async function undo(before: Series['before']): Promise<void> {
    series.current = null;
    const moves = movesBack(now(), before);
    if (moves.length > 0 && (await put(moves))) announce(translateSort('sort.movedBack'));
  }

  /** `withFocus`: moved with keys, so the focus must follow. */
  async function move(row: Row, place: Place, withFocus: boolean): Promise<void> {
    const sorting = now();
    const id = idOf(definition, row);
    const moves = movesTo(sorting, row, place);
    if (moves.length === 0) return;
    const { current } = series;
    const isSame = current?.id === id && Date.now() - current.at < undoForMs;
    const touched = placesOf(
      sorting,
      moves.map((one) => one.id),
    );
    const before = new Map([...touched, ...(isSame ? current.before : [])]);
    series.current = { id, before, at: Date.now() };
    if (withFocus) focused.current = id;
    lines.open(place.parentId);
    const title = titleOf(definition, row);
    const parent = sorting.rows.find((one) => idOf(definition, one) === place.parentId);
    const others = siblingsIn(sorting, place.parentId).filter((one) => idOf(definition, one) !== id);
    const message = translateSort('sort.moved', {
      title,
      parent: parent ? titleOf(definition, parent) : translate('resource.root'),
      place: place.index + 1,
      count: others.length + 1,
    });
    announce(message);
    const isSaved = await put(moves);
    if (!isSaved) {
      announce(translateSort('sort.notMoved', { title }));
      return;
    }
    // A later step of the same series has its own undo, which covers all steps.
    if (series.current?.before !== before) return;
    withdraw.current();
    withdraw.current = offerUndo(message, translate('common.undo'), () => undo(before));
  }

  return { root, now, move };
}

export type Sorter = ReturnType<typeof useSorting>;
