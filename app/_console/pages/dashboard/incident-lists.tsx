'use client';
import { Badge, Paper, Text } from '@mantine/core';
import { IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import styles from './dashboard.module.css';
import type { Dashboard } from './dashboard-data.ts';
import { useDashboardText } from './use-dashboard-text.ts';

/** Most frequent errors of the last day. */
export function ErrorList({ errors }: { readonly errors: NonNullable<Dashboard['errors']> }) {
  const translate = useDashboardText();
  return (
    <Paper component="section" withBorder className={styles.panel}>
      <Text component="h2" fw={600}>
        {translate('dashboard.errors')}
      </Text>
      <Text size="xs" c="dimmed">
        {translate('dashboard.errorsSince', { since: errors.since })}
      </Text>
      {errors.byCode.length === 0 && <Nothing text={translate('dashboard.noErrors')} />}
      <ul className={styles.list}>
        {errors.byCode.map(({ code, title, count, cameras }) => (
          <li key={code}>
            <div className={styles.what}>
              <Text size="sm">{title}</Text>
              <Text size="xs" c="dimmed" ff="monospace">
                {code}
              </Text>
            </div>
            <Text size="sm" className={styles.time}>
              {translate('dashboard.errorCount', { count, cameras })}
            </Text>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

/** Recent camera events, newest first. */
export function AlarmList({ alarms }: { readonly alarms: NonNullable<Dashboard['alarms']> }) {
  const translate = useDashboardText();
  return (
    <Paper component="section" withBorder className={styles.panel}>
      <Text component="h2" fw={600}>
        {translate('dashboard.alarms')}
      </Text>
      {alarms.length === 0 && <Nothing text={translate('dashboard.noAlarms')} />}
      <ul className={styles.list}>
        {alarms.map((alarm) => {
          const isBack = alarm.code === 'recovered';
          return (
            <li key={`${alarm.time}${alarm.serial}${alarm.channelNo}${alarm.code}`}>
              <Badge
                variant="light"
                color={isBack ? 'green' : 'red'}
                leftSection={isBack ? <IconCircleCheck size={12} /> : <IconRefresh size={12} />}
              >
                {translate(isBack ? 'dashboard.recovered' : 'dashboard.failed')}
              </Badge>
              <div className={styles.what}>
                <Text size="sm">{alarm.cameraName ?? `${alarm.serial}/${alarm.channelNo}`}</Text>
                <Text size="xs" c="dimmed">
                  {alarm.title}
                  {alarm.count > 1 && ` · ${translate('dashboard.times', { count: alarm.count })}`}
                </Text>
              </div>
              <Text size="xs" c="dimmed" className={styles.time}>
                {alarm.time.slice(5, 16)}
              </Text>
            </li>
          );
        })}
      </ul>
    </Paper>
  );
}

function Nothing({ text }: { readonly text: string }) {
  return (
    <Text c="dimmed" size="sm" py="xl" ta="center">
      {text}
    </Text>
  );
}
