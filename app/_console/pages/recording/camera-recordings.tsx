'use client';
import { SegmentedControl, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { EpochMs, Ms } from '../../../../lib/kernel/units.ts';
import { zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { RowState } from '../../resource/parts/row-state.tsx';
import { hasPermi, useGrants } from '../../session/permission.tsx';
import { useSession } from '../../session/use-session.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { RecordingPlayer } from '../parts/recording-player.tsx';
import { DayParts } from './day-parts.tsx';
import RecordedCalendar from './recorded-calendar.tsx';
import styles from './recording.module.css';
import { type Store, type UsedRecording, useRecordedDay, useRecordingText } from './recording-data.ts';

const secondMs: Ms = 1_000;

const ShareDialog = lazy(() => import('../parts/share-dialog.tsx'));

/** The recordings of one camera: choose a day, see what was recorded and why not, and play it. */
export default function CameraRecordings({
  recording,
  onClose,
}: {
  readonly recording: UsedRecording;
  readonly onClose: () => void;
}) {
  const translate = useRecordingText();
  const grants = useGrants();
  const mayPlay = hasPermi(grants, 'iot:recording:play');
  const mayShare = hasPermi(grants, 'iot:share:add');
  const [shared, setShared] = useState<{ readonly begin: number; readonly end: number } | null>(null);
  const [store, setStore] = useState<Store>(recording.store);
  const [day, setDay] = useState((recording.lastTime ?? '').slice(0, 10));
  /** Ms since the day began. */
  const [fromMs, setFrom] = useState<Ms>(0);
  const zone = zoneOf(useSession().user?.timeZone ?? 'Asia/Shanghai');
  const dayStart = zone.instant(`${day} 00:00:00`) ?? 0;
  const { data, error, refetch } = useRecordedDay(recording.id, store, day);
  const isRecorded = data?.stretches.some(({ kind }) => kind === 'schedule' || kind === 'alarm') ?? false;
  return (
    <PageDialog onClose={onClose} size={1100} title={translate('recordings.of', { name: recording.name })}>
      <div className={styles.recordings}>
        <div>
          <SegmentedControl
            fullWidth
            mb="sm"
            aria-label={translate('recordings.store')}
            data={(['cloud', 'device'] as const).map((value) => ({
              value,
              label: translate(`recordings.${value}`),
            }))}
            value={store}
            onChange={(value) => setStore(value as Store)}
          />
          <RecordedCalendar
            id={recording.id}
            store={store}
            day={day}
            onChoose={(chosen) => {
              setDay(chosen);
              setFrom(0);
            }}
          />
        </div>
        <div className={styles.viewing}>
          {!data && <RowState error={error} onRetry={() => void refetch()} />}
          {data && mayPlay && isRecorded && (
            <RecordingPlayer
              key={`${store}${day}${fromMs}`}
              camera={recording}
              store={store}
              selection={`begin=${utcTime(dayStart + fromMs)}&end=${utcTime(dayStart + data.dayMs - secondMs)}`}
              onShare={mayShare ? setShared : undefined}
              onClose={onClose}
            />
          )}
          {data && !isRecorded && <Text c="dimmed">{translate('recordings.noneOnDay')}</Text>}
          {data && <DayParts day={data} zone={zone} dayStart={dayStart} onPlay={mayPlay ? setFrom : null} />}
        </div>
      </div>
      <Suspense>
        {shared && (
          <ShareDialog shared={{ ...shared, camera: recording, store }} onClose={() => setShared(null)} />
        )}
      </Suspense>
    </PageDialog>
  );
}

/** As in an address: a local time would be the first one where clocks are set back and it occurs twice. */
const utcTime = (at: EpochMs) => `${new Date(at).toISOString().slice(0, -5)}Z`;
