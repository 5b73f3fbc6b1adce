'use client';
import { Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { signedUploadTo } from '../../api/upload/send-upload.ts';
import { Upload } from '../../api/upload/upload.tsx';
import type { UploadedFile } from '../../api/upload/upload-queue.ts';
import { useApi } from '../../api/use-api.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { storedFile } from '../parts/stored-file.ts';

/** One image, uploaded or removed. `value`: its address, or empty. */
export default function LogoInput({
  label,
  error,
  value,
  onChange,
}: {
  readonly label: string;
  readonly error: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const api = useApi();
  const translate = usePageText();
  return (
    <Input.Wrapper
      label={label}
      description={translate('pages.setting.logo')}
      error={error}
      labelElement="div"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Upload
        kind="image"
        send={signedUploadTo(api)}
        notifier={browserNotifier}
        initial={value ? [storedFile(value)] : []}
        onChange={(files: readonly UploadedFile[]) => onChange(files.at(-1)?.url ?? '')}
      />
    </Input.Wrapper>
  );
}
