'use client';
import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
/** Visibility and order of columns: by dragging, or with Ctrl+← and Ctrl+→. Loaded when opened. */
import { columnTexts } from '../../../../lib/i18n/console/columns.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useDragSensors } from '../../ui/use-drag-sensors.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { type ColumnSetting, moveColumn, showColumn } from '../data/columns.ts';
import styles from './columns-panel.module.css';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export default function ColumnsPanel() {
  const { resource, columns } = useResourcePage();
  const { local } = useTexts();
  const ofColumns = useTranslations(columnTexts);
  const [announcement, announce] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const sensors = useDragSensors();
  const { layout } = columns;
  const labelOf = (field: string) => {
    const label = resource.definition.fields[field]?.label;
    return label ? local(label) : field;
  };

  const moveTo = (field: string, to: number) => {
    const next = moveColumn(layout, field, to);
    const place = next.findIndex((one) => one.field === field) + 1;
    announce(ofColumns('columns.columnMoved', { column: labelOf(field), place, count: layout.length }));
    if (next === layout) return;
    columns.set(next);
    // Moving the element within the list loses the focus.
    requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-handle="${field}"]`)?.focus();
    });
  };
  const onKey = (event: KeyboardEvent, field: string) => {
    const step = steps[event.key];
    if (step === undefined || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    moveTo(field, layout.findIndex((one) => one.field === field) + step);
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over)
      moveTo(
        String(active.id),
        layout.findIndex((one) => one.field === over.id),
      );
  };

  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed" maw={240}>
        {ofColumns('columns.columnsHelp')}
      </Text>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={layout.map(({ field }) => field)} strategy={verticalListSortingStrategy}>
          <ul ref={list} className={styles.list}>
            {layout.map((column) => (
              <ColumnItem
                key={column.field}
                column={column}
                label={labelOf(column.field)}
                onShow={(isShown) => columns.set(showColumn(layout, column.field, isShown))}
                onKey={(event) => onKey(event, column.field)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      <Button size="xs" variant="default" disabled={columns.stored === null} onClick={columns.reset}>
        {ofColumns('columns.usualColumns')}
      </Button>
      <LiveRegion text={announcement} />
    </Stack>
  );
}

interface ItemProps {
  readonly column: ColumnSetting;
  readonly label: string;
  onShow(isShown: boolean): void;
  onKey(event: KeyboardEvent): void;
}

function ColumnItem({ column, label, onShow, onKey }: ItemProps) {
  const ofColumns = useTranslations(columnTexts);
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: column.field });
  return (
    <li
      ref={setNodeRef}
      className={styles.item}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Group gap="xs" wrap="nowrap">
        <button
          type="button"
          className={styles.handle}
          data-handle={column.field}
          aria-label={ofColumns('columns.moveColumn', { column: label })}
          aria-keyshortcuts="Control+ArrowLeft Control+ArrowRight"
          {...listeners}
          onKeyDown={onKey}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        <Checkbox
          size="xs"
          label={label}
          checked={!column.isHidden}
          onChange={(event) => onShow(event.currentTarget.checked)}
          onKeyDown={onKey}
        />
      </Group>
    </li>
  );
}
