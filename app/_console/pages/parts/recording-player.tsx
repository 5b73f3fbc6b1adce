'use client';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { OrielPlayer } from '../../../../host-sdk/react/index.tsx';
import type { recordingPlay } from '../../../../lib/contracts/admin/calls/recording.calls.ts';
import { recordingTexts } from '../../../../lib/i18n/console/recordings.ts';
import { api } from '../../api/request.ts';
import { useLocale } from '../../text/use-locale.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from './recording-player.module.css';

type RecordingPlay = z.output<NonNullable<typeof recordingPlay.data>>;

const modes = { cloud: 'cloud.rec', device: 'rec' } as const;

/** The real player with recordings of one camera. Its token ends with this session. */
export function RecordingPlayer({
  camera,
  store,
  selection,
}: {
  readonly camera: { readonly id: string; readonly name: string };
  readonly store: keyof typeof modes;
  /** What is played, as in the query of an address: `begin=…&end=…`, or `alarmId=…`. */
  readonly selection: string;
}) {
  const translate = useTranslations(recordingTexts);
  const locale = useLocale();
  const [failure, setFailure] = useState<string | null>(null);
  const { id, name } = camera;
  const fetchToken = () => api.post<RecordingPlay>('/iot/recording/play', { id }, { allowDuplicate: true });
  const { data, isError } = useQuery({
    queryKey: ['recordings', 'play', id],
    queryFn: fetchToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div>
      {isError && <Alert color="red">{translate('recordings.playFailed')}</Alert>}
      <div className={styles.video}>
        {data && (
          <OrielPlayer
            className={styles.player}
            server={location.origin}
            app={data.appKey}
            url={`ezopen://oriel/${data.path}.${modes[store]}?${selection}`}
            template="pcRec"
            language={locale}
            title={name}
            // The first token is available; later requests fetch a new one.
            getToken={async (reason) => (reason === 'start' ? data : await fetchToken()).accessToken}
            onError={({ message }) => setFailure(message)}
            onSuccess={() => setFailure(null)}
          />
        )}
      </div>
      <div aria-live="polite">
        {failure && (
          <Text size="sm" c="red" mt="xs">
            {failure}
          </Text>
        )}
      </div>
    </div>
  );
}
