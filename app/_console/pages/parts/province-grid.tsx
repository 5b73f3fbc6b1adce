'use client';
import { ActionIcon, Button, Checkbox, Group, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { freightTexts } from '../../../../lib/i18n/console/freight.ts';
import type { AreaNode } from '../../session/session-types.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { type CitySet, citiesIn } from './city-sets.ts';
import styles from './province-grid.module.css';
import { useAreaNames } from './use-area-names.ts';

export interface ProvinceGridProps {
  /** Name of the group for screen readers. */
  readonly label: string;
  readonly provinces: readonly AreaNode[];
  readonly selected: CitySet;
  /** Cities that cannot be selected, with the reason. */
  readonly taken?: ReadonlyMap<number, { readonly short: string; readonly full: string }>;
  onChange(selected: CitySet): void;
}

const texts = { ...commonTexts, ...freightTexts } as const;
const nobody: NonNullable<ProvinceGridProps['taken']> = new Map();

/**
 * Provinces with their cities as checkboxes. One Tab stop for the provinces and one for the open cities; arrow keys
 * move within them.
 */
export function ProvinceGrid({ label, provinces, selected, taken = nobody, onChange }: ProvinceGridProps) {
  const translate = useTranslations(texts);
  const [openId, setOpen] = useState<number | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  // Hidden cities stay visible while they are selected, so that they can be taken out.
  const isOffered = ({ id, isShow }: AreaNode) => isShow || selected.has(id);
  const offered = citiesIn(provinces).filter(isOffered);
  const free = offered.filter(({ id }) => !taken.has(id));
  const shown = provinces
    .map((province) => ({ province, cities: (province.children ?? []).filter(isOffered) }))
    .filter(({ cities }) => cities.length > 0);
  // A disabled checkbox takes no focus.
  const first = shown.find(({ cities }) => cities.some(({ id }) => !taken.has(id)))?.province;
  const change = (ids: readonly number[], isOn: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const focusProvince = (id: number) =>
    grid.current?.querySelector<HTMLElement>(`[data-province="${id}"]`)?.focus();
  return (
    <div>
      <Group gap={4} mb="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() =>
            change(
              free.map(({ id }) => id),
              true,
            )
          }
        >
          {translate('freight.selectAll')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(new Set())}>
          {translate('freight.clear')}
        </Button>
        <Text size="sm" c="dimmed" ml="auto" aria-live="polite">
          {translate('freight.selected', { count: selected.size, total: offered.length })}
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and cannot be a grid everywhere */}
      <div
        ref={grid}
        role="group"
        aria-label={label}
        className={styles.grid}
        onKeyDown={(event) => moveFocus(event, grid.current)}
      >
        {shown.map(({ province, cities }) => {
          const isOpen = openId === province.id;
          return (
            <Province
              key={province.id}
              province={province}
              cities={cities}
              selected={selected}
              taken={taken}
              isOpen={isOpen}
              isFirst={province === first}
              onOpen={(open) => {
                setOpen(open ? province.id : null);
                if (!open) focusProvince(province.id);
              }}
              onChange={change}
            />
          );
        })}
      </div>
      <Text size="xs" c="dimmed" mt="xs" className={styles.keys ?? ''}>
        {translate('freight.keys')}
      </Text>
    </div>
  );
}

interface ProvinceProps {
  readonly province: AreaNode;
  readonly cities: readonly AreaNode[];
  readonly selected: CitySet;
  readonly taken: NonNullable<ProvinceGridProps['taken']>;
  readonly isOpen: boolean;
  /** The Tab stop before anything had the focus. */
  readonly isFirst: boolean;
  onOpen(isOpen: boolean): void;
  onChange(ids: readonly number[], isOn: boolean): void;
}

