'use client';
import { useQuery } from '@tanstack/react-query';
import { shellTexts } from '../../../lib/i18n/console/shell.ts';
import { api } from '../api/request.ts';
import { useText } from '../text/use-text.ts';

const standard = shellTexts['shell.product']['zh-CN'];

/** The setting `site.title`, or the product name in the current language if it is unchanged. */
export function useSiteTitle(): string {
  const translate = useText();
  const { data } = useQuery({
    queryKey: ['system.config', 'configKey', 'site.title'],
    queryFn: ({ signal }) => api.get<unknown>('/system/config/configKey/site.title', { signal, quiet: true }),
    staleTime: 300_000,
  });
  return typeof data === 'string' && data && data !== standard ? data : translate('shell.product');
}
