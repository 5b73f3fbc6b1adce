'use client';
import { IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { alarmSummary } from '../../../../lib/contracts/admin/calls/alarm.calls.ts';
import { isOutage } from '../../api/api-error.ts';
import { api } from '../../api/request.ts';
import { NumberCard } from '../parts/number-card.tsx';
import { useDashboardText } from './use-dashboard-text.ts';

type Summary = z.output<NonNullable<(typeof alarmSummary)['data']>>;

const everyMs = 10_000;
/** The server counts no further. */
const maxCounted = 1_000;

/** Number of unacknowledged alarms, and the newest one. Polled while the page is visible. */
export function OpenAlarms() {
  const translate = useDashboardText();
  const { data } = useQuery({
    queryKey: ['iot.alarm', 'summary'],
    queryFn: ({ signal }) => api.get<Summary>('/iot/alarm/summary', { signal, quiet: true }),
    refetchInterval: ({ state }) => (isOutage(state.error) ? false : everyMs),
  });
  if (!data) return null;
  const { open, newest } = data;
  return (
    <NumberCard
      icon={IconBellRinging}
      title={translate('dashboard.openAlarms')}
      tone={open > 0 ? 'red' : 'accent'}
      value={open >= maxCounted ? `${maxCounted}+` : open}
      note={
        newest
          ? translate('dashboard.newestAlarm', {
              camera: newest.cameraName,
              title: newest.title,
              time: newest.time,
            })
          : translate('dashboard.noOpenAlarms')
      }
    />
  );
}
