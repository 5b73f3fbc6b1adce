'use client';
import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UploadKind, uploadKinds } from '../../../../lib/contracts/admin/upload-kinds.ts';
import { fileTexts } from '../../../../lib/i18n/console/files.ts';
import { signedUploadTo } from '../../api/upload/send-upload.ts';
import { Upload } from '../../api/upload/upload.tsx';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';

const maxFiles = 20;

/** Uploads files that are kept until somebody removes them. */
export default function UploadFiles({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslations(fileTexts);
  const api = useApi();
  const queries = useQueryClient();
  const [kind, setKind] = useState<UploadKind>('image');
  return (
    <PageDialog title={translate('files.upload')} closeOnClickOutside={false} onClose={onClose}>
      <Stack>
        <SegmentedControl
          aria-label={translate('files.kind')}
          value={kind}
          onChange={(chosen) => setKind(chosen as UploadKind)}
          data={uploadKinds.map((value) => ({ value, label: translate(`files.${value}`) }))}
        />
        <Text size="xs" c="dimmed">
          {translate('files.hint')}
        </Text>
        <Upload
          key={kind}
          kind={kind}
          count={maxFiles}
          send={signedUploadTo(api, 'library')}
          notifier={browserNotifier}
          onChange={() => void queries.invalidateQueries({ queryKey: ['infra.file'] })}
        />
        <DialogButtons>
          <Button onClick={onClose}>{translate('files.done')}</Button>
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}
