'use client';
import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Places, Region } from '../../../../lib/kernel/freight/freight-template.ts';
import { useSession } from '../../session/use-session.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { type CitySet, citySets, regionsOf } from '../parts/city-sets.ts';
import { ProvinceGrid } from '../parts/province-grid.tsx';
import { useAreaNames } from '../parts/use-area-names.ts';
import styles from './freight.module.css';
import { useFreightText } from './use-freight-text.ts';

export interface RegionChoiceProps {
  /** The rules of the list, and which of them this is. */
  readonly rules: readonly Places[];
  readonly at: number;
  readonly error?: string | null;
  onChange(region: readonly Region[]): void;
}

/** The regions of a rule, and a dialog to select them. */
export function RegionChoice({ rules, at, error, onChange }: RegionChoiceProps) {
  const translate = useFreightText();
  const { cities: provinces } = useSession();
  const [isOpen, setOpen] = useState(false);
  const region = rules[at]?.region ?? [];
  const sets = useMemo(() => citySets(rules, provinces), [rules, provinces]);
  const { namesOf } = useAreaNames();
  const names = namesOf(region);
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start" flex={1} miw={0}>
        <div className={styles.regions}>
          <Text
            size="sm"
            className={styles.regionNames ?? ''}
            title={names}
            {...(names ? {} : { c: 'dimmed' })}
          >
            {names || translate('freight.noRegion')}
          </Text>
          <Text size="xs" c="dimmed">
            {translate('freight.cities', { count: sets[at]?.size ?? 0 })}
          </Text>
          {error && (
            <Text size="xs" c="var(--mantine-color-error)" role="alert">
              {error}
            </Text>
          )}
        </div>
        <Button
          size="compact-sm"
          variant="default"
          mt={2}
          aria-label={translate('freight.chooseFor', {
            rule: translate('freight.ruleOf', { number: at + 1 }),
          })}
          onClick={() => setOpen(true)}
        >
          {translate('freight.choose')}
        </Button>
      </Group>
      {isOpen && (
        <RegionDialog
          rules={rules}
          at={at}
          sets={sets}
          onClose={() => setOpen(false)}
          onChosen={(cities) => {
            setOpen(false);
            onChange(regionsOf(cities, provinces));
          }}
        />
      )}
    </>
  );
}

interface RegionDialogProps {
  readonly rules: readonly Places[];
  readonly at: number;
  readonly sets: readonly CitySet[];
  onChosen(cities: CitySet): void;
  onClose(): void;
}

function RegionDialog({ rules, at, sets, onChosen, onClose }: RegionDialogProps) {
  const translate = useFreightText();
  const { cities: provinces } = useSession();
  const { namesOf } = useAreaNames();
  const [selected, setSelected] = useState<CitySet>(() => sets[at] ?? new Set());
  const taken = useMemo(() => {
    const reasons = new Map<number, { short: string; full: string }>();
    for (const [other, cities] of sets.entries()) {
      if (other === at) continue;
      const short = translate('freight.ruleOf', { number: other + 1 });
      const full = translate('freight.taken', { rule: short, names: namesOf(rules[other]?.region ?? []) });
      for (const id of cities) reasons.set(id, { short, full });
    }
    return reasons;
  }, [at, sets, rules, namesOf, translate]);
  const title = translate('freight.chooseFor', { rule: translate('freight.ruleOf', { number: at + 1 }) });
  return (
    <PageDialog title={title} size={960} closeOnClickOutside={false} onClose={onClose}>
      <ProvinceGrid
        label={title}
        provinces={provinces}
        selected={selected}
        taken={taken}
        onChange={setSelected}
      />
      <Group justify="flex-end" className={styles.dialogFoot ?? ''}>
        <Button variant="default" onClick={onClose}>
          {translate('common.cancel')}
        </Button>
        <Button onClick={() => onChosen(selected)}>{translate('common.confirm')}</Button>
      </Group>
    </PageDialog>
  );
}
