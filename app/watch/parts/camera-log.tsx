'use client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { monitorOperlog } from '../../../lib/contracts/admin/resources/monitor-operlog.resource.ts';
import type { RowOf } from '../../../lib/contracts/admin/row-types.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import { api } from '../../_console/api/request.ts';
import { useTranslations } from '../../_console/text/use-translations.ts';
import styles from '../watch.module.css';
import { LoadedList, Section } from './section.tsx';

const shown = 20;

/** The newest entries of the operation log about this camera, of users within the data scope. */
export function CameraLog({ id }: { readonly id: string }) {
  const translate = useTranslations(watchTexts);
  const query = useQuery({
    queryKey: ['watch', id, 'log'],
    async queryFn({ signal }) {
      const page = await api.get<{ readonly records: readonly RowOf<typeof monitorOperlog>[] }>(
        '/monitor/operlog/page',
        { query: { bizKey: `iot.camera:${id}`, pageNum: 1, pageSize: shown }, signal, quiet: true },
      );
      return page.records;
    },
  });
  return (
    <Section title={translate('watch.log')}>
      <LoadedList query={query} empty={translate('watch.noLog')}>
        {(entries) => (
          <ul className={styles.list}>
            {entries.map(({ operId, title, operName, operTime }) => (
              <li key={operId}>
                <span className={styles.line}>
                  <time>{operTime}</time>
                  {title}
                  <Text span size="xs" c="dimmed">
                    {operName}
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
