'use client';
import { Paper, Skeleton, Text } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconBroadcast,
  IconCpu,
  IconDatabase,
  IconEye,
  IconMovie,
  IconServer,
} from '@tabler/icons-react';
import { bytesText } from '../parts/bytes-text.ts';
import { zoneAheadMs } from '../parts/hour-axis.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import { NumberCard } from '../parts/number-card.tsx';
import { rateText } from '../parts/rate-text.ts';
import { DatabasePanel, SlowStatements } from './database-panel.tsx';
import { Facts } from './facts.tsx';
import { HourPanel } from './hour-panel.tsx';
import { ProcessTable } from './process-table.tsx';
import styles from './server.module.css';
import {
  linesOf,
  type ServerFigures,
  sumLine,
  useServer,
  useServerSeries,
  withDistinctNames,
} from './server-data.ts';
import { useServerText } from './use-server-text.ts';

/** What the server measures of itself, and of the other processes on its database. */
export default function ServerPage() {
  const translate = useServerText();
  const { data, error, refetch } = useServer();
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} radius="md" />;
  const own = data.processes.find(({ isOwn }) => isOwn);
  return (
    <div className={styles.page}>
      <Text size="sm" c="dimmed">
        {translate('server.asOf', { time: data.time, name: own?.name ?? '' })}
      </Text>
      <Cards data={data} />
      <Charts time={data.time} />
      <ProcessTable processes={data.processes} />
      <div className={styles.pair}>
        <DatabasePanel db={data.db} />
        <Environment data={data} />
      </div>
      <SlowStatements slowest={data.db.slowest} />
    </div>
  );
}

function Cards({ data }: { readonly data: ServerFigures }) {
  const translate = useServerText();
  const { cpu, mem, runtime, disks, work } = data;
  const { streams, recorders, talks } = work;
  return (
    <div className={styles.cards}>
      <NumberCard
        icon={IconCpu}
        title={translate('server.cpu')}
        value={`${cpu.used}%`}
        note={translate('server.cpuOf', { count: cpu.cpuNum, sys: cpu.sys, load: cpu.load.join(' / ') })}
      />
      <NumberCard
        icon={IconServer}
        title={translate('server.memory')}
        value={`${mem.usage}%`}
        note={translate('server.memoryOf', {
          used: bytesText(mem.used),
          total: bytesText(mem.total),
          rss: bytesText(runtime.rss),
        })}
      />
      <NumberCard
        icon={IconActivityHeartbeat}
        title={translate('server.eventLoopChart')}
        value={runtime.eventLoopP99}
        note={translate('server.eventLoopOf', runtime.gc)}
      />
      {disks.map(({ dir, free, total, usage }) => (
        <NumberCard
          key={dir}
          icon={IconDatabase}
          title={translate(`server.disk_${dir}`)}
          value={bytesText(free)}
          note={translate('server.diskOf', { total: bytesText(total), usage })}
        />
      ))}
      <NumberCard
        icon={IconBroadcast}
        title={translate('server.streams')}
        value={streams.live + streams.starting + streams.retrying}
        tone={streams.retrying > 0 ? 'red' : 'accent'}
        note={translate('server.streamsOf', { ...streams, rate: rateText(streams.bitrateKbps) })}
      />
      <NumberCard
        icon={IconEye}
        title={translate('server.viewers')}
        value={streams.viewers}
        note={translate('server.talks', { count: talks })}
      />
      <NumberCard
        icon={IconMovie}
        title={translate('server.recorders')}
        value={recorders.recording}
        tone={recorders.failing > 0 ? 'red' : 'accent'}
        note={translate('server.recordersOf', {
          waiting: recorders.waiting,
          failing: recorders.failing,
          time: recorders.lastWrite ?? translate('server.never'),
        })}
      />
    </div>
  );
}

function Charts({ time }: { readonly time: string }) {
  const translate = useServerText();
  const { data } = useServerSeries();
  const series = withDistinctNames(data?.processes ?? []);
  const newest = Math.max(...series.flatMap(({ points }) => points.at(-1)?.at ?? []));
  const zoneMs = Number.isFinite(newest) ? zoneAheadMs(time, newest) : 0;
  const charts = [
    [translate('server.cpuChart'), linesOf(series, ({ cpu }) => cpu), 100],
    [translate('server.memoryChart'), linesOf(series, ({ memory }) => memory), 100],
    [translate('server.eventLoopChart'), linesOf(series, ({ eventLoopP99 }) => eventLoopP99)],
    [
      translate('server.workChart'),
      [
        sumLine(translate('server.streams'), series, ({ live }) => live),
        sumLine(translate('server.viewers'), series, ({ viewers }) => viewers),
        sumLine(translate('server.recorders'), series, ({ recording }) => recording),
      ],
    ],
  ] as const;
  return (
    <section className={styles.pair} aria-label={translate('server.lastHour')}>
      {charts.map(([title, lines, highest]) => (
        <HourPanel key={title} title={title} lines={lines} zoneMs={zoneMs} highest={highest} />
      ))}
    </section>
  );
}

function Environment({ data: { sys, runtime } }: { readonly data: ServerFigures }) {
  const translate = useServerText();
  const minutes = Math.floor(runtime.uptime / 60);
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={translate('server.system')}>
      <Text component="h2" size="sm" fw={600}>
        {translate('server.system')}
      </Text>
      <Facts
        facts={[
          [translate('server.host'), sys.hostName],
          [translate('server.os'), `${sys.os} ${sys.arch}`],
          [translate('server.node'), runtime.node],
          [translate('server.version'), runtime.version],
          [
            translate('server.uptime'),
            translate('server.uptimeOf', {
              days: Math.floor(minutes / 1_440),
              hours: Math.floor((minutes % 1_440) / 60),
              minutes: minutes % 60,
            }),
          ],
          [
            translate('server.heap'),
            translate('server.heapOf', {
              used: bytesText(runtime.heapUsed),
              total: bytesText(runtime.heapTotal),
            }),
          ],
        ]}
      />
    </Paper>
  );
}
