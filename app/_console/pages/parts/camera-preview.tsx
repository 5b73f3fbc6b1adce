'use client';
import type { cameraPreview } from '../../../../lib/contracts/admin/calls/camera.calls.ts';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { ConsolePlayer } from './console-player.tsx';
import { useClosingByKey } from './use-closing-by-key.ts';
import { usePlayerLink } from './use-copy-link.tsx';

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
        fetchAccess={() =>
          api.post<DataOf<typeof cameraPreview>>('/iot/camera/preview', { id }, { allowDuplicate: true })
        }
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
