'use client';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Player, PlayerSnapshot } from '../../../../host-sdk/index.ts';
import { OrielPlayer } from '../../../../host-sdk/react/index.tsx';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { useLocale } from '../../text/use-locale.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import styles from './camera.module.css';
import type { CameraPreview } from './camera-data.ts';

/** The real player, embedded with the public SDK. Its token ends with this session. */
export default function CameraPreviewDialog({
  camera,
  onClose,
}: {
  readonly camera: RowOf<typeof iotCamera>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const locale = useLocale();
  const [failure, setFailure] = useState<string | null>(null);
  const closeByKey = useClosingByKey(onClose);
  const { id } = camera;
  const confirm = () => api.post<CameraPreview>('/iot/camera/preview', { id }, { allowDuplicate: true });
  const { data, isError } = useQuery({
    // Not below `iot.camera`, so that refreshing the list does not restart the preview.
    queryKey: ['preview', id],
    queryFn: confirm,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <PageDialog onClose={onClose} size={900} title={translate('pages.previewOf', { name: camera.name })}>
      {isError && <Alert color="red">{translate('pages.previewFailed')}</Alert>}
      <div className={styles.video}>
        {data && (
          <OrielPlayer
            {...closeByKey}
            className={styles.player}
            server={location.origin}
            app={data.appKey}
            url={`ezopen://oriel/${data.path}`}
            template="pcLive"
            language={locale}
            title={camera.name}
            // The first token is available; later requests fetch a new one.
            getToken={async (reason) => (reason === 'start' ? data : await confirm()).accessToken}
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
    </PageDialog>
  );
}

/** Closes the dialog on Escape, which the player reports if it did not use it itself. */
function useClosingByKey(onClose: () => void) {
  const [player, setPlayer] = useState<Player | null>(null);
  const state = useRef<PlayerSnapshot | null>(null);
  useEffect(
    () =>
      player?.on('esc', () => {
        // Escape leaves fullscreen first; the player reports that later.
        if (!state.current?.webFullScreen && !state.current?.fullScreen) onClose();
      }),
    [player, onClose],
  );
  const onState = useCallback((next: PlayerSnapshot) => {
    state.current = next;
  }, []);
  return { ref: setPlayer, onState };
}
