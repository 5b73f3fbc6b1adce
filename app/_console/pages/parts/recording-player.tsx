'use client';
import type { z } from 'zod';
import type { recordingPlay } from '../../../../lib/contracts/admin/calls/recording.calls.ts';
import { recordingTexts } from '../../../../lib/i18n/console/recordings.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { ConsolePlayer } from './console-player.tsx';

type RecordingPlay = z.output<NonNullable<typeof recordingPlay.data>>;

const modes = { cloud: 'cloud.rec', device: 'rec' } as const;

/** A player of the recordings of one camera. */
export function RecordingPlayer({
  camera: { id, name },
  store,
  selection,
}: {
  readonly camera: { readonly id: string; readonly name: string };
  readonly store: keyof typeof modes;
  /** What is played, as in the query of an address: `begin=…&end=…`, or `alarmId=…`. */
  readonly selection: string;
}) {
  const translate = useTranslations(recordingTexts);
  return (
    <ConsolePlayer
      accessKey={['recordings', 'play', id]}
      fetchAccess={() => api.post<RecordingPlay>('/iot/recording/play', { id }, { allowDuplicate: true })}
      addressOf={(path) => `${path}.${modes[store]}?${selection}`}
      failedText={translate('recordings.playFailed')}
      template="pcRec"
      title={name}
    />
  );
}
