'use client';
import { Menu, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { BroadcastButton } from '../parts/broadcast-button.tsx';
import { CopyLinkItem } from '../parts/copy-link-item.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { useCopyLink } from '../parts/use-copy-link.tsx';
import { CameraName } from './camera-name.tsx';
import { RunningStreams } from './running-streams.tsx';

// Parts of the form and of the detail view are loaded with them.
const CameraPlace = lazy(() =>
  import('./camera-place.tsx').then((place) => ({ default: place.CameraPlace })),
);
const LocationInput = lazy(() =>
  import('./camera-place.tsx').then((place) => ({ default: place.LocationInput })),
);
const RecordPlanInput = lazy(() =>
  import('./record-plan-input.tsx').then((plan) => ({ default: plan.RecordPlanInput })),
);
const AlarmOptionsInput = lazy(() =>
  import('./alarm-options-input.tsx').then((alarms) => ({ default: alarms.AlarmOptionsInput })),
);
const CameraPreview = lazy(() => import('../parts/camera-preview.tsx'));
const CameraSources = lazy(() => import('./camera-sources.tsx'));
const BroadcastDialog = lazy(() => import('../parts/broadcast-dialog.tsx'));
const DemoLoudspeaker = lazy(() => import('./demo-loudspeaker.tsx'));
const ShareDialog = lazy(() => import('../parts/share-dialog.tsx'));
const ConnectCamera = lazy(() => import('./connect-camera.tsx'));

/** Cameras: preview, connection check and sources. */
export default function CameraPage() {
  const translate = usePageText();
  const [watched, setWatched] = useState<RowOf<typeof iotCamera> | null>(null);
  const [shared, setShared] = useState<RowOf<typeof iotCamera> | null>(null);
  const [sourcesOf, setSourcesOf] = useState<RowOf<typeof iotCamera> | null>(null);
  const [isConnecting, setConnecting] = useState(false);
  const [isSpeaking, setSpeaking] = useState(false);
  const { copyLink, dialog } = useCopyLink();
  return (
    <>
      <ResourcePage
        resource="iot.camera"
        slots={{
          // Device, channel and sources in one step. The form makes a channel without a stream.
          onAdd: () => setConnecting(true),
          addLabels: { own: translate('pages.connect'), form: translate('pages.addChannel') },
          toolbar: () => <BroadcastButton onClick={() => setSpeaking(true)} />,
          rowActionsFor: ['iot:camera:play', 'iot:recording:play', 'iot:camera:query', 'iot:share:add'],
          rowActions: (row) => (
            <>
              <HasPermi value={['iot:camera:play']}>
                <RowButton row={row} title="name" onClick={setWatched}>
                  {translate('pages.watch')}
                </RowButton>
              </HasPermi>
              <HasPermi value={['iot:camera:query']}>
                <RowButton row={row} title="name" onClick={setSourcesOf} isRare>
                  {translate('pages.sources')}
                </RowButton>
              </HasPermi>
            </>
          ),
          rowMenu: (row) => (
            <>
              <CopyLinkItem
                onCopy={() => copyLink({ serial: row.deviceSerial ?? '', channelNo: row.channelNo })}
              />
              <HasPermi value={['iot:share:add']}>
                <HasPermi value={['iot:camera:play']}>
                  <Menu.Item onClick={() => setShared(row)}>{translate('pages.share')}</Menu.Item>
                </HasPermi>
              </HasPermi>
            </>
          ),
          columns: { name: (row) => <CameraName camera={row} onWatch={() => setWatched(row)} /> },
          inputs: {
            address: (form) => (
              <Suspense fallback={<Skeleton height={104} />}>
                <LocationInput {...form} />
              </Suspense>
            ),
            recordPlan: (form) => (
              <Suspense fallback={<Skeleton height={220} />}>
                <RecordPlanInput {...form} />
              </Suspense>
            ),
            alarmOptions: (form) => (
              <Suspense fallback={<Skeleton height={160} />}>
                <AlarmOptionsInput {...form} />
              </Suspense>
            ),
          },
          detailExtra: (row) => (
            <>
              <Suspense>
                <CameraPlace row={row} />
              </Suspense>
              <RunningStreams id={row.id} />
              {isDemo(row) && (
                <HasPermi value={['iot:camera:play']}>
                  <Suspense>
                    <DemoLoudspeaker camera={row} />
                  </Suspense>
                </HasPermi>
              )}
            </>
          ),
        }}
      />
      {dialog}
      <Suspense>
        {watched && <CameraPreview camera={watched} onClose={() => setWatched(null)} />}
        {shared && <ShareDialog shared={{ camera: shared, store: 'live' }} onClose={() => setShared(null)} />}
        {sourcesOf && <CameraSources camera={sourcesOf} onClose={() => setSourcesOf(null)} />}
        {isSpeaking && <BroadcastDialog ids={[]} onClose={() => setSpeaking(false)} />}
        {isConnecting && <ConnectCamera onClose={() => setConnecting(false)} />}
      </Suspense>
    </>
  );
}

const isDemo = ({ mainSource, subSource }: RowOf<typeof iotCamera>) =>
  [mainSource, subSource].some((label) => label?.startsWith('demo:'));
