'use client';
/** Images of a text: uploaded one by one and inserted at the cursor. */
import { FileButton, Loader } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconPhoto } from '@tabler/icons-react';
import { Image, type SetImageOptions } from '@tiptap/extension-image';
import { useRef } from 'react';
import { editorImageTexts } from '../../../../lib/i18n/console/editor.ts';
import { uploadedImage } from '../../api/upload/image-address.ts';
import { uploadTo } from '../../api/upload/send-upload.ts';
import type { UploadedFile } from '../../api/upload/upload-queue.ts';
import { useUploadQueue } from '../../api/upload/use-upload-queue.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import { errorNoticeMs } from '../../ui/toasts/notifier.ts';

const kinds = 'image/png,image/jpeg,image/webp,image/gif';
const maxImages = 20;

/** Allows images of this console only, also in pasted HTML. */
export const OwnImage = Image.extend({
  addInputRules: () => [],
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (image) => (uploadedImage(image.getAttribute('src')) === null ? false : null),
    },
  ],
});

export interface EditorImages {
  add(files: readonly File[]): void;
  /** True if the pasted or dropped data consists of images only, which are uploaded. */
  takes(data: DataTransfer | null): boolean;
  readonly isBusy: boolean;
}

export function useEditorImages(insert: (images: readonly SetImageOptions[]) => void): EditorImages {
  const translate = useTranslations(editorImageTexts);
  const api = useApi();
  const inserted = useRef(new Set<string>());
  const { queue, isBusy } = useUploadQueue({
    kind: 'image',
    count: maxImages,
    send: uploadTo(api, '/common/upload'),
    notifier: browserNotifier,
    onChange(files) {
      const fresh = files.filter(({ uid }) => !inserted.current.has(uid));
      for (const { uid } of fresh) inserted.current.add(uid);
      if (fresh.length > 0) insert(fresh.map(asImage));
    },
  });
  return {
    add: (files) => queue.add(files),
    takes(data) {
      if (!data) return false;
      const html = data.getData('text/html');
      const files = [...data.files].filter(({ type }) => type.startsWith('image/'));
      if (files.length > 0 && !hasAltText(html)) {
        queue.add(files);
        return true;
      }
      if (sourcesIn(html).some((source) => uploadedImage(source) === null))
        browserNotifier.show({
          kind: 'warning',
          message: translate('editor.noImages'),
          durationMs: errorNoticeMs,
        });
      return false;
    },
    isBusy,
  };
}

export function ImageControl({ images }: { readonly images: EditorImages }) {
  const translate = useTranslations(editorImageTexts);
  // Allows selecting the same file again.
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={kinds}
      multiple
      resetRef={reset}
      onChange={(files) => {
        images.add(files);
        reset.current?.();
      }}
    >
      {(props) => (
        <RichTextEditor.Control
          {...props}
          aria-label={translate('editor.addImage')}
          title={translate('editor.addImage')}
        >
          {images.isBusy ? (
            <Loader size={14} role="status" aria-label={translate('editor.addingImage')} />
          ) : (
            <IconPhoto size={16} stroke={1.5} />
          )}
        </RichTextEditor.Control>
      )}
    </FileButton>
  );
}

/** The alternative text is the file name until the author changes it (see image-alt-text.tsx). */
function asImage({ url, name, width, height }: UploadedFile): SetImageOptions {
  return {
    src: uploadedImage(url) ?? url,
    alt: name.replace(/\.\w{1,5}$/, ''),
    ...(width === undefined || height === undefined ? {} : { width, height }),
  };
}

/** Browsers provide a copied image as a file and as a tag; copied text has other content too. */
const hasAltText = (html: string) => html.replace(/<!--[\s\S]*?-->|<[^>]*>/g, '').trim() !== '';

const sourcesIn = (html: string) =>
  [...html.matchAll(/<img\b[^>]*?\ssrc=(?:"([^"]*)"|'([^']*)')/gi)].map(
    ([, double, single]) => double ?? single ?? '',
  );
