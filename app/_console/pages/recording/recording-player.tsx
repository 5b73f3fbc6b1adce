'use client';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OrielPlayer } from '../../../../host-sdk/react/index.tsx';
import { api } from '../../api/request.ts';
import { useLocale } from '../../text/use-locale.ts';
import styles from './recording.module.css';
import { type RecordingPlay, type Store, type UsedRecording, useRecordingText } from './recording-data.ts';

const modes = { cloud: 'cloud.rec', device: 'rec' } as const;

/** The real player with the recordings of one day. Its token ends with this session. */
export function RecordingPlayer({
  recording,
  store,
  day,
  from,
}: {
  readonly recording: UsedRecording;
  readonly store: Store;
  /** `yyyy-MM-dd` */
  readonly day: string;
  /** `HH:mm:ss` */
  readonly from: string;
}) {
  const translate = useRecordingText();
  const locale = useLocale();
  const [failure, setFailure] = useState<string | null>(null);
  const { id } = recording;
  const fetchToken = () => api.post<RecordingPlay>('/iot/recording/play', { id }, { allowDuplicate: true });
  const { data, isError } = useQuery({
    queryKey: ['recordings', 'play', id],
    queryFn: fetchToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const date = day.replaceAll('-', '');
  const range = `begin=${date}T${from.replaceAll(':', '')}Z&end=${date}T235959Z`;
  return (
    <div>
      {isError && <Alert color="red">{translate('recordings.playFailed')}</Alert>}
      <div className={styles.video}>
        {data && (
          <OrielPlayer
            className={styles.player}
            server={location.origin}
            app={data.appKey}
            url={`ezopen://oriel/${data.path}.${modes[store]}?${range}`}
            template="pcRec"
            language={locale}
            title={recording.name}
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
