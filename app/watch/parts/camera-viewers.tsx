'use client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { watchViewers } from '../../../lib/contracts/admin/calls/watch.calls.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import type { DataOf } from '../../_console/api/data-of.ts';
import { api } from '../../_console/api/request.ts';
import { useTranslations } from '../../_console/text/use-translations.ts';
import styles from '../watch.module.css';
import { LoadedList, Section } from './section.tsx';

const refreshMs = 5_000;

/** Who receives pictures of the camera; the person who looks is one of them. */
export function CameraViewers({ id }: { readonly id: string }) {
  const translate = useTranslations(watchTexts);
  const query = useQuery({
    queryKey: ['watch', id, 'viewers'],
    queryFn: ({ signal }) =>
      api.get<DataOf<typeof watchViewers>>(`/iot/watch/${id}/viewers`, { signal, quiet: true }),
    refetchInterval: refreshMs,
  });
  return (
    <Section title={translate('watch.viewers')}>
      <LoadedList query={query} empty={translate('watch.noViewers')}>
        {(viewers) => (
          <ul className={styles.list}>
            {viewers.map(({ kind, name, token, shows, views }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two sessions of a user look alike
              <li key={at}>
                <span className={styles.line}>
                  {token ? `${name} · ${token}` : name}
                  <Text span size="xs" c="dimmed">
                    {translate(`watch.viewer.${kind}`)} · {translate(`watch.viewer.${shows}`)} ·{' '}
                    {translate('watch.views', { count: views })}
                  </Text>
                </span>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </Section>
  );
}
