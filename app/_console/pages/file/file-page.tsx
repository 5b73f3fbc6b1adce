'use client';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { infraFile } from '../../../../lib/contracts/admin/resources/infra-file.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { fileTexts } from '../../../../lib/i18n/console/files.ts';
import { fileAddress } from '../../api/upload/image-address.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { bytesText } from '../parts/bytes-text.ts';
import { RowButton } from '../parts/row-button.tsx';
import { FileName } from './file-name.tsx';

const UploadFiles = lazy(() => import('./upload-files.tsx'));
const FilePreview = lazy(() => import('./file-preview.tsx'));

/** Uploaded files: what they are, who uses them, and uploading files to keep. */
export default function FilePage() {
  const translate = useTranslations(fileTexts);
  const [isUploading, setUploading] = useState(false);
  const [shown, setShown] = useState<RowOf<typeof infraFile> | null>(null);
  const upload = () => (
    <HasPermi value={['infra:file:add']}>
      <Button leftSection={<IconUpload size={16} />} onClick={() => setUploading(true)}>
        {translate('files.upload')}
      </Button>
    </HasPermi>
  );
  return (
    <>
      <ResourcePage
        resource="infra.file"
        slots={{
          toolbar: upload,
          emptyAction: upload,
          columns: {
            name: (row) => <FileName file={row} />,
            size: ({ size }) => bytesText(Number(size)),
          },
          rowActions: (row) =>
            row.fileKind === 'file' ? (
              <Button
                component="a"
                href={fileAddress(row.url ?? '')}
                size="compact-sm"
                variant="subtle"
                aria-label={`${translate('files.download')} ${row.name}`}
              >
                {translate('files.download')}
              </Button>
            ) : (
              <RowButton row={row} title="name" onClick={setShown}>
                {translate('files.preview')}
              </RowButton>
            ),
        }}
      />
      <Suspense>
        {isUploading && <UploadFiles onClose={() => setUploading(false)} />}
        {shown && <FilePreview file={shown} onClose={() => setShown(null)} />}
      </Suspense>
    </>
  );
}
