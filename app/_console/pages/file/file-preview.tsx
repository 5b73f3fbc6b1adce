'use client';
import type { infraFile } from '../../../../lib/contracts/admin/resources/infra-file.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { fileAddress } from '../../api/upload/image-address.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';

const largest = { display: 'block', maxWidth: '100%', maxHeight: '70vh', margin: '0 auto' } as const;

/** An image or a video at its full size, if the window is large enough. */
export default function FilePreview({
  file,
  onClose,
}: {
  readonly file: RowOf<typeof infraFile>;
  readonly onClose: () => void;
}) {
  const [source, name] = [fileAddress(file.url ?? ''), file.name ?? ''];
  return (
    <PageDialog title={name} size="xl" onClose={onClose}>
      {file.fileKind === 'video' ? (
        // biome-ignore lint/a11y/useMediaCaption: a file of the user has no captions
        <video src={source} controls aria-label={name} style={largest} />
      ) : (
        // biome-ignore lint/performance/noImgElement: an uploaded file, shown as it is
        <img src={source} alt={name} style={largest} />
      )}
    </PageDialog>
  );
}
