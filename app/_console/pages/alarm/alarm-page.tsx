'use client';
import { lazy, Suspense, useState } from 'react';
import type { iotAlarm } from '../../../../lib/contracts/admin/resources/iot-alarm.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { RowButton } from '../parts/row-button.tsx';
import { AlarmNoticeSetting } from './alarm-notice-setting.tsx';
import { AlarmPicture } from './alarm-picture.tsx';

const AlarmRecording = lazy(() => import('./alarm-recording.tsx'));

/** Alarms of the cameras, each with its recording. */
export default function AlarmPage() {
  const translate = usePageText();
  const [shown, setShown] = useState<RowOf<typeof iotAlarm> | null>(null);
  return (
    <>
      <ResourcePage
        resource="iot.alarm"
        slots={{
          toolbar: () => <AlarmNoticeSetting />,
          columns: { hasImage: (row) => <AlarmPicture alarm={row} size="row" /> },
          detailExtra: (row) => <AlarmPicture alarm={row} size="detail" />,
          rowActionsFor: ['iot:recording:play'],
          rowActions: (row) => (
            <RowButton row={row} title="cameraName" onClick={setShown}>
              {translate('pages.alarm.recording')}
            </RowButton>
          ),
        }}
      />
      <Suspense>{shown && <AlarmRecording alarm={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}
