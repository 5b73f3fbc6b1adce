'use client';
import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { reportRun } from '../../../../lib/contracts/admin/calls/report.calls.ts';
import { durationText } from '../../../../lib/i18n/duration-text.ts';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api, download } from '../../api/request.ts';
import type { Range } from '../../resource/data/list-state.ts';
import { RangeField } from '../../resource/dates/range-field.tsx';
import { readTime } from '../../resource/dates/time-text.ts';
import { useLocale } from '../../text/use-locale.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './statistics.module.css';
import { hoursOf } from './statistics-data.ts';
import { useReportText } from './use-report-text.ts';

type Result = DataOf<typeof reportRun>;
type Value = Result['rows'][number][string];

const DayChart = lazy(() => import('./day-chart.tsx'));

export interface ReportResultProps {
  readonly id: number;
  readonly title: string;
  onClose(): void;
}

/** A report that was run: its chart and its table, for other dates too, and as a file. */
export default function ReportResult({ id, title, onClose }: ReportResultProps) {
  const translate = useReportText();
  const [range, setRange] = useState<Range>({});
  // While a day is being typed, the report is that of the other end.
  const begin = dayIn(range.from);
  const end = dayIn(range.to);
  const isReadable = Boolean(begin) === Boolean(range.from) && Boolean(end) === Boolean(range.to);
  const query = { id, ...(begin ? { begin } : {}), ...(end ? { end } : {}) };
  const { data, error, refetch } = useQuery({
    queryKey: ['stat.report', 'run', query],
    queryFn: ({ signal }) => api.get<Result>('/stat/report/run', { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const save = () => void download('/stat/report/run/export', query, `${title}.xlsx`).catch(() => undefined);
  return (
    <PageDrawer onClose={onClose} title={title} size="xl">
      <Stack>
        <Group align="flex-end" justify="space-between">
          <RangeField label={translate('reports.range')} value={range} onChange={setRange} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={save}
            disabled={!data || !isReadable}
          >
            {translate('common.export')}
          </Button>
        </Group>
        {data ? (
          <Shown result={data} />
        ) : error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </Stack>
    </PageDrawer>
  );
}

const dayIn = (text = '') => readTime(text, '00:00:00')?.slice(0, 10);

function Shown({ result }: { readonly result: Result }) {
  const translate = useReportText();
  const locale = useLocale();
  const { columns, rows, from, to } = result;
  return (
    <>
      <Text size="sm" c="dimmed">
        {translate('reports.shown', { from, to })}
      </Text>
      {rows.length === 0 ? (
        <Text size="sm">{translate('reports.empty')}</Text>
      ) : (
        <>
          <Chart result={result} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard */}
          <div className={styles.table} tabIndex={0}>
            <Table fz="sm">
              <Table.Thead>
                <Table.Tr>
                  {columns.map(({ key, label, kind }) => (
                    <Table.Th key={key} scope="col" className={kind === 'text' ? undefined : styles.number}>
                      {label}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity, and are replaced together
                  <Table.Tr key={index}>
                    {columns.map(({ key, kind }) => (
                      <Table.Td key={key} className={kind === 'text' ? undefined : styles.number}>
                        {cellText(locale, kind, row[key] ?? null)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
    </>
  );
}

/** Rows with the same first column, for instance a day with several applications, are one point. */
function Chart({ result: { columns, rows, drawn } }: { readonly result: Result }) {
  const translate = useReportText();
  const column = columns.find(({ key }) => key === drawn);
  const title = columns.find(({ kind }) => kind === 'text');
  if (!column || !title) return null;
  const isLength = column.kind === 'duration';
  const sums = new Map<string, number>();
  for (const row of rows) {
    const at = String(row[title.key] ?? '');
    sums.set(at, (sums.get(at) ?? 0) + Number(row[column.key] ?? 0));
  }
  const points = [...sums].map(([at, value]) => ({
    at,
    value: isLength ? hoursOf(value) : value,
  }));
  if (title.key === 'day') points.reverse();
  const name = isLength ? translate('reports.inHours', { name: column.label }) : column.label;
  const described = points.map(({ at, value }) => translate('reports.point', { at, value })).join('; ');
  return (
    <div className={styles.chart} role="img" aria-label={`${name}: ${described}`}>
      <Suspense fallback={<Skeleton height={220} />}>
        <DayChart name={name} points={points} isWhole={!isLength} />
      </Suspense>
    </div>
  );
}

function cellText(locale: Locale, kind: Result['columns'][number]['kind'], value: Value): string {
  if (value === null) return '—';
  if (kind === 'duration') return durationText(locale, Number(value));
  if (kind === 'percent') return `${value}%`;
  return typeof value === 'number' ? value.toLocaleString(locale) : value;
}
