'use client';
import { useQuery } from '@tanstack/react-query';
import type { mapSettings } from '../../../../../lib/contracts/admin/calls/map.calls.ts';
import { commonTexts } from '../../../../../lib/i18n/console/common.ts';
import { mapTexts } from '../../../../../lib/i18n/console/maps.ts';
import type { DataOf } from '../../../api/data-of.ts';
import { api } from '../../../api/request.ts';
import { useTranslations } from '../../../text/use-translations.ts';

const texts = { ...commonTexts, ...mapTexts } as const;
export const useMapText = () => useTranslations(texts);

export type MapSettings = DataOf<typeof mapSettings>;

/** What the operator has configured, which does not change while the page is open. */
export const useMapSettings = () =>
  useQuery({
    queryKey: ['iot.map', 'settings'],
    queryFn: ({ signal }) => api.get<MapSettings>('/iot/map/settings', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
