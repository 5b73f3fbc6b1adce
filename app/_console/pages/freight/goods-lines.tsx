'use client';
import { ActionIcon, Button, Group, Paper, Select, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FreightType } from '../../../../lib/kernel/freight/freight-template.ts';
import type { FreightItem } from '../../../../lib/kernel/freight/quote.ts';
import { toUnits } from '../../../../lib/kernel/freight/units.ts';
import { useSession } from '../../session/use-session.tsx';
import { useAreaNames } from '../parts/use-area-names.ts';
import { AmountInput } from './amount-input.tsx';
import styles from './freight.module.css';
import { useFreightText } from './use-freight-text.ts';

/** What is entered of one line; numbers may be missing. */
export interface GoodsLine {
  readonly qty: number | string | null;
  readonly weight: number | string | null;
  readonly volume: number | string | null;
  /** fen. */
  readonly price: number | string | null;
}
export const newLine: GoodsLine = { qty: 1, weight: null, volume: null, price: 0 };

const maxLines = 20;

/** The line as goods of a template of this type; null while something is missing. */
export function itemOf(line: GoodsLine, type: FreightType): FreightItem | null {
  const { qty, price } = line;
  if (!isWhole(qty, 1, 9_999) || !isWhole(price, 0, 99_999_999)) return null;
  if (type === '1') return { qty, price };
  const amount = type === '2' ? line.weight : line.volume;
  if (typeof amount !== 'number' || !toUnits(type, amount)) return null;
  return type === '2' ? { qty, price, weight: amount } : { qty, price, volume: amount };
}

const isWhole = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

export interface GoodsLinesProps<Line extends GoodsLine> {
  readonly lines: readonly Line[];
  readonly fresh: Line;
  typeOf(line: Line): FreightType;
  onChange(lines: readonly Line[]): void;
  /** Before the amounts of a line. */
  extra?(line: Line, change: (part: Partial<Line>) => void): ReactNode;
}

/** Goods whose shipping is calculated. */
export function GoodsLines<Line extends GoodsLine>({
  lines,
  fresh,
  typeOf,
  onChange,
  extra,
}: GoodsLinesProps<Line>) {
  const translate = useFreightText();
  return (
    <div className={styles.lines}>
      {lines.map((line, at) => {
        const change = (part: Partial<Line>) =>
          onChange(lines.map((each, index) => (index === at ? { ...each, ...part } : each)));
        const type = typeOf(line);
        const name = translate('freight.line', { number: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
          <Paper key={at} withBorder p="xs" role="group" aria-label={name}>
            <Group justify="space-between" mb={4}>
              <Text size="sm" fw={600}>
                {name}
              </Text>
              {lines.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="red"
                  aria-label={translate('freight.removeLine', { number: at + 1 })}
                  onClick={() => onChange(lines.toSpliced(at, 1))}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Group>
            {extra?.(line, change)}
            <div className={styles.lineFields}>
              <AmountInput
                label={translate('freight.qty')}
                value={line.qty}
                onChange={(qty) => change({ qty } as Partial<Line>)}
              />
              {type === '2' && (
                <AmountInput
                  label={translate('freight.weight')}
                  value={line.weight}
                  onChange={(weight) => change({ weight } as Partial<Line>)}
                />
              )}
              {type === '3' && (
                <AmountInput
                  label={translate('freight.volume')}
                  value={line.volume}
                  onChange={(volume) => change({ volume } as Partial<Line>)}
                />
              )}
              <AmountInput
                isMoney
                label={translate('freight.unitPrice')}
                value={line.price}
                onChange={(price) => change({ price } as Partial<Line>)}
              />
            </div>
          </Paper>
        );
      })}
      <Button
        size="compact-sm"
        variant="default"
        className={styles.add ?? ''}
        leftSection={<IconPlus size={16} />}
        disabled={lines.length >= maxLines}
        onClick={() => onChange([...lines, fresh])}
      >
        {translate('freight.addLine')}
      </Button>
    </div>
  );
}

export interface CitySelectProps {
  readonly value: number | null;
  onChange(cityId: number | null): void;
}

/** One of the cities that are shown, by province. */
export function CitySelect({ value, onChange }: CitySelectProps) {
  const translate = useFreightText();
  const { cities: provinces } = useSession();
  const { nameOf } = useAreaNames();
  const data = provinces
    .map((province) => ({
      group: nameOf(province),
      items: (province.children ?? [])
        .filter(({ isShow }) => isShow)
        .map((city) => ({ value: String(city.id), label: nameOf(city) })),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Select
      searchable
      clearable
      label={translate('freight.city')}
      data={data}
      maxDropdownHeight={260}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  );
}
