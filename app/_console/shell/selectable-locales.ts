'use client';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { availableLocales } from '../../../lib/i18n/requested-locale.ts';
import type { Locale } from '../../../lib/i18n/translate.ts';
import { api } from '../api/request.ts';
import { ServerLanguageContext } from '../text/use-locale.ts';

/** Languages allowed by the setting `site.locales`. Until it is loaded: those that the page was rendered with. */
export function useSelectableLocales(): readonly Locale[] {
  const { offered } = useContext(ServerLanguageContext);
  const { data } = useQuery({
    queryKey: ['system.config', 'configKey', 'site.locales'],
    queryFn: ({ signal }) => api.get('/system/config/configKey/site.locales', { signal, quiet: true }),
    select: availableLocales,
    staleTime: 300_000,
  });
  return data ?? offered;
}
