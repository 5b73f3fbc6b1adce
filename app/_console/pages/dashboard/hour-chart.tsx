'use client';
/** Loaded after the figures, because the chart library is larger than the page. */
import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import type { DashboardSeries } from './dashboard-data.ts';
import { useDashboardText } from './use-dashboard-text.ts';

const clockTime = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** The first point of each minute; there are two per minute, and the label is shown once. */
const minutes = (points: DashboardSeries['points']): number[] =>
  points.map(({ at }) => at).filter((at, index, all) => minuteOf(at) !== minuteOf(all[index - 1] ?? 0));
const minuteOf = (at: number) => Math.floor(at / 60_000);

export interface HourChartProps {
  readonly points: DashboardSeries['points'];
  /** UTC offset of the organisation. */
  readonly zoneMs: number;
}

export default function HourChart({ points, zoneMs }: HourChartProps) {
  const translate = useDashboardText();
  const time = (at: number) => clockTime.format(at + zoneMs);
  return (
    <AreaChart
      h={240}
      data={[...points]}
      dataKey="at"
      series={[
        { name: 'viewers', label: translate('dashboard.viewers'), color: 'accent.6' },
        { name: 'live', label: translate('dashboard.streams'), color: 'teal.6' },
      ]}
      // Counts change in steps; interpolation would show viewers that never existed.
      curveType="stepAfter"
      withDots={false}
      withLegend
      gridAxis="y"
      yAxisProps={{ allowDecimals: false, width: 36 }}
      xAxisProps={{ minTickGap: 48, ticks: minutes(points), tickFormatter: time }}
      // Also called while nothing is hovered.
      tooltipProps={{ labelFormatter: (at) => (Number.isFinite(at) ? time(Number(at)) : '') }}
      areaChartProps={{ accessibilityLayer: true }}
    />
  );
}
