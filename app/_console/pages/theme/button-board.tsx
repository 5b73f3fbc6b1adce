'use client';
import { closestCenter, DndContext, type DragEndEvent, useDraggable, useDroppable } from '@dnd-kit/core';
import { Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconGripVertical, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { IconId } from '../../../../lib/contracts/theme/icon-id.ts';
import { isLastStorage } from '../../../../lib/contracts/theme/last-storage.ts';
import type { Theme } from '../../../../lib/contracts/theme/theme.ts';
import { useDragSensors } from '../../ui/use-drag-sensors.ts';
import {
  buttonOf,
  buttonsIn,
  changeButton,
  type Direction,
  moveButton,
  placeButton,
  removeButton,
  unusedIn,
  type Zone,
  zoneOf,
  zones,
} from './design.ts';
import styles from './designer.module.css';
import { type DesignerText, useDesignerText } from './use-designer-text.ts';

export interface ButtonBoardProps {
  readonly theme: Theme;
  readonly chosen: IconId | null;
  onChoose(iconId: IconId | null): void;
  onChange(theme: Theme): void;
  /** For screen readers. */
  announce(text: string): void;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
const zonePrefix = 'zone:';

/** On another button: into its place. On a zone: behind its buttons. */
function droppedOn(theme: Theme, iconId: IconId, target: string): Theme {
  if (target.startsWith(zonePrefix)) {
    const zone = target.slice(zonePrefix.length) as Zone;
    return placeButton(theme, iconId, zone, buttonsIn(theme, zone).length);
  }
  const zone = zoneOf(theme, target);
  if (!zone) return theme;
  const index = buttonsIn(theme, zone).findIndex((button) => button.iconId === target);
  return placeButton(theme, iconId, zone, index);
}

const nameOf = (translate: DesignerText, iconId: string) => translate(`design.button.${iconId as IconId}`);

/** The buttons of a theme in their places. Every drag has a twin by keys and by the buttons below. */
export function ButtonBoard({ theme, chosen, onChoose, onChange, announce }: ButtonBoardProps) {
  const translate = useDesignerText();
  const sensors = useDragSensors();

  function apply(next: Theme, iconId: IconId): void {
    onChoose(iconId);
    if (next === theme) return;
    onChange(next);
    announce(placeText(next, iconId));
  }

  function placeText(next: Theme, iconId: IconId): string {
    const zone = zoneOf(next, iconId);
    const name = nameOf(translate, iconId);
    if (!zone) return translate('design.removed', { name });
    const place = buttonsIn(next, zone).findIndex((button) => button.iconId === iconId) + 1;
    return translate('design.moved', { name, zone: translate(`design.zone.${zone}`), place });
  }

  function drop({ active, over }: DragEndEvent): void {
    const [iconId, target] = [active.id as IconId, over === null ? null : String(over.id)];
    if (target !== null && target !== iconId) apply(droppedOn(theme, iconId, target), iconId);
  }

  function remove(iconId: IconId): void {
    if (isLastStorage(theme, iconId)) announce(translate('design.lastStorage'));
    else apply(removeButton(theme, iconId), iconId);
  }

  function onKey(event: KeyboardEvent, iconId: IconId): void {
    const direction = directions[event.key];
    if (direction) {
      event.preventDefault();
      apply(moveButton(theme, iconId, direction), iconId);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      remove(iconId);
    }
  }

  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {translate('design.dragHelp')}
        </Text>
        <div className={styles.zones}>
          {zones.map((zone) => (
            <ZoneBox key={zone} zone={zone}>
              {buttonsIn(theme, zone).map(({ iconId }) => (
                <Chip
                  key={iconId}
                  iconId={iconId as IconId}
                  isChosen={chosen === iconId}
                  onChoose={() => onChoose(iconId as IconId)}
                  onKey={(event) => onKey(event, iconId as IconId)}
                />
              ))}
            </ZoneBox>
          ))}
        </div>
        {chosen && zoneOf(theme, chosen) && (
          <ChosenButton
            theme={theme}
            iconId={chosen}
            onMove={(direction) => apply(moveButton(theme, chosen, direction), chosen)}
            onRemove={() => remove(chosen)}
            onChange={onChange}
          />
        )}
        <Title order={3} size="h6">
          {translate('design.unused')}
        </Title>
        <Group gap="xs">
          {unusedIn(theme).map((iconId) => {
            const side = iconId.startsWith('device') ? 'header.left' : 'footer.right';
            const name = nameOf(translate, iconId);
            return (
              <Button
                key={iconId}
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} />}
                aria-label={translate('design.add', { name })}
                onClick={() => apply(placeButton(theme, iconId, side, buttonsIn(theme, side).length), iconId)}
              >
                {name}
              </Button>
            );
          })}
        </Group>
      </Stack>
    </DndContext>
  );
}

