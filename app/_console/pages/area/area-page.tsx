'use client';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useMemo, useState } from 'react';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { freightTexts } from '../../../../lib/i18n/console/freight.ts';
import { api } from '../../api/request.ts';
import type { AreaNode } from '../../session/session-types.ts';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { type CitySet, citiesIn } from '../parts/city-sets.ts';
import { ProvinceGrid } from '../parts/province-grid.tsx';

const texts = { ...commonTexts, ...freightTexts } as const;

const shownIn = (provinces: readonly AreaNode[]): CitySet =>
  new Set(
    citiesIn(provinces)
      .filter(({ isShow }) => isShow)
      .map(({ id }) => id),
  );

/** Which provinces and cities can be selected in this organisation. */
export default function AreaPage() {
  const translate = useTranslations(texts);
  const page = usePage();
  const { cities: provinces, reloadCities } = useSession();
  const stored = useMemo(() => shownIn(provinces), [provinces]);
  const [chosen, setChosen] = useState<CitySet | null>(null);
  const [isSaving, setSaving] = useState(false);
  const selected = chosen ?? stored;
  const hidden = [...stored].filter((id) => !selected.has(id));
  const shown = [...selected].filter((id) => !stored.has(id));
  const isDirty = hidden.length + shown.length > 0;
  useEffect(() => {
    page.setUnsaved(isDirty);
  }, [page, isDirty]);
  // Here every area is offered, hidden or not.
  const offered = useMemo(
    () =>
      provinces.map((province) => ({
        ...province,
        children: (province.children ?? []).map((city) => ({ ...city, isShow: true })),
      })),
    [provinces],
  );
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      await api.put('/sys/area/show', { shown, hidden });
      await reloadCities();
      setChosen(null);
      notifications.show({ message: translate('area.saved'), role: 'status' });
    } catch {
      /* Reported by the call; what was chosen stays. */
    } finally {
      setSaving(false);
    }
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack>
        <Text size="sm" c="dimmed">
          {translate('area.hint')}
        </Text>
        <ProvinceGrid
          label={translate('area.shown')}
          provinces={offered}
          selected={selected}
          onChange={setChosen}
        />
        <Group justify="flex-end">
          <Button variant="default" disabled={!isDirty} onClick={() => setChosen(null)}>
            {translate('common.cancel')}
          </Button>
          <Button disabled={!isDirty} loading={isSaving} onClick={() => void save()}>
            {translate('common.save')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
