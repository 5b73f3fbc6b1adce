'use client';
import { Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { provinceTexts } from '../../../../lib/i18n/console/provinces.ts';
import { coveredCities } from '../../../../lib/kernel/freight/coverage.ts';
import type { FreightTemplate } from '../../../../lib/kernel/freight/freight-template.ts';
import type { AreaNode } from '../../session/session-types.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { citiesIn } from '../parts/city-sets.ts';
import { useAreaNames } from '../parts/use-area-names.ts';
import styles from './freight.module.css';
import { provinceTiles } from './province-tiles.ts';
import { useFreightText } from './use-freight-text.ts';

type Covered = 'full' | 'partly' | 'none';
const legend = [
  ['full', 'freight.mapFull'],
  ['partly', 'freight.mapPartly'],
  ['none', 'freight.mapNone'],
] as const;

/** Where a template delivers: the number of cities, and a map of the provinces. */
export function CoverageMap({ template }: { readonly template: FreightTemplate }) {
  const translate = useFreightText();
  const { cities: provinces } = useSession();
  const { nameOf } = useAreaNames();
  const locale = useLocale();
  const shown = useMemo(
    () =>
      provinces
        .map((province) => ({
          ...province,
          children: (province.children ?? []).filter(({ isShow }) => isShow),
        }))
        .filter(({ children }) => children.length > 0),
    [provinces],
  );
  const all = citiesIn(shown);
  const covered = coveredCities(
    template,
    all.map(({ id }) => id),
  );
  const stateOf = ({ children = [] }: AreaNode): { state: Covered; count: number; total: number } => {
    const count = children.filter(({ id }) => covered.has(id)).length;
    const state = count === 0 ? 'none' : count === children.length ? 'full' : 'partly';
    return { state, count, total: children.length };
  };
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600} role="status">
        {translate('freight.covered', { count: covered.size, total: all.length })}
      </Text>
      <ul className={styles.map} aria-label={translate('freight.map')}>
        {shown.map((province) => {
          const place = provinceTiles[province.id];
          const name = nameOf(province);
          const sign = provinceTexts[province.id]?.sign[locale] ?? name.slice(0, 1);
          const { state, count, total } = stateOf(province);
          const text = `${name} ${count}/${total}`;
          return (
            <li
              key={province.id}
              className={styles.tile}
              data-covered={state}
              title={text}
              style={place && { gridColumn: place[0], gridRow: place[1] }}
            >
              <span aria-hidden>{sign}</span>
              <VisuallyHidden>{text}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
      <Group gap="sm">
        {legend.map(([state, text]) => (
          <Text key={state} size="xs" c="dimmed">
            <span className={styles.legendTile} data-covered={state} aria-hidden /> {translate(text)}
          </Text>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {translate('freight.mapHint')}
      </Text>
    </Stack>
  );
}
