'use client';
/** A list with draggable rows. Loaded with the first list that is sorted manually. */
import { type CollisionDetection, DndContext, type DragMoveEvent, DragOverlay } from '@dnd-kit/core';
import { Paper, Portal, Text } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { idOf, type Row, type RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { sortTexts } from '../../../../lib/i18n/console/sort.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useDragSensors } from '../../ui/use-drag-sensors.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { isFiltered, isSameSort } from '../data/list-state.ts';
import { titleOf } from '../data/row.ts';
import { useIsRootClosed } from '../data/use-root.ts';
import { cardIndentPx, lineIndentPx } from '../tree/tree-rows.ts';
import type { Lines } from '../tree/use-lines.ts';
import { type Drop, dropPlace } from './drop-place.ts';
import { MoveHandle, MoveItems, SorterContext } from './move-parts.tsx';
import styles from './sort-area.module.css';
import { SortContext } from './sort-context.ts';
import { type SortedTree, sortedTree } from './tree-moves.ts';
import { handleOf, useSorting } from './use-sorting.ts';

const parts = { Handle: MoveHandle, Items: MoveItems };

/** The line at the pointer's height; its horizontal position does not matter. */
const lineAt: CollisionDetection = ({ pointerCoordinates, droppableRects }) => {
  if (!pointerCoordinates) return [];
  const { y } = pointerCoordinates;
  const away = ({ top, bottom }: { top: number; bottom: number }) => Math.max(top - y, y - bottom, 0);
  const [nearest] = [...droppableRects].sort(([, one], [, other]) => away(one) - away(other));
  if (!nearest) return [];
  const [id, { top, height }] = nearest;
  return [{ id, data: { isAfter: y > top + height / 2 } }];
};

interface Shown {
  readonly drop: Drop;
  /** Viewport pixels of the drop indicator. */
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

export interface SortAreaProps {
  readonly lines: Lines;
  readonly children: ReactNode;
}

export default function SortArea(props: SortAreaProps) {
  const { resource } = useResourcePage();
  const tree = sortedTree(resource.definition);
  if (!tree) return props.children;
  return <Area {...props} tree={tree} />;
}

function Area({ tree: given, lines, children }: SortAreaProps & { readonly tree: SortedTree }) {
  const isRootClosed = useIsRootClosed(given);
  const tree = useMemo(() => ({ ...given, isRootClosed }), [given, isRootClosed]);
  const { resource, list, fixed, announce } = useResourcePage();
  const { definition } = resource;
  const translate = useTranslations(sortTexts);
  const isNarrow = useIsNarrow();
  const sorter = useSorting(tree, lines);
  const [dragged, setDragged] = useState<Row | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const drop = useRef<Drop | null>(null);
  const sensors = useDragSensors();
  // The position among rows that are not loaded is unknown.
  const canSort =
    !isFiltered(list) &&
    isSameSort(list.sort, { field: tree.orderField, order: 'asc' }) &&
    Object.keys(fixed).length === 0;
  const indentPx = isNarrow ? cardIndentPx : lineIndentPx;

  const place = ({ active, collisions, delta }: DragMoveEvent): Shown | null => {
    const row = active.data.current?.row as Row;
    // `over` is outdated: it belongs to the previous move event.
    const over = collisions?.[0];
    const element = over && sorter.root.current?.querySelector(handleOf(over.id))?.closest('tr, li');
    if (!over || !element) return null;
    const isAfter = over.data?.isAfter === true;
    const drag = { row, over: over.id as RowId, isAfter, shift: Math.round(delta.x / indentPx) };
    const found = dropPlace(sorter.now(), lines.lines, drag);
    if (!found) return null;
    const box = element.getBoundingClientRect();
    const level = lines.lines.find((line) => idOf(definition, line.row) === over.id)?.level ?? 1;
    const start = element.querySelector('[data-move-handle]')?.getBoundingClientRect().left ?? box.left;
    const left = isNarrow
      ? box.left + (found.level - level) * indentPx
      : start + (found.level - 1) * indentPx;
    return { drop: found, top: isAfter ? box.bottom : box.top, left, width: Math.max(0, box.right - left) };
  };
  const end = () => {
    setDragged(null);
    setShown(null);
  };
  const help = (
    <Text size="xs" c="dimmed">
      {translate(canSort ? 'sort.help' : 'sort.off')}
    </Text>
  );
  return (
    <SortContext value={canSort ? parts : null}>
      <SorterContext value={sorter}>
        {!isNarrow && help}
        <DndContext
          sensors={sensors}
          collisionDetection={lineAt}
          // The page has its own announcements.
          accessibility={{
            announcements: {
              onDragStart: () => undefined,
              onDragOver: () => undefined,
              onDragEnd: () => undefined,
              onDragCancel: () => undefined,
            },
            screenReaderInstructions: { draggable: translate('sort.help') },
          }}
          onDragStart={({ active }) => setDragged(active.data.current?.row as Row)}
          onDragMove={(event) => {
            const next = place(event);
            drop.current = next?.drop ?? null;
            setShown(next);
          }}
          onDragCancel={end}
          onDragEnd={({ active }) => {
            end();
            const row = active.data.current?.row as Row;
            if (drop.current) void sorter.move(row, drop.current.place, false);
            else announce(translate('sort.noStep', { title: titleOf(definition, row) }));
            drop.current = null;
          }}
        >
          <div ref={sorter.root} className={styles.area}>
            {children}
          </div>
          {/* On phones the records come first. */}
          {isNarrow && help}
          <Portal>
            {shown && (
              <div
                className={styles.line}
                data-drop-line
                style={{ top: shown.top, left: shown.left, width: shown.width }}
              />
            )}
            <DragOverlay dropAnimation={null}>
              {dragged && (
                <Paper
                  withBorder
                  shadow="md"
                  px="sm"
                  py={4}
                  className={styles.chip}
                  data-refused={!shown || undefined}
                >
                  {titleOf(definition, dragged)}
                </Paper>
              )}
            </DragOverlay>
          </Portal>
        </DndContext>
      </SorterContext>
    </SortContext>
  );
}
