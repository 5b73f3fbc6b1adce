'use client';
import { useDraggable, useDroppable } from '@dnd-kit/core';
import { Menu } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { createContext, type KeyboardEvent, useCallback, useContext } from 'react';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { sortTexts } from '../../../../lib/i18n/console/sort.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { titleOf } from '../data/row.ts';
import styles from './sort-area.module.css';
import { type Step, steps, stepsOf } from './tree-moves.ts';
import type { Sorter } from './use-sorting.ts';

export const SorterContext = createContext<Sorter | null>(null);

function useSorter(): Sorter {
  const sorter = useContext(SorterContext);
  if (!sorter) throw new Error('useSorter outside a list that is put in order');
  return sorter;
}

const keys: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The row is a drop target as well. */
export function MoveHandle({ row }: { readonly row: Row }) {
  const sorter = useSorter();
  const { resource, announce } = useResourcePage();
  const translate = useTranslations(sortTexts);
  const id = idOf(resource.definition, row);
  const title = titleOf(resource.definition, row);
  const { setNodeRef: setDragged, listeners } = useDraggable({ id, data: { row } });
  const { setNodeRef: setLine } = useDroppable({ id });
  const ref = useCallback(
    (handle: HTMLButtonElement | null) => {
      setDragged(handle);
      setLine(handle?.closest<HTMLElement>('tr, li') ?? null);
    },
    [setDragged, setLine],
  );
  const onKey = (event: KeyboardEvent) => {
    const step = keys[event.key];
    if (step === undefined || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const sorting = sorter.now();
    // The previous key press may not have been rendered yet.
    const latest = sorting.rows.find((one) => idOf(resource.definition, one) === id);
    const place = latest && stepsOf(sorting, latest)[step];
    if (place) void sorter.move(latest, place, true);
    else announce(translate('sort.noStep', { title }));
  };
  return (
    <button
      ref={ref}
      type="button"
      className={styles.handle}
      data-move-handle={id}
      aria-label={translate('sort.row', { title })}
      aria-keyshortcuts="Control+ArrowUp Control+ArrowDown Control+ArrowRight Control+ArrowLeft"
      {...listeners}
      onKeyDown={onKey}
    >
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
}

/** Menu items for the possible moves, equivalent to the keyboard shortcuts. */
export function MoveItems({ row }: { readonly row: Row }) {
  const sorter = useSorter();
  const { definition } = useResourcePage().resource;
  const translate = useTranslations(sortTexts);
  const sorting = sorter.now();
  const places = stepsOf(sorting, row);
  const target = places.in && sorting.rows.find((one) => idOf(definition, one) === places.in?.parentId);
  const labels: Readonly<Record<Step, string>> = {
    up: translate('sort.up'),
    down: translate('sort.down'),
    in: translate('sort.in', { title: target ? titleOf(definition, target) : '' }),
    out: translate('sort.out'),
  };
  if (steps.every((step) => !places[step]))
    return <Menu.Item disabled>{translate('sort.noStep', { title: titleOf(definition, row) })}</Menu.Item>;
  return steps.map((step) => {
    const place = places[step];
    return (
      place && (
        <Menu.Item key={step} onClick={() => void sorter.move(row, place, true)}>
          {labels[step]}
        </Menu.Item>
      )
    );
  });
}
