'use client';
import { Paper, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import styles from './server.module.css';
import type { Line } from './server-data.ts';
import { useServerText } from './use-server-text.ts';

const HourLines = lazy(() => import('./line-chart.tsx'));

export interface HourPanelProps {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly zoneMs: number;
  /** Upper end of the scale. Absent: that of the values. */
  readonly highest?: number | undefined;
}

/** A chart of the last hour, described in text for those who do not see it. */
export function HourPanel({ title, lines, zoneMs, highest }: HourPanelProps) {
  const translate = useServerText();
  const described = lines.map(({ name, values }) => {
    const all = [...values.values()];
    return translate('server.lineOf', {
      name,
      now: all.at(-1) ?? 0,
      min: Math.min(...all),
      max: Math.max(...all),
    });
  });
  const hasLine = lines.some(({ values }) => values.size > 1);
  return (
    <Paper component="section" withBorder className={styles.panel} aria-label={title}>
      <Text component="h2" size="sm" fw={600}>
        {title}
      </Text>
      {hasLine ? (
        <div className={styles.chart} role="img" aria-label={described.join('; ')}>
          <Suspense fallback={<Skeleton height={200} />}>
            <HourLines lines={lines} zoneMs={zoneMs} highest={highest} />
          </Suspense>
        </div>
      ) : (
        <div className={styles.empty}>
          <Text size="sm" c="dimmed">
            {translate('server.collecting')}
          </Text>
        </div>
      )}
    </Paper>
  );
}
