'use client';
import { Button, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import type { voiceSendTo } from '../../../../lib/contracts/admin/calls/voice.calls.ts';
import { voiceTexts } from '../../../../lib/i18n/console/voices.ts';
import { ApiError, api } from '../../api/request.ts';
import { useRelationTitles } from '../../resource/data/relations.ts';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { useUnsavedDialog } from '../../shell/page/use-unsaved-dialog.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { CameraOutcomes } from '../parts/camera-outcomes.tsx';
import { type Deliveries, deliver } from './deliveries.ts';

type Outcome = z.output<NonNullable<typeof voiceSendTo.data>>;

const maxCameras = 64;
const tones = { waiting: 'waiting', playing: 'running', played: 'good', failed: 'failed' } as const;

/** Chooses cameras, plays a message on them, and lists those that have played it. */
export default function SendVoice({
  voice,
  onClose,
}: {
  readonly voice: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const translate = useTranslations(voiceTexts);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [deliveries, setDeliveries] = useState<Deliveries>(new Map());
  const [isRunning, setRunning] = useState(false);
  const [closed] = useState(() => new AbortController());
  const dialog = useUnsavedDialog({
    title: translate('voice.sendOf', { name: voice.name }),
    isUnsaved: isRunning,
    question: translate('voice.closeAsk'),
    onClose,
    onRemoval: () => closed.abort(),
  });
  const titleOf = useRelationTitles('iot.camera', [...deliveries.keys()]);

  async function play(cameraId: string): Promise<string | null> {
    try {
      const body = { id: voice.id, cameraId };
      const options = { quiet: true, allowDuplicate: true, signal: closed.signal };
      const { ok, message } = await api.post<Outcome>('/iot/voice/send', body, options);
      return ok ? null : (message ?? translate('voice.failed'));
    } catch (error) {
      return error instanceof ApiError ? error.message : translate('voice.failed');
    }
  }

  async function start(cameras: readonly string[]): Promise<void> {
    setRunning(true);
    await deliver(
      cameras,
      play,
      (camera, state) => setDeliveries((known) => new Map(known).set(camera, state)),
      closed.signal,
    );
    setRunning(false);
  }

  const all = [...deliveries.values()];
  const failed = [...deliveries].filter(([, { state }]) => state === 'failed').map(([camera]) => camera);
  const done = all.filter(({ state }) => state === 'played' || state === 'failed').length;
  return (
    <PageDialog {...dialog} size="lg" closeOnClickOutside={false}>
      <Stack>
        <RelationSelect
          resource="iot.camera"
          label={translate('voice.cameras')}
          isMultiple
          max={maxCameras}
          value={chosen}
          disabled={isRunning}
          onChange={setChosen}
        />
        {all.length > 0 && (
          <>
            <Progress
              value={(done / all.length) * 100}
              color={failed.length > 0 && done === all.length ? 'red' : 'blue'}
              aria-hidden="true"
            />
            <Text size="sm" aria-live="polite">
              {translate('voice.progress', { done, total: all.length, failed: failed.length })}
            </Text>
            <CameraOutcomes
              label={translate('voice.cameras')}
              outcomes={[...deliveries].map(([id, delivery]) => ({
                id,
                name: titleOf(id),
                tone: tones[delivery.state],
                text: translate(`voice.${delivery.state}`),
                failure: delivery.state === 'failed' ? delivery.message : undefined,
              }))}
            />
          </>
        )}
        <DialogButtons>
          {failed.length > 0 && !isRunning && (
            <Button variant="default" onClick={() => void start(failed)}>
              {translate('voice.retry')}
            </Button>
          )}
          <Button
            loading={isRunning}
            disabled={chosen.length === 0}
            onClick={() => {
              setDeliveries(new Map());
              void start(chosen);
            }}
          >
            {translate('voice.start')}
          </Button>
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}
