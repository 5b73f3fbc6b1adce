'use client';
import { ActionIcon, Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import {
  type AppPlatform,
  maxPackageBytes,
  packageExtensions,
} from '../../../../lib/contracts/admin/app-package.ts';
import { appVersion } from '../../../../lib/contracts/admin/resources/app-version.resource.ts';
import { appVersionTexts } from '../../../../lib/i18n/console/app-versions.ts';
import { ApiError, mayPass } from '../../api/api-error.ts';
import { useApi } from '../../api/use-api.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useWork } from '../../ui/form-work.ts';
import { useRemoval } from '../../ui/use-removal.ts';
import { bytesText } from '../parts/bytes-text.ts';
import { type SentPackage, sendPackage } from './send-package.ts';

interface Sending {
  readonly name: string;
  /** From 0 to 1. */
  readonly done: number;
  readonly abort: AbortController;
}

/** The address of the package: entered, or that of a package that is uploaded here. */
export function PackageInput({
  form,
  isDisabled,
}: {
  readonly form: FormExtraProps<typeof appVersion>;
  readonly isDisabled: boolean;
}) {
  const translate = useTranslations(appVersionTexts);
  const { local } = useTexts();
  const platform = String(form.values.platform ?? '') as AppPlatform;
  const types = packageExtensions[platform] ?? [];
  const upload = usePackageUpload(platform, (sent) => {
    form.set('packageUrl', sent.url);
    form.set('packageSize', sent.size);
    form.set('sha256', sent.sha256);
  });
  const hint =
    types.length > 0
      ? translate('appVersion.uploadHint', { types: types.join(translate('appVersion.list')) })
      : translate('appVersion.addressHint');
  return (
    <Stack ref={upload.element} gap="xs">
      <Group align="flex-start" gap="sm">
        <TextInput
          flex="1 1 220px"
          label={local(appVersion.fields.packageUrl.label)}
          description={isDisabled ? undefined : hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled={isDisabled}
          error={form.errors.packageUrl}
          value={String(form.values.packageUrl ?? '')}
          onChange={({ currentTarget }) => form.set('packageUrl', currentTarget.value)}
        />
        {types.length > 0 && !isDisabled && (
          <FileButton
            accept={types.map((type) => `.${type}`).join(',')}
            resetRef={upload.reset}
            onChange={(file) => file && void upload.send(file)}
          >
            {(props) => (
              <Button
                {...props}
                mt={{ base: 0, sm: 25 }}
                variant="default"
                leftSection={<IconUpload size={16} />}
                disabled={upload.sending !== null}
              >
                {translate('appVersion.upload')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {upload.sending && (
        <Group gap="xs" wrap="nowrap">
          <Progress
            flex={1}
            size="sm"
            value={Math.round(upload.sending.done * 100)}
            aria-label={translate('appVersion.uploading', { name: upload.sending.name })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={translate('appVersion.cancel')}
            onClick={() => upload.sending?.abort.abort()}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      )}
      <div aria-live="polite">
        {upload.problem !== null && (
          <Text size="sm" c="red">
            {upload.problem}
          </Text>
        )}
        {upload.sent && (
          <Text size="sm" c="dimmed">
            {translate('appVersion.uploaded', {
              name: upload.sent.fileName,
              size: bytesText(upload.sent.size),
            })}
          </Text>
        )}
      </div>
    </Stack>
  );
}

/** One upload at a time. It ends with the form. */
function usePackageUpload(platform: AppPlatform, onSent: (sent: SentPackage) => void) {
  const translate = useTranslations(appVersionTexts);
  const api = useApi();
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [sent, setSent] = useState<SentPackage | null>(null);
  /** So that the same file can be selected again. */
  const reset = useRef<() => void>(null);
  const running = useRef<AbortController | null>(null);
  const element = useRemoval(() => running.current?.abort());
  useWork(sending !== null);

  async function send(file: File): Promise<void> {
    reset.current?.();
    setSent(null);
    if (file.size > maxPackageBytes) return setProblem(translate('appVersion.large'));
    setProblem(null);
    const abort = new AbortController();
    running.current = abort;
    setSending({ name: file.name, done: 0, abort });
    try {
      const found = await sendPackage(api, file, platform, {
        signal: abort.signal,
        onProgress: (done) => setSending({ name: file.name, done, abort }),
      });
      setSent(found);
      onSent(found);
    } catch (error) {
      if (!abort.signal.aborted) {
        const isRefused = error instanceof ApiError && !mayPass(error);
        setProblem(isRefused ? error.message : translate('appVersion.failed'));
      }
    } finally {
      setSending(null);
    }
  }

  return { sending, problem, sent, reset, element, send };
}
