'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { alarmName } from '../../../lib/contracts/admin/alarm-kind-options.ts';
import type { iotAlarm } from '../../../lib/contracts/admin/resources/iot-alarm.resource.ts';
import type { RowOf } from '../../../lib/contracts/admin/row-types.ts';
import type { WatchAddress } from '../../../lib/contracts/admin/watch-address.ts';
import { watchPath } from '../../../lib/contracts/admin/watch-link.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import type { AlarmKind } from '../../../lib/kernel/alarm-kind.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { api } from '../../_console/api/request.ts';
import { hasPermi, useGrants } from '../../_console/session/permission.tsx';
import { useLocale } from '../../_console/text/use-locale.ts';
import { useTranslations } from '../../_console/text/use-translations.ts';
import styles from '../watch.module.css';
import { LoadedList, Section } from './section.tsx';

const shown = 10;
const refreshMs = 30_000;
/** What precedes an alarm explains it. */
const leadMs = 5_000;

/** The newest alarms; each leads to its recording. */
export function CameraAlarms({
  id,
  address,
  zone,
}: {
  readonly id: string;
  readonly address: WatchAddress;
  readonly zone: Zone;
}) {
  const translate = useTranslations(watchTexts);
  const locale = useLocale();
  const mayPlay = hasPermi(useGrants(), 'iot:recording:play');
  const query = useQuery({
    queryKey: ['watch', id, 'alarms'],
    async queryFn({ signal }) {
      const page = await api.get<{ readonly records: readonly RowOf<typeof iotAlarm>[] }>('/iot/alarm/page', {
        query: { channelId: id, pageNum: 1, pageSize: shown },
        signal,
        quiet: true,
      });
      return page.records;
    },
    refetchInterval: refreshMs,
  });
  return (
    <Section title={translate('watch.alarms')}>
      <LoadedList query={query} empty={translate('watch.noAlarms')}>
        {(alarms) => (
          <ul className={styles.list}>
            {alarms.map(({ id: alarm, kind, name, startTime }) => {
              const at = zone.instant(String(startTime));
              return (
                <li key={alarm}>
                  <span className={styles.line}>
                    {mayPlay && at !== null ? (
                      <Anchor
                        component={Link}
                        size="sm"
                        aria-label={translate('watch.playAlarm', { time: String(startTime) })}
                        href={watchPath(address, { at: at - leadMs, zone })}
                      >
                        <time>{startTime}</time>
                      </Anchor>
                    ) : (
                      <time>{startTime}</time>
                    )}
                    {alarmName(kind as AlarmKind, name ?? null, locale)}
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </LoadedList>
    </Section>
  );
}
