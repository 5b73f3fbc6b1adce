'use client';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { watchOnline } from '../../../lib/contracts/admin/calls/watch.calls.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import type { DataOf } from '../../_console/api/data-of.ts';
import { api } from '../../_console/api/request.ts';
import { useTranslations } from '../../_console/text/use-translations.ts';
import styles from '../watch.module.css';
import { LoadedList, Section } from './section.tsx';

const refreshMs = 30_000;

export function OnlineHistory({ id }: { readonly id: string }) {
  const translate = useTranslations(watchTexts);
  const query = useQuery({
    queryKey: ['watch', id, 'online'],
    queryFn: ({ signal }) =>
      api.get<DataOf<typeof watchOnline>>(`/iot/watch/${id}/online`, { signal, quiet: true }),
    refetchInterval: refreshMs,
  });
  return (
    <Section title={translate('watch.online')}>
      <LoadedList query={query} empty={translate('watch.noOnline')}>
        {(changes) => (
          <ul className={styles.list}>
            {changes.slice(0, 10).map(({ id: change, time, isOnline, reason }) => (
              <li key={change}>
                <span className={styles.line}>
                  <time>{time}</time>
                  <Badge size="sm" variant="light" color={isOnline ? 'green' : 'red'}>
                    {translate(isOnline ? 'watch.wentOnline' : 'watch.wentOffline')}
                  </Badge>
                  {reason}
                </span>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </Section>
  );
}
