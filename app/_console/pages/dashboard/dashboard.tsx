'use client';
import { Alert, Paper, Skeleton, Text } from '@mantine/core';
import {
  IconBroadcast,
  IconChartLine,
  IconDatabase,
  IconDeviceCctv,
  IconEye,
  IconLogin,
  IconVideo,
} from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { HasPermi } from '../../session/permission.tsx';
import { useSession } from '../../session/use-session.tsx';
import { bytesText } from '../parts/bytes-text.ts';
import { zoneAheadMs } from '../parts/hour-axis.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import { NumberCard } from '../parts/number-card.tsx';
import { rateText } from '../parts/rate-text.ts';
import styles from './dashboard.module.css';
import { type Dashboard, useDashboard, useDashboardSeries } from './dashboard-data.ts';
import { AlarmList, ErrorList } from './incident-lists.tsx';
import { OpenAlarms } from './open-alarms.tsx';
import { useDashboardText } from './use-dashboard-text.ts';

const HourChart = lazy(() => import('./hour-chart.tsx'));

/** Start page: current activity. Cards without permission are omitted. */
export default function DashboardPage() {
  const translate = useDashboardText();
  const { user } = useSession();
  const { data, error, refetch } = useDashboard();
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.page}>
      <div>
        {/* The shell shows the page heading. */}
        <Text size="sm" c="dimmed">
          {translate('dashboard.welcome', { name: user?.nickName ?? '' })}
          {data && ` · ${translate('dashboard.asOf', { time: data.time })}`}
        </Text>
      </div>
      {data ? <Numbers data={data} /> : <Waiting />}
    </div>
  );
}

function Waiting() {
  return (
    <>
      <div className={styles.cards}>
        {['devices', 'channels', 'viewers', 'streams'].map((card) => (
          <Skeleton key={card} height={108} radius="md" />
        ))}
      </div>
      <Skeleton height={310} radius="md" />
    </>
  );
}

function Numbers({ data }: { readonly data: Dashboard }) {
  const translate = useDashboardText();
  const { devices, channels, streams, errors, alarms, logins, storage } = data;
  if (!devices && !channels && !logins && !storage) return <Alert>{translate('dashboard.nothing')}</Alert>;
  return (
    <>
      <div className={styles.cards}>
        {devices && (
          <NumberCard
            icon={IconDeviceCctv}
            title={translate('dashboard.devices')}
            value={devices.total}
            note={`${translate('dashboard.online')} ${devices.online} · ${translate('dashboard.offline')} ${devices.offline} · ${translate('dashboard.unknown')} ${devices.unknown}`}
            hint={translate('dashboard.unknownWhy')}
          />
        )}
        {channels && (
          <NumberCard
            icon={IconVideo}
            title={translate('dashboard.channels')}
            value={channels.total}
            note={translate('dashboard.disabledOf', { count: channels.disabled })}
          />
        )}
        {streams && (
          <>
            <NumberCard
              icon={IconEye}
              title={translate('dashboard.viewers')}
              value={streams.viewers}
              note={translate('dashboard.bitrate', { rate: rateText(streams.bitrateKbps) })}
            />
            <NumberCard
              icon={IconBroadcast}
              title={translate('dashboard.streams')}
              value={streams.running}
              tone={streams.retrying > 0 ? 'red' : 'accent'}
              note={translate('dashboard.streamsOf', {
                live: streams.live,
                starting: streams.starting,
                retrying: streams.retrying,
              })}
            />
          </>
        )}
      </div>
      {streams && <LastHour time={data.time} viewers={streams.viewers} live={streams.live} />}
      <div className={styles.cards}>
        <HasPermi value={['iot:alarm:list']}>
          <OpenAlarms />
        </HasPermi>
        {logins && (
          <NumberCard
            icon={IconLogin}
            title={translate('dashboard.logins')}
            value={logins.succeeded}
            note={translate('dashboard.loginsOf', { people: logins.people, failed: logins.failed })}
          />
        )}
        {storage && (
          <NumberCard
            icon={IconDatabase}
            title={translate('dashboard.storage')}
            tone={storage.state === 'ok' ? 'accent' : 'red'}
            value={bytesText(storage.freeBytes)}
            note={translate('dashboard.storageOf', {
              total: bytesText(storage.totalBytes),
              data: bytesText(storage.dataBytes),
              database: bytesText(storage.databaseBytes),
            })}
          />
        )}
      </div>
      {errors && alarms && (
        <div className={styles.wide}>
          <AlarmList alarms={alarms} />
          <ErrorList errors={errors} />
        </div>
      )}
    </>
  );
}

interface LastHourProps {
  /** Current time in the organisation's time zone. */
  readonly time: string;
  readonly viewers: number;
  readonly live: number;
}

function LastHour({ time, viewers, live }: LastHourProps) {
  const translate = useDashboardText();
  const { data } = useDashboardSeries(true);
  const points = data?.points ?? [];
  const last = points.at(-1);
  return (
    <Paper component="section" withBorder className={styles.panel}>
      <Text component="h2" fw={600}>
        {translate('dashboard.lastHour')}
      </Text>
      <div className={styles.chart} role="img" aria-label={translate('dashboard.chartOf', { viewers, live })}>
        {points.length > 1 && last ? (
          <Suspense fallback={<Skeleton height={240} />}>
            <HourChart points={points} zoneMs={zoneAheadMs(time, last.at)} />
          </Suspense>
        ) : (
          <div className={styles.empty}>
            <IconChartLine size={32} stroke={1.4} aria-hidden />
            <Text size="sm" fw={500}>
              {translate('dashboard.collecting')}
            </Text>
            <Text size="xs" c="dimmed">
              {translate('dashboard.collectingWhy')}
            </Text>
          </div>
        )}
      </div>
    </Paper>
  );
}
