'use client';
import { Button, type ButtonProps } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { usePageText } from '../../text/use-page-text.ts';
import { RowButton } from '../parts/row-button.tsx';
import { AlarmOptionsInput } from './alarm-options-input.tsx';
import { RecordPlanInput } from './record-plan-input.tsx';
import { RunningStreams } from './running-streams.tsx';

const CameraPreview = lazy(() => import('./camera-preview.tsx'));
const CameraSources = lazy(() => import('./camera-sources.tsx'));
const ConnectCamera = lazy(() => import('./connect-camera.tsx'));

/** Cameras: preview, connection check and sources. */
export default function CameraPage() {
  const translate = usePageText();
  const [watched, setWatched] = useState<RowOf<typeof iotCamera> | null>(null);
  const [sourcesOf, setSourcesOf] = useState<RowOf<typeof iotCamera> | null>(null);
  const [isConnecting, setConnecting] = useState(false);
  return (
    <>
      <ResourcePage
        resource="iot.camera"
        slots={{
          toolbar: () => <ConnectButton variant="light" onClick={() => setConnecting(true)} />,
          emptyAction: () => <ConnectButton variant="filled" onClick={() => setConnecting(true)} />,
          rowActionsFor: ['iot:camera:play', 'iot:camera:query'],
          rowActions: (row) => (
            <>
              <HasPermi value={['iot:camera:play']}>
                <RowButton row={row} title="name" onClick={setWatched}>
                  {translate('pages.watch')}
                </RowButton>
              </HasPermi>
              <HasPermi value={['iot:camera:query']}>
                <RowButton row={row} title="name" onClick={setSourcesOf}>
                  {translate('pages.sources')}
                </RowButton>
              </HasPermi>
            </>
          ),
          inputs: {
            recordPlan: (form) => <RecordPlanInput {...form} />,
            alarmOptions: (form) => <AlarmOptionsInput {...form} />,
          },
          detailExtra: (row) => <RunningStreams id={row.id} />,
        }}
      />
      <Suspense>
        {watched && <CameraPreview camera={watched} onClose={() => setWatched(null)} />}
        {sourcesOf && <CameraSources camera={sourcesOf} onClose={() => setSourcesOf(null)} />}
        {isConnecting && <ConnectCamera onClose={() => setConnecting(false)} />}
      </Suspense>
    </>
  );
}

function ConnectButton(props: Pick<ButtonProps, 'variant'> & { readonly onClick: () => void }) {
  const translate = usePageText();
  return (
    <HasPermi value={['iot:camera:add']}>
      <Button {...props}>{translate('pages.connect')}</Button>
    </HasPermi>
  );
}
