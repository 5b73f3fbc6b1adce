'use client';
import { useQuery } from '@tanstack/react-query';
import { type Locale, locales } from '../../../lib/i18n/translate.ts';
import { api } from '../api/request.ts';
import { settingsStore } from '../settings/settings-store.ts';

const standard: readonly Locale[] = ['zh-CN'];

/** Parses `["zh-CN","en-US"]` or `zh-CN,en-US`; Chinese is always included. */
export function parseLocales(value: unknown): readonly Locale[] {
  const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
  return locales.filter((locale) => locale === 'zh-CN' || text.includes(locale));
}

/** Languages allowed by the setting `site.locales`. Until it is loaded: Chinese and the current one. */
export function useSelectableLocales(): readonly Locale[] {
  const { data } = useQuery({
    queryKey: ['system.config', 'configKey', 'site.locales'],
    queryFn: ({ signal }) => api.get('/system/config/configKey/site.locales', { signal, quiet: true }),
    select: parseLocales,
    staleTime: 300_000,
  });
  return (
    data ?? [
      ...standard,
      ...locales.filter((one) => one === settingsStore.get().appLanguage && one !== 'zh-CN'),
    ]
  );
}
