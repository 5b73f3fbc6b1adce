'use client';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { ConsolePlayer } from '../parts/console-player.tsx';
import { useClosingByKey } from '../parts/use-closing-by-key.ts';
import { usePlayerLink } from '../parts/use-copy-link.tsx';
import type { CameraPreview } from './camera-data.ts';

/** Live video of one camera. */
export default function CameraPreviewDialog({
  camera,
  onClose,
}: {
  readonly camera: Pick<RowOf<typeof iotCamera>, 'id' | 'name'>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const { player, ref, onState } = useClosingByKey(onClose);
  const linkDialog = usePlayerLink(player);
  const { id } = camera;
  return (
    <PageDialog onClose={onClose} size={900} title={translate('pages.previewOf', { name: camera.name })}>
      <ConsolePlayer
        ref={ref}
        onState={onState}
        accessKey={['preview', id]}
        fetchAccess={() => api.post<CameraPreview>('/iot/camera/preview', { id }, { allowDuplicate: true })}
        addressOf={(path) => path}
        failedText={translate('pages.previewFailed')}
        template="pcLive"
        linkButton
        microphone
        title={camera.name}
      />
      {linkDialog}
    </PageDialog>
  );
}
