'use client';
/** Loaded after the numbers: the chart's library is larger than the page. */
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

export interface HourChartProps {
  readonly points: DashboardSeries['points'];
  /** Of the organisation's clock, ahead of UTC. */
  readonly zoneMs: number;
}

export default function HourChart({ points, zoneMs }: HourChartProps) {
  const say = useDashboardText();
  const data = points.map(({ at, ...numbers }) => ({ time: clockTime.format(at + zoneMs), ...numbers }));
  return (
    <AreaChart
      h={240}
      data={data}
      dataKey="time"
      series={[
        { name: 'viewers', label: say('dashboard.viewers'), color: 'accent.6' },
        { name: 'live', label: say('dashboard.streams'), color: 'teal.6' },
      ]}
      curveType="monotone"
      withDots={false}
      withLegend
      gridAxis="y"
      yAxisProps={{ allowDecimals: false, width: 36 }}
      xAxisProps={{ minTickGap: 48 }}
      areaChartProps={{ accessibilityLayer: true }}
    />
  );
}