function Province({ province, cities, selected, taken, isOpen, isFirst, onOpen, onChange }: ProvinceProps) {
  const translate = useTranslations(texts);
  const { nameOf } = useAreaNames();
  const provinceName = nameOf(province);
  const panelId = useId();
  const free = cities.filter(({ id }) => !taken.has(id));
  const count = cities.filter(({ id }) => selected.has(id)).length;
  const isWhole = free.length > 0 && free.every(({ id }) => selected.has(id));
  const reasons = [...new Set(cities.flatMap(({ id }) => taken.get(id)?.full ?? []))];
  return (
    <>
      <div className={styles.province}>
        <Reason text={free.length === 0 ? reasons.join(translate('common.further')) : null}>
          <Checkbox
            size="sm"
            data-province={province.id}
            tabIndex={isFirst ? 0 : -1}
            label={`${provinceName} (${count}/${cities.length})`}
            checked={isWhole && count === cities.length}
            indeterminate={count > 0 && count < cities.length}
            disabled={free.length === 0}
            aria-expanded={isOpen}
            onChange={() =>
              onChange(
                free.map(({ id }) => id),
                !isWhole,
              )
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter would submit a form.
              event.preventDefault();
              onOpen(!isOpen);
            }}
          />
        </Reason>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          tabIndex={-1}
          aria-label={translate('freight.expand', { name: provinceName })}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
        </ActionIcon>
      </div>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          id={panelId}
          role="group"
          aria-label={translate('freight.expand', { name: provinceName })}
          className={styles.cities}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The dialog around it stays open.
            event.preventDefault();
            onOpen(false);
          }}
        >
          {cities.map((city, at) => {
            const { id } = city;
            const name = nameOf(city);
            const reason = taken.get(id);
            return (
              <Reason key={id} text={reason?.full ?? null}>
                <Checkbox
                  size="sm"
                  data-city={id}
                  tabIndex={at === cities.findIndex((each) => !taken.has(each.id)) ? 0 : -1}
                  label={reason ? translate('freight.takenShort', { name, rule: reason.short }) : name}
                  checked={selected.has(id)}
                  disabled={reason !== undefined}
                  onChange={({ currentTarget }) => onChange([id], currentTarget.checked)}
                />
              </Reason>
            );
          })}
        </div>
      )}
    </>
  );
}

/** A disabled input has no events of the pointer, so the reason belongs to its frame. */
function Reason({ text, children }: { readonly text: string | null; readonly children: React.ReactNode }) {
  const choice = <div className={styles.choice}>{children}</div>;
  // A tooltip for each of 34 provinces would be most of the work of opening the dialog.
  if (text === null) return choice;
  return (
    <Tooltip label={text} multiline maw={320}>
      {choice}
    </Tooltip>
  );
}

/** Left and right: the neighbour; up and down: the one above or below on the screen. */
function moveFocus(event: KeyboardEvent<HTMLElement>, root: HTMLElement | null): void {
  const from = event.target;
  if (!(root && from instanceof HTMLInputElement)) return;
  const kind = from.dataset.city === undefined ? 'data-province' : 'data-city';
  const all = [...root.querySelectorAll<HTMLInputElement>(`input[${kind}]:not(:disabled)`)];
  const at = all.indexOf(from);
  const to = target(event.key, all, at);
  if (!to) return;
  event.preventDefault();
  from.tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}

function target(key: string, all: readonly HTMLInputElement[], at: number): HTMLInputElement | undefined {
  switch (key) {
    case 'ArrowRight':
      return all[at + 1];
    case 'ArrowLeft':
      return all[at - 1];
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    case 'ArrowDown':
      return inColumn(all.slice(at + 1), all[at]);
    case 'ArrowUp':
      return inColumn(all.slice(0, Math.max(at, 0)).reverse(), all[at]);
    default:
      return undefined;
  }
}

function inColumn(others: readonly HTMLInputElement[], from: HTMLInputElement | undefined) {
  const left = from?.getBoundingClientRect().left ?? 0;
  return others.find((each) => Math.abs(each.getBoundingClientRect().left - left) < 4);
}
