'use client';
import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { fileTypes, type UploadKind } from '../../../../lib/contracts/admin/upload-kinds.ts';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { Notifier } from '../../ui/toasts/notifier.ts';
import type { UploadedFile, UploadOptions } from './upload-queue.ts';
import { useUploadQueue } from './use-upload-queue.ts';

const accepts: Readonly<Record<UploadKind, string>> = {
  image: 'image/*',
  video: 'video/mp4,video/webm',
  file: Object.keys(fileTypes)
    .map((extension) => `.${extension}`)
    .join(','),
};

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
  /** So that the same file can be selected again. */
  const reset = useRef<() => void>(null);
  const { queue, items } = useUploadQueue({ kind, count, send, notifier, initial, onChange });
  return (
    <Stack gap="xs" pb={items.length > 0 ? 4 : 0}>
      <FileButton
        accept={accepts[kind]}
        multiple={count > 1}
        resetRef={reset}
        onChange={(chosen: File | File[] | null) => {
          queue.add(chosen ? [chosen].flat() : []);
          reset.current?.();
        }}
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
          <Stack gap={2} flex={1} miw={0}>
            <Text size="sm" truncate {...(item.status === 'failed' ? { c: 'red' } : {})}>
              {item.status === 'failed' ? translate('account.uploadNotSent', { name: item.name }) : item.name}
            </Text>
            {item.status === 'sending' || item.status === 'waiting' ? (
              <Progress
                size="sm"
                value={Math.round((item.progress ?? 0) * 100)}
                aria-label={translate(
                  item.status === 'sending' ? 'account.uploading' : 'account.uploadWaiting',
                  { name: item.name },
                )}
              />
            ) : null}
          </Stack>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={translate(
              item.status === 'sending' ? 'account.uploadCancel' : 'account.uploadRemove',
              {
                name: item.name,
              },
            )}
            onClick={() => queue.remove(item.uid)}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
