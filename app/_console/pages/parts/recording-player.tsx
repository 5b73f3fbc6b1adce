'use client';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import type { PlayerEvents } from '../../../../host-sdk/types.ts';
import type { recordingPlay } from '../../../../lib/contracts/admin/calls/recording.calls.ts';
import { recordingTexts } from '../../../../lib/i18n/console/recordings.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { ConsolePlayer } from './console-player.tsx';
import { useClosingByKey } from './use-closing-by-key.ts';
import { usePlayerLink } from './use-copy-link.tsx';

type RecordingPlay = z.output<NonNullable<typeof recordingPlay.data>>;

const modes = { cloud: 'cloud.rec', device: 'rec' } as const;

/** A player of the recordings of one camera. */
export function RecordingPlayer({
  camera: { id, name },
  store,
  selection,
  onShare,
  onClose,
}: {
  readonly camera: { readonly id: string; readonly name: string };
  readonly store: keyof typeof modes;
  /** What is played, as in the query of an address: `begin=…&end=…`, or `alarmId=…`. */
  readonly selection: string;
  /** The viewer wants to share a range that they selected, epoch ms. Absent: sharing is not offered. */
  readonly onShare?: ((range: PlayerEvents['share']) => void) | undefined;
  /** Closes the dialog around the player. */
  readonly onClose: () => void;
}) {
  const translate = useTranslations(recordingTexts);
  const latest = useRef(onShare);
  latest.current = onShare;
  const { player, ref, onState } = useClosingByKey(onClose);
  const linkDialog = usePlayerLink(player);
  useEffect(() => player?.on('share', (range) => latest.current?.(range)), [player]);
  return (
    <>
      <ConsolePlayer
        accessKey={['recordings', 'play', id]}
        fetchAccess={() => api.post<RecordingPlay>('/iot/recording/play', { id }, { allowDuplicate: true })}
        addressOf={(path) => `${path}.${modes[store]}?${selection}`}
        failedText={translate('recordings.playFailed')}
        template="pcRec"
        title={name}
        shareButton={onShare !== undefined}
        linkButton
        ref={ref}
        onState={onState}
      />
      {linkDialog}
    </>
  );
}
