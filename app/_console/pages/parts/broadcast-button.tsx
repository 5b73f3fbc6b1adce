'use client';
import { Button } from '@mantine/core';
import { broadcastTexts } from '../../../../lib/i18n/console/broadcast.ts';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';

/** For users who may speak to cameras and see them. */
export function BroadcastButton({ onClick }: { readonly onClick: () => void }) {
  const translate = useTranslations(broadcastTexts);
  return (
    <HasPermi value={['iot:camera:talk', 'iot:camera:play']} mode="and">
      <Button variant="default" onClick={onClick}>
        {translate('broadcast.title')}
      </Button>
    </HasPermi>
  );
}
