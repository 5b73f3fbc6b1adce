'use client';
import { ActionIcon, Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { Notifier } from '../../ui/toasts/notifier.ts';
import type { UploadedFile, UploadKind, UploadOptions } from './upload-queue.ts';
import { useUploadQueue } from './use-upload-queue.ts';

const accepts: Readonly<Record<UploadKind, string>> = { image: 'image/*', video: 'video/*', file: '' };
/** Selects and uploads files. `onChange` receives the list when all uploads are complete. */
export function Upload({
  kind = 'image',
  count = 1,
  send,
  notifier,
  initial,
  onChange,
}: {
  readonly kind?: UploadKind;
  readonly count?: number;
  readonly send: UploadOptions['send'];
  readonly notifier: Pick<Notifier, 'show'>;
  readonly initial?: readonly UploadedFile[];
  readonly onChange: (files: readonly UploadedFile[]) => void;
}) {
  const translate = useTranslations(accountTexts);
  const { queue, items } = useUploadQueue({ kind, count, send, notifier, initial, onChange });
  return (
    <Stack gap="xs">
      <FileButton
        accept={accepts[kind]}
        multiple={count > 1}
        onChange={(chosen: File | File[] | null) => queue.add(chosen ? [chosen].flat() : [])}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} />}>
            {translate('account.uploadAdd')}
          </Button>
        )}
      </FileButton>
      {items.map((item) => (
        <Group key={item.uid} gap="xs" wrap="nowrap">
          {item.status === 'done' && kind === 'image' ? (
            // biome-ignore lint/performance/noImgElement: files of people, shown as they are
            <img src={item.cover} alt="" width={40} height={40} />
          ) : (
            <IconFile size={18} aria-hidden="true" />
          )}
          <Text size="sm" truncate {...(item.status === 'failed' ? { c: 'red' } : {})}>
            {item.name}
          </Text>
          {item.status === 'sending' || item.status === 'waiting' ? (
            <Loader size={14} role="status" aria-label={translate('account.uploading')} />
          ) : null}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={translate('account.uploadRemove', { name: item.name })}
            onClick={() => queue.remove(item.uid)}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
