'use client';
/** Loaded after the figures, because the chart library is larger than the page. */
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import type { Point } from './statistics-data.ts';

export interface DayChartProps {
  readonly name: string;
  readonly points: readonly Point[];
  /** The values are counts. */
  readonly isWhole: boolean;
}

export default function DayChart({ name, points, isWhole }: DayChartProps) {
  return (
    <BarChart
      h={220}
      data={[...points]}
      dataKey="at"
      series={[{ name: 'value', label: name, color: 'accent.6' }]}
      gridAxis="x"
      maxBarWidth={48}
      yAxisProps={{ width: 48, allowDecimals: !isWhole }}
      xAxisProps={{ minTickGap: 24 }}
      barChartProps={{ accessibilityLayer: true }}
    />
  );
}
