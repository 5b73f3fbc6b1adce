'use client';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { OrielPlayer } from '../../../../host-sdk/react/index.tsx';
import { useLocale } from '../../text/use-locale.ts';
import styles from './console-player.module.css';

/** A token for one camera, which ends with this session. */
interface PlayerAccess {
  readonly appKey: string;
  readonly accessToken: string;
  /** Camera in an address: `serial/channel`. */
  readonly path: string;
}

/** The real player, embedded with the public SDK. */
export function ConsolePlayer({
  accessKey,
  fetchAccess,
  addressOf,
  failedText,
  ...player
}: Pick<
  ComponentProps<typeof OrielPlayer>,
  | 'template'
  | 'themeData'
  | 'isMobile'
  | 'language'
  | 'title'
  | 'ref'
  | 'onState'
  | 'shareButton'
  | 'linkButton'
  | 'microphone'
> & {
  /** Key of the request for access, of the camera. Not below a list's key, whose refresh would restart the player. */
  readonly accessKey: readonly string[];
  readonly fetchAccess: () => Promise<PlayerAccess>;
  /** Path, mode and query of what is played, from the camera's path. */
  readonly addressOf: (path: string) => string;
  readonly failedText: string;
}) {
  const locale = useLocale();
  const [failure, setFailure] = useState<string | null>(null);
  const { data, isError } = useQuery({
    queryKey: accessKey,
    queryFn: fetchAccess,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div>
      {isError && <Alert color="red">{failedText}</Alert>}
      <div className={styles.video}>
        {data && (
          <OrielPlayer
            language={locale}
            {...player}
            className={styles.player}
            server={location.origin}
            app={data.appKey}
            url={`ezopen://oriel/${addressOf(data.path)}`}
            // The first token is available; later requests fetch a new one.
            getToken={async (reason) => (reason === 'start' ? data : await fetchAccess()).accessToken}
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
