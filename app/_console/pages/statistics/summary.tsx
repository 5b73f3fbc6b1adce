'use client';
import { NativeSelect, Paper, Skeleton, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconBroadcast, IconClockHour4, IconEye, IconMovie } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { durationText } from '../../../../lib/i18n/duration-text.ts';
import { useResourcePage } from '../../resource/context/resource-page-context.ts';
import { wireFilters } from '../../resource/data/list-state.ts';
import { useLocale } from '../../text/use-locale.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import { NumberCard } from '../parts/number-card.tsx';
import styles from './statistics.module.css';
import {
  isLength,
  type Measure,
  measures,
  pointsOf,
  type Summary as SummaryData,
  useSummary,
  valueIn,
} from './statistics-data.ts';
import { useStatisticsText } from './use-statistics-text.ts';

const DayChart = lazy(() => import('./day-chart.tsx'));

const icons = {
  views: IconEye,
  watched: IconClockHour4,
  starts: IconBroadcast,
  failures: IconAlertTriangle,
  recorded: IconMovie,
} as const;

/** Figures, chart and failures for the filters of the list. */
export function Summary() {
  const { list } = useResourcePage();
  const { data, error, refetch } = useSummary(wireFilters(list));
  const translate = useStatisticsText();
  if (!data && error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={420} radius="md" />;
  return (
    <div className={styles.summary}>
      <Text size="sm" c="dimmed">
        {translate('statistics.note', {
          from: data.from,
          to: data.to,
          pastFrom: data.before.from,
          pastTo: data.before.to,
        })}
      </Text>
      <div className={styles.cards}>
        {measures.map((measure) => (
          <MeasureCard key={measure} measure={measure} data={data} />
        ))}
      </div>
      <div className={styles.pair}>
        <Chart data={data} />
        <Failures failures={data.failures} />
      </div>
    </div>
  );
}

function MeasureCard({ measure, data }: { readonly measure: Measure; readonly data: SummaryData }) {
  const translate = useStatisticsText();
  const locale = useLocale();
  const { total, before } = data;
  const now = valueIn(measure, total);
  const notes: ReactNode[] = [<Change key="change" now={now} before={valueIn(measure, before)} />];
  if (measure === 'views')
    notes.push(translate('statistics.viewsOf', { live: total.liveViews, recorded: total.recordedViews }));
  if (measure === 'failures')
    notes.push(
      translate('statistics.failuresOf', { views: total.viewFailures, streams: total.streamFailures }),
    );
  return (
    <NumberCard
      icon={icons[measure]}
      title={translate(`statistics.${measure}`)}
      value={isLength(measure) ? durationText(locale, now) : now.toLocaleString(locale)}
      tone={measure === 'failures' && now > 0 ? 'red' : 'accent'}
      note={notes.map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a card never change their order
        <span key={index} style={{ display: 'block' }}>
          {note}
        </span>
      ))}
    />
  );
}

function Change({ now, before }: { readonly now: number; readonly before: number }) {
  const translate = useStatisticsText();
  if (now === before) return translate('statistics.same');
  if (before === 0) return translate('statistics.noneBefore');
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  return translate(now > before ? 'statistics.more' : 'statistics.less', { percent });
}

function Chart({ data }: { readonly data: SummaryData }) {
  const translate = useStatisticsText();
  const [measure, setMeasure] = useState<Measure>('views');
  const title = translate(`statistics.${measure}`);
  const name = isLength(measure) ? translate('statistics.inHours', { name: title }) : title;
  const points = pointsOf(data, measure);
  const hasData = points.some(({ value }) => value > 0);
  const described = points
    .filter(({ value }) => value > 0)
    .map(({ at, value }) => translate('statistics.point', { at, value }));
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={name}>
      <div className={styles.heading}>
        <Text component="h2" size="sm" fw={600}>
          {name}
        </Text>
        <NativeSelect
          aria-label={translate('statistics.measure')}
          size="xs"
          data={measures.map((value) => ({ value, label: translate(`statistics.${value}`) }))}
          value={measure}
          onChange={({ currentTarget }) => setMeasure(currentTarget.value as Measure)}
        />
      </div>
      {hasData ? (
        <div className={styles.chart} role="img" aria-label={`${name}: ${described.join('; ')}`}>
          <Suspense fallback={<Skeleton height={220} />}>
            <DayChart name={name} points={points} isWhole={!isLength(measure)} />
          </Suspense>
        </div>
      ) : (
        <Text size="sm" c="dimmed" mt="sm">
          {translate('statistics.noPoints')}
        </Text>
      )}
    </Paper>
  );
}

function Failures({ failures }: Pick<SummaryData, 'failures'>) {
  const translate = useStatisticsText();
  const title = translate('statistics.byCode');
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={title}>
      <Text component="h2" size="sm" fw={600}>
        {title}
      </Text>
      {failures.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {translate('statistics.noFailures')}
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
        <div className={styles.table} tabIndex={0}>
          <Table fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{translate('statistics.reason')}</Table.Th>
                <Table.Th scope="col">{translate('statistics.kind')}</Table.Th>
                <Table.Th scope="col" className={styles.number}>
                  {translate('statistics.count')}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {failures.map(({ code, kind, title: reason, count }) => (
                <Table.Tr key={`${kind} ${code}`}>
                  <Table.Td>
                    {reason}
                    <Text size="xs" c="dimmed">
                      {code}
                    </Text>
                  </Table.Td>
                  <Table.Td>{translate(`statistics.kind_${kind}`)}</Table.Td>
                  <Table.Td className={styles.number}>{count}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Paper>
  );
}
