'use client';
import { useQuery } from '@tanstack/react-query';
import { alarmName } from '../../../../lib/contracts/admin/alarm-kind-options.ts';
import type { iotAlarm } from '../../../../lib/contracts/admin/resources/iot-alarm.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { AlarmKind } from '../../../../lib/kernel/alarm-kind.ts';
import { zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { api } from '../../api/request.ts';
import { hasPermi, useGrants } from '../../session/permission.tsx';
import { useSession } from '../../session/use-session.tsx';
import { useLocale } from '../../text/use-locale.ts';

const refreshMs = 5_000;
/** A tile is framed for this long after its alarm began, or while nobody has acknowledged it. */
const framedMs = 60_000;
const maxAlarms = 50;

/** Names of the newest alarms by channel; empty without the permission to list alarms. */
export function useAlarmedCameras(): ReadonlyMap<string, string> {
  const locale = useLocale();
  const zone = zoneOf(useSession().user?.timeZone ?? 'Asia/Shanghai');
  const mayList = hasPermi(useGrants(), 'iot:alarm:list');
  const { data } = useQuery({
    queryKey: ['wall', 'alarms'],
    queryFn: ({ signal }) =>
      api.get<{ readonly records: readonly RowOf<typeof iotAlarm>[] }>('/iot/alarm/page', {
        query: {
          'params[beginStartTime]': zone.text(Date.now() - framedMs),
          ...{ state: '0', pageNum: 1, pageSize: maxAlarms },
        },
        signal,
        quiet: true,
      }),
    enabled: mayList,
    refetchInterval: refreshMs,
  });
  // The newest one is the first of its camera.
  return new Map(
    [...(data?.records ?? [])]
      .reverse()
      .map(({ channelId, kind, name }) => [
        String(channelId),
        alarmName(kind as AlarmKind, name ?? null, locale),
      ]),
  );
}
