'use client';
/** Loaded after the figures, because the chart library is larger than the page. */
import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { hourAxis } from '../parts/hour-axis.ts';
import type { Line } from './server-data.ts';

const colors = ['accent.6', 'teal.6', 'grape.6', 'violet.6', 'cyan.6', 'pink.6', 'lime.6', 'indigo.6'];

export interface HourLinesProps {
  readonly lines: readonly Line[];
  readonly zoneMs: number;
  /** Upper end of the scale. Absent: that of the values. */
  readonly highest?: number | undefined;
}

/** Lines beyond the eighth repeat colours; the tooltip names each. */
export default function HourLines({ lines, zoneMs, highest }: HourLinesProps) {
  const times = [...new Set(lines.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
  const data = times.map((at) =>
    Object.fromEntries([['at', at], ...lines.map(({ key, values }) => [key, values.get(at) ?? null])]),
  );
  return (
    <LineChart
      h={200}
      data={data}
      dataKey="at"
      series={lines.map(({ key, name }, index) => ({
        name: key,
        label: name,
        color: colors[index % colors.length]!,
      }))}
      curveType="linear"
      withDots={false}
      withLegend={lines.length > 1}
      gridAxis="x"
      yAxisProps={{ width: 44, ...(highest === undefined ? {} : { domain: [0, highest] }) }}
      {...hourAxis(times, zoneMs)}
      lineChartProps={{ accessibilityLayer: true }}
    />
  );
}
