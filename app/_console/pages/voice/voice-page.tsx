'use client';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { iotVoice } from '../../../../lib/contracts/admin/resources/iot-voice.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { voiceTexts } from '../../../../lib/i18n/console/voices.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { RowButton } from '../parts/row-button.tsx';
import { ListenButton } from './listen-button.tsx';

const AddVoice = lazy(() => import('./add-voice.tsx'));
const SendVoice = lazy(() => import('./send-voice.tsx'));

/** Voice messages: record or upload, listen, and play them on cameras. */
export default function VoicePage() {
  const translate = useTranslations(voiceTexts);
  const [isAdding, setAdding] = useState(false);
  const [sent, setSent] = useState<RowOf<typeof iotVoice> | null>(null);
  const add = () => (
    <HasPermi value={['iot:voice:add']}>
      <Button onClick={() => setAdding(true)}>{translate('voice.add')}</Button>
    </HasPermi>
  );
  return (
    <>
      <ResourcePage
        resource="iot.voice"
        slots={{
          toolbar: add,
          emptyAction: add,
          rowActionsFor: ['iot:voice:query', 'iot:voice:send'],
          rowActions: (row) => (
            <>
              <HasPermi value={['iot:voice:query']}>
                <ListenButton voice={row} />
              </HasPermi>
              <HasPermi value={['iot:voice:send']}>
                <RowButton row={row} title="name" onClick={setSent}>
                  {translate('voice.send')}
                </RowButton>
              </HasPermi>
            </>
          ),
        }}
      />
      <Suspense>
        {isAdding && <AddVoice onClose={() => setAdding(false)} />}
        {sent && <SendVoice voice={sent} onClose={() => setSent(null)} />}
      </Suspense>
    </>
  );
}