function ZoneBox({ zone, children }: { readonly zone: Zone; readonly children: readonly ReactNode[] }) {
  const translate = useDesignerText();
  const { setNodeRef, isOver } = useDroppable({ id: `${zonePrefix}${zone}` });
  return (
    <Paper
      ref={setNodeRef}
      withBorder
      p="xs"
      component="section"
      aria-label={translate(`design.zone.${zone}`)}
      className={styles.zone}
      data-over={isOver || undefined}
    >
      <Text size="xs" c="dimmed" mb={4}>
        {translate(`design.zone.${zone}`)}
      </Text>
      {children.length === 0 ? (
        <Text size="sm" c="dimmed">
          {translate('design.empty')}
        </Text>
      ) : (
        <Group gap={6}>{children}</Group>
      )}
    </Paper>
  );
}

function Chip({
  iconId,
  isChosen,
  onChoose,
  onKey,
}: {
  readonly iconId: IconId;
  readonly isChosen: boolean;
  onChoose(): void;
  onKey(event: KeyboardEvent): void;
}) {
  const translate = useDesignerText();
  const drag = useDraggable({ id: iconId });
  const drop = useDroppable({ id: iconId });
  const element = useRef<HTMLButtonElement>(null);
  // A button that moved to another place is another element: the focus follows it.
  useEffect(() => {
    if (isChosen && document.activeElement === document.body) element.current?.focus();
  }, [isChosen]);
  const { x = 0, y = 0 } = drag.transform ?? {};
  return (
    <button
      type="button"
      ref={(node) => {
        element.current = node;
        drag.setNodeRef(node);
        drop.setNodeRef(node);
      }}
      className={styles.chip}
      data-chosen={isChosen || undefined}
      data-dragging={drag.isDragging || undefined}
      style={drag.isDragging ? { transform: `translate(${x}px, ${y}px)` } : undefined}
      aria-pressed={isChosen}
      onClick={onChoose}
      onKeyDown={onKey}
      onPointerDown={drag.listeners?.onPointerDown as never}
    >
      <IconGripVertical size={14} aria-hidden="true" />
      {nameOf(translate, iconId)}
    </button>
  );
}

function ChosenButton({
  theme,
  iconId,
  onMove,
  onRemove,
  onChange,
}: {
  readonly theme: Theme;
  readonly iconId: IconId;
  onMove(direction: Direction): void;
  onRemove(): void;
  onChange(theme: Theme): void;
}) {
  const translate = useDesignerText();
  const name = nameOf(translate, iconId);
  const isLast = isLastStorage(theme, iconId);
  return (
    <Paper withBorder p="xs" component="fieldset" className={styles.chosen}>
      <Text component="legend" size="sm" fw={600} px={4}>
        {translate('design.chosen', { name })}
      </Text>
      <Group gap="xs">
        {(['left', 'right', 'up', 'down'] as const).map((direction) => (
          <Button
            key={direction}
            size="compact-sm"
            variant="default"
            disabled={moveButton(theme, iconId, direction) === theme}
            onClick={() => onMove(direction)}
          >
            {translate(`design.${direction}`)}
          </Button>
        ))}
        <Button size="compact-sm" variant="default" disabled={isLast} onClick={onRemove}>
          {translate('design.remove')}
        </Button>
      </Group>
      {isLast && <Text size="xs">{translate('design.lastStorage')}</Text>}
      <Switch
        mt="xs"
        label={translate('design.activeFirst')}
        checked={buttonOf(theme, iconId)?.defaultActive === 1}
        onChange={({ currentTarget }) =>
          onChange(changeButton(theme, iconId, { defaultActive: currentTarget.checked ? 1 : 0 }))
        }
      />
    </Paper>
  );
}
