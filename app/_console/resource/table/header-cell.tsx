'use client';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { defaultColumnPx, narrowestColumnPx, sizeColumn, widestColumnPx } from '../data/columns.ts';
import { isSortable, nextSort } from '../data/list-state.ts';
import styles from './resource-table.module.css';

const stepPx = 16;
const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

export function HeaderCell({ name, width }: { readonly name: string; readonly width: number | undefined }) {
  const { resource, list, setList, columns } = useResourcePage();
  const { definition } = resource;
  const { translate, local } = useTexts();
  const field = definition.fields[name];
  const cell = useRef<HTMLTableCellElement>(null);
  const drag = useRef<{ startX: number; startPx: number } | null>(null);
  if (!field) return null;
  const label = local(field.label);
  const canSort = isSortable(definition, name) && !definition.tree;
  const order = list.sort.field === name ? list.sort.order : null;
  const Arrow = order === 'asc' ? IconArrowUp : order === 'desc' ? IconArrowDown : IconSelector;

  const widthPx = () => cell.current?.getBoundingClientRect().width || width || defaultColumnPx;
  const resize = (px: number) => columns.set(sizeColumn(columns.layout, name, px));
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -stepPx : event.key === 'ArrowRight' ? stepPx : 0;
    if (step === 0) return;
    event.preventDefault();
    resize(widthPx() + step);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) resize(drag.current.startPx + event.clientX - drag.current.startX);
  };

  return (
    <th
      ref={cell}
      scope="col"
      data-align={field.list?.align}
      aria-sort={canSort ? (order ? ariaSort[order] : 'none') : undefined}
    >
      {canSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => setList({ sort: nextSort(list.sort, name, definition.defaultSort) })}
        >
          {label}
          <Arrow size={14} aria-hidden className={order ? undefined : styles.unsorted} />
        </button>
      ) : (
        label
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a rule between columns that is moved, not drawn */}
      <span
        role="separator"
        aria-orientation="vertical"
        aria-label={translate('resource.columnWidth', { column: label })}
        aria-valuemin={narrowestColumnPx}
        aria-valuemax={widestColumnPx}
        aria-valuenow={Math.round(width ?? defaultColumnPx)}
        tabIndex={0}
        className={styles.resizer}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { startX: event.clientX, startPx: widthPx() };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
      />
    </th>
  );
}
