'use client';
import { lazy, Suspense, useState } from 'react';
import type { iotAlarm } from '../../../../lib/contracts/admin/resources/iot-alarm.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { CopyLinkItem } from '../parts/copy-link-item.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { useCopyLink } from '../parts/use-copy-link.tsx';
import { AlarmNoticeSetting } from './alarm-notice-setting.tsx';
import { AlarmPicture } from './alarm-picture.tsx';

const AlarmRecording = lazy(() => import('./alarm-recording.tsx'));

/** Alarms of the cameras, each with its recording. */
export default function AlarmPage() {
  const translate = usePageText();
  const [shown, setShown] = useState<RowOf<typeof iotAlarm> | null>(null);
  const { copyLink, dialog } = useCopyLink();
  const { user } = useSession();
  const copyAlarm = ({ deviceSerial, channelNo, startTime }: RowOf<typeof iotAlarm>) =>
    copyLink(
      { serial: deviceSerial ?? '', channelNo: Number(channelNo) },
      zoneOf(user?.timeZone ?? 'Asia/Shanghai').instant(String(startTime)) ?? undefined,
    );
  return (
    <>
      <ResourcePage
        resource="iot.alarm"
        slots={{
          toolbar: () => <AlarmNoticeSetting />,
          columns: { hasImage: (row) => <AlarmPicture alarm={row} size="row" /> },
          detailExtra: (row) => <AlarmPicture alarm={row} size="detail" />,
          rowActionsFor: ['iot:recording:play', 'iot:camera:play'],
          rowActions: (row) => (
            <HasPermi value={['iot:recording:play']}>
              <RowButton row={row} title={['cameraName', 'startTime']} isRare onClick={setShown}>
                {translate('pages.alarm.recording')}
              </RowButton>
            </HasPermi>
          ),
          rowMenu: (row) => <CopyLinkItem onCopy={() => copyAlarm(row)} />,
        }}
      />
      {dialog}
      <Suspense>{shown && <AlarmRecording alarm={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}
