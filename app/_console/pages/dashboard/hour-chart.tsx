'use client';
/** Loaded after the figures, because the chart library is larger than the page. */
import '@mantine/charts/styles.layer.css';
import { AreaChart } from '@mantine/charts';
import { hourAxis } from '../parts/hour-axis.ts';
import type { DashboardSeries } from './dashboard-data.ts';
import { useDashboardText } from './use-dashboard-text.ts';

export interface HourChartProps {
  readonly points: DashboardSeries['points'];
  /** UTC offset of the organisation. */
  readonly zoneMs: number;
}

export default function HourChart({ points, zoneMs }: HourChartProps) {
  const translate = useDashboardText();
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
      {...hourAxis(
        points.map(({ at }) => at),
        zoneMs,
      )}
      areaChartProps={{ accessibilityLayer: true }}
    />
  );
}
