'use client';
/** New alarms as one toast: further ones are counted in it, so that a flood of alarms is one line. */
import { Anchor, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { alarmNoticePreference, readAlarmNotice } from '../../../../lib/contracts/admin/alarm-notice.ts';
import type { alarmNews } from '../../../../lib/contracts/admin/calls/alarm.calls.ts';
import { bellTexts } from '../../../../lib/i18n/console/bell.ts';
import { useApi } from '../../api/use-api.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { useHost } from '../shell-context.ts';

type News = z.output<NonNullable<(typeof alarmNews)['data']>>;

const everyMs = 5_000;
/** After an error, for instance of another backend without alarms. */
const afterErrorMs = 60_000;
const shownForMs = 20_000;
const maxCounted = 1_000;
const toast = 'oriel-alarms';
const alarmPath = '/iot/alarm';

/** Asks for new alarms while this window is visible, for users who may list alarms. */
export function AlarmNotices() {
  const { can } = useSession();
  return can('iot:alarm:list') ? <AlarmToast /> : null;
}

function AlarmToast() {
  const api = useApi();
  const translate = useTranslations(bellTexts);
  const host = useHost();
  const last = useRef<number | null>(null);
  const [shown, setShown] = useState<{ readonly count: number; readonly newest: News['newest'] } | null>(
    null,
  );
  const setting = useQuery({
    queryKey: ['preference', alarmNoticePreference],
    queryFn: async ({ signal }) =>
      (await api.get<unknown>(`/preference/${alarmNoticePreference}`, { signal, quiet: true })) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { isOn, kinds } = readAlarmNotice(setting.data);
  const { data } = useQuery({
    queryKey: ['alarmNews', kinds],
    queryFn: ({ signal }) => {
      const query = {
        ...(last.current === null ? {} : { after: last.current }),
        ...(kinds === null ? {} : { kinds: kinds.join(',') }),
      };
      return api.get<News>('/iot/alarm/news', { query, signal, quiet: true });
    },
    enabled: !setting.isPending && isOn,
    refetchInterval: ({ state }) => (state.error ? afterErrorMs : everyMs),
    // An answer is counted once.
    gcTime: 0,
    structuralSharing: false,
  });

  useEffect(() => {
    if (!data) return;
    last.current = data.last;
    if (data.count > 0)
      setShown((before) => ({ count: (before?.count ?? 0) + data.count, newest: data.newest }));
  }, [data]);

  useEffect(() => {
    if (!shown?.newest) return;
    const { count, newest } = shown;
    const look = () => {
      notifications.hide(toast);
      void host.open(alarmPath);
    };
    const notice = {
      id: toast,
      color: 'red',
      role: 'alert',
      autoClose: shownForMs,
      withCloseButton: true,
      title:
        count === 1
          ? translate('notice.alarm')
          : translate('notice.alarms', { count: count >= maxCounted ? `${maxCounted}+` : count }),
      onClose: () => setShown(null),
      message: (
        <Group justify="space-between" wrap="nowrap" align="end">
          <Text size="sm">
            {newest.cameraName} · {newest.title}
            <br />
            {newest.time}
          </Text>
          <Anchor component="button" type="button" size="sm" onClick={look}>
            {translate('notice.showAlarms')}
          </Anchor>
        </Group>
      ),
    } as const;
    if (count > 1) notifications.update(notice);
    notifications.show(notice);
  }, [shown, host, translate]);
  useEffect(
    () => () => {
      notifications.hide(toast);
    },
    [],
  );
  return null;
}
