'use client';
import { Checkbox, Skeleton, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, lazy, type PointerEvent, Suspense, useMemo, useRef } from 'react';
import { idOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import { useSettings } from '../../settings/settings-store.ts';
import { useTexts } from '../../text/use-texts.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { defaultColumnPx } from '../data/columns.ts';
import { rowNameOf } from '../data/row.ts';
import { useSortParts } from '../sort/sort-context.ts';
import { type Line, lineIndent, nameColumnPx } from '../tree/tree-rows.ts';
import { type Lines, useLines } from '../tree/use-lines.ts';
import { Cell } from './cell.tsx';
import { fitColumns, isIdentity, leastWidth } from './fit-columns.ts';
import FoldAll from './fold-all.tsx';
import { FoldLine } from './fold-line.tsx';
import { HeaderCell } from './header-cell.tsx';
import { ListMessage } from './list-message.tsx';
import { ResourceCards } from './resource-cards.tsx';
import styles from './resource-table.module.css';
import { RowActions } from './row-actions.tsx';
import { useListWidths } from './use-list-widths.ts';
import { useMayAct } from './use-may-act.ts';

const selectPx = 44;
/** Estimated width of the row buttons until measured: of standard ones, with those of the page, and of a heading only. */
const actionsPx: Readonly<Record<Locale, Readonly<Record<'defaults' | 'own' | 'none', number>>>> = {
  'zh-CN': { defaults: 216, own: 264, none: 96 },
  'en-US': { defaults: 256, own: 352, none: 96 },
};
const skeletonRows = 6;

const SortArea = lazy(retryWhenOnline(() => import('../sort/sort-area.tsx')));

/** The rows: as a table, or as cards in narrow windows. */
export function ResourceTable() {
  const isNarrow = useIsNarrow();
  const lines = useLines();
  const { resource } = useResourcePage();
  const { definition } = resource;
  const list = isNarrow ? <ResourceCards lines={lines} /> : <WideTable lines={lines} />;
  const foldAll = definition.tree && <FoldAll lines={lines} />;
  return (
    <>
      {!isNarrow && foldAll}
      {definition.tree?.orderField && resource.can('edit') ? (
        <Suspense fallback={<Skeleton height={280} />}>
          <SortArea lines={lines}>{list}</SortArea>
        </Suspense>
      ) : (
        list
      )}
      {/* On phones the records come first. */}
      {isNarrow && foldAll}
    </>
  );
}

function WideTable({ lines }: { readonly lines: Lines }) {
  const { resource, columns, rows, selection, slots } = useResourcePage();
  const { definition } = resource;
  const { tableSize, tableBordered } = useSettings();
  const { translate, local, locale } = useTexts();
  const scroller = useRef<HTMLElement>(null);
  const mayAct = useMayAct();
  const { layout, defaults } = columns;
  const shownLayout = useMemo(() => layout.filter(({ isHidden }) => !isHidden), [layout]);
  const canMove = useSortParts() !== null;
  const treePx = definition.tree ? nameColumnPx(lines.lines, canMove) : 0;
  const checkboxPx = mayAct.select ? selectPx : 0;
  const layoutList = useMemo(
    () => ({ definition, columns: shownLayout, defaults, locale, treePx }),
    [definition, shownLayout, defaults, locale, treePx],
  );
  const measured = useListWidths(scroller, {
    rows: lines.lines,
    columnCount: shownLayout.length,
    locale,
    leastPx: (contentPx) => checkboxPx + leastWidth({ ...layoutList, contentPx }),
  });
  const { availablePx, contentPx, isShort } = measured;
  const list = useMemo(() => ({ ...layoutList, contentPx }), [layoutList, contentPx]);
  const records = rows.page?.records ?? [];
  const isEmpty = !rows.isLoading && records.length === 0;
  const estimate = isEmpty ? 'none' : slots.rowActions ? 'own' : 'defaults';
  const buttonsPx = measured.buttonsPx ?? actionsPx[locale][estimate];
  const besidesPx = checkboxPx + (mayAct.rows ? buttonsPx : 0);
  const shown = useMemo(
    () => (availablePx === null ? shownLayout : fitColumns(list, availablePx - besidesPx)),
    [list, shownLayout, availablePx, besidesPx],
  );
  const widths = new Map(shown.map(({ field, width }) => [field, width]));
  const fields = shown.map(({ field }) => field);
  const tableWidth = fields.reduce((sum, name) => sum + (widths.get(name) ?? defaultColumnPx), besidesPx);
  const wrapped = fields.filter(
    (name) => isIdentity(definition, name) && (contentPx.get(name) ?? 0) > (widths.get(name) ?? 0),
  );
  const markable = records.filter(mayAct.mark);
  const marked = markable.filter((row) => selection.has(idOf(definition, row))).length;

  return (
    <section
      ref={scroller}
      className={styles.scroller}
      data-cut-off={(availablePx !== null && tableWidth > availablePx) || undefined}
      aria-label={local(definition.title)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
      tabIndex={0}
    >
      <table
        className={styles.table}
        data-size={tableSize}
        data-bordered={tableBordered || undefined}
        aria-busy={rows.isFetching}
        aria-rowcount={definition.tree ? undefined : (rows.page?.total ?? -1)}
        role={definition.tree ? 'treegrid' : undefined}
        style={{ '--table-width': `${tableWidth}px` } as CSSProperties}
      >
        <VisuallyHidden component="caption">{local(definition.title)}</VisuallyHidden>
        <colgroup>
          {mayAct.select && <col style={{ width: selectPx }} />}
          {fields.map((name) => (
            <col
              key={name}
              style={widths.get(name) === undefined ? undefined : { width: widths.get(name) }}
            />
          ))}
          {mayAct.rows && <col style={{ width: buttonsPx }} />}
        </colgroup>
        <thead>
          <tr>
            {mayAct.select && (
              <th scope="col">
                <Checkbox
                  size="xs"
                  aria-label={translate('resource.selectPage')}
                  checked={marked > 0 && marked === markable.length}
                  indeterminate={marked > 0 && marked < markable.length}
                  disabled={markable.length === 0}
                  onChange={(event) => selection.toggle(markable, event.currentTarget.checked)}
                />
              </th>
            )}
            {fields.map((name) => (
              <HeaderCell key={name} name={name} width={widths.get(name)} />
            ))}
            {mayAct.rows && (
              <th scope="col" className={styles.actions}>
                {translate('resource.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.isLoading &&
            Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their place
              <tr key={index}>
                <td colSpan={fields.length + 2}>
                  <Skeleton height={20} />
                </td>
              </tr>
            ))}
          {lines.lines.map((line) => (
            <TableLine
              key={String(idOf(definition, line.row))}
              line={line}
              lines={lines}
              fields={fields}
              wrapped={wrapped}
              mayAct={mayAct}
              isShort={isShort}
            />
          ))}
        </tbody>
      </table>
      {(isEmpty || rows.error !== null) && <ListMessage />}
    </section>
  );
}

interface LineProps {
  readonly line: Line;
  readonly lines: Lines;
  readonly fields: readonly string[];
  /** Columns whose values wrap. */
  readonly wrapped: readonly string[];
  readonly mayAct: ReturnType<typeof useMayAct>;
  /** Rare buttons are in the menu. */
  readonly isShort: boolean;
}

/** Shows a truncated text in full as a tooltip. */
function showFullText({ currentTarget }: PointerEvent<HTMLElement>): void {
  // The truncated element may be nested, for example beside a copy button.
  const parts = [currentTarget, ...currentTarget.querySelectorAll<HTMLElement>('[data-cut]')];
  const isCut = parts.some((part) => part.scrollWidth > part.clientWidth);
  currentTarget.title = isCut ? (currentTarget.textContent ?? '') : '';
}

function TableLine({ line, lines, fields, wrapped, mayAct, isShort }: LineProps) {
  const { resource, selection, slots } = useResourcePage();
  const { definition } = resource;
  const { translate } = useTexts();
  const sort = useSortParts();
  const { row } = line;
  const id = idOf(definition, row);
  const isMarked = selection.has(id);
  const isTree = definition.tree !== undefined;
  return (
    <tr
      data-marked={isMarked || undefined}
      {...(isTree
        ? {
            'aria-level': line.level,
            'aria-posinset': line.place,
            'aria-setsize': line.siblings,
            ...(line.hasChildren ? { 'aria-expanded': lines.isOpen(id) } : {}),
          }
        : {})}
    >
      {mayAct.select && (
        <td>
          <Checkbox
            size="xs"
            aria-label={translate('resource.selectRow', { title: rowNameOf(definition, row) })}
            checked={isMarked}
            disabled={!mayAct.mark(row)}
            title={mayAct.whyItStays(row)}
            onChange={(event) => selection.toggle([row], event.currentTarget.checked)}
          />
        </td>
      )}
      {fields.map((name, index) => (
        <td
          key={name}
          data-column={name}
          data-align={definition.fields[name]?.list?.align}
          data-wraps={wrapped.includes(name) || undefined}
        >
          <span className={styles.cell}>
            {index === 0 && sort && <sort.Handle row={row} />}
            {isTree && index === 0 && <span className={styles.indent} style={{ width: lineIndent(line) }} />}
            {isTree && index === 0 && line.hasChildren && <FoldLine line={line} lines={lines} />}
            <span className={styles.value} data-value onPointerEnter={showFullText}>
              {slots.columns?.[name]?.(row) ?? (
                <Cell definition={definition} name={name} row={row} canSwitch={mayAct.switch(name, row)} />
              )}
            </span>
          </span>
        </td>
      ))}
      {mayAct.rows && (
        <td className={styles.actions}>
          <RowActions row={row} isShort={isShort} />
        </td>
      )}
    </tr>
  );
}
