'use client';
import { Button, FileButton, Group, Slider, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { problemOf } from '../../api/upload/upload-queue.ts';
import { useApi } from '../../api/use-api.ts';
import { UserAvatar } from '../../session/user-avatar.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';
import { useRemoval } from '../../ui/use-removal.ts';
import { type Profile, useAccountChanged } from './account-calls.ts';
import { type Crop, fullCrop, maxZoom, settled } from './crop.ts';
import { CropArea, CropPreview, cutOut } from './crop-area.tsx';

/** Selects an image below 2 MB, crops it to a square and uploads it. */
export function AvatarEditor({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations(accountTexts);
  const api = useApi();
  const changed = useAccountChanged();
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const [crop, setCrop] = useState<Crop>(fullCrop);
  const [isBusy, setBusy] = useState(false);
  /** So that the same file can be selected again. */
  const reset = useRef<() => void>(null);
  // Releases the memory of the bitmap, which cannot be drawn afterwards.
  const editor = useRemoval(() => image?.close());
  const replace = (next: ImageBitmap | null) => {
    image?.close();
    setImage(next);
  };

  const toast = (kind: 'error' | 'success', key: keyof typeof accountTexts) =>
    browserNotifier.show({ kind, message: translate(key), durationMs: errorNoticeMs });

  async function choose(file: File | null): Promise<void> {
    reset.current?.();
    if (!file) return;
    const problem = problemOf(file, 'image');
    if (problem) {
      toast('error', problem === 'large' ? 'account.uploadLarge' : 'account.uploadNotImage');
      return;
    }
    try {
      replace(await createImageBitmap(file));
      setCrop(fullCrop);
    } catch {
      // The extension is that of an image, but the content cannot be decoded.
      toast('error', 'account.uploadNotImage');
    }
  }

  async function save(): Promise<void> {
    if (!image) return;
    setBusy(true);
    try {
      const form = new FormData();
      form.append('file', await cutOut(image, crop), 'avatar.png');
      await api.upload('/system/user/profile/avatar', form, { allowDuplicate: true });
      replace(null);
      toast('success', 'account.saved');
      await changed();
    } catch {
      // The error has been shown; the image is kept for a retry.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack ref={editor} gap="md">
      <Text size="sm" c="dimmed">
        {translate('account.avatarLead')}
      </Text>
      <Group align="flex-start" gap="xl">
        {image ? (
          <Stack gap="sm">
            <CropArea image={image} crop={crop} onChange={setCrop} label={translate('account.cropArea')} />
            <Slider
              label={null}
              min={1}
              max={maxZoom}
              step={0.05}
              value={crop.zoom}
              onChange={(zoom) => setCrop(settled(image, { ...crop, zoom }))}
              thumbLabel={translate('account.zoom')}
            />
          </Stack>
        ) : null}
        <Stack gap="xs" align="center">
          <Text size="sm">{translate(image ? 'account.preview' : 'account.avatarNow')}</Text>
          {image ? <CropPreview image={image} crop={crop} /> : <UserAvatar user={profile} size={96} />}
        </Stack>
      </Group>
      <Group>
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          resetRef={reset}
          onChange={(file) => void choose(file)}
        >
          {(props) => (
            <Button {...props} variant="default">
              {translate('account.chooseImage')}
            </Button>
          )}
        </FileButton>
        <Button disabled={!image} loading={isBusy} onClick={() => void save()}>
          {translate('account.avatarSave')}
        </Button>
      </Group>
    </Stack>
  );
}
