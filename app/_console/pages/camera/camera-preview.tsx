'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Player, PlayerSnapshot } from '../../../../host-sdk/index.ts';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { ConsolePlayer } from '../parts/console-player.tsx';
import type { CameraPreview } from './camera-data.ts';

/** Live video of one camera. */
export default function CameraPreviewDialog({
  camera,
  onClose,
}: {
  readonly camera: RowOf<typeof iotCamera>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const closeByKey = useClosingByKey(onClose);
  const { id } = camera;
  return (
    <PageDialog onClose={onClose} size={900} title={translate('pages.previewOf', { name: camera.name })}>
      <ConsolePlayer
        {...closeByKey}
        accessKey={['preview', id]}
        fetchAccess={() => api.post<CameraPreview>('/iot/camera/preview', { id }, { allowDuplicate: true })}
        addressOf={(path) => path}
        failedText={translate('pages.previewFailed')}
        template="pcLive"
        title={camera.name}
      />
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
