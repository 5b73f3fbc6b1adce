'use client';
import { Group, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { uploadedImage } from '../../api/upload/image-address.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import styles from './feedback.module.css';
import { useFeedbackText } from './use-feedback-text.ts';

/** Pictures of feedback, as small ones that open. Only pictures of this console are shown. */
export function Pictures({ pics }: { readonly pics: readonly string[] }) {
  const translate = useFeedbackText();
  const [open, setOpen] = useState<number | null>(null);
  const sources = pics.flatMap((url) => uploadedImage(url) ?? []);
  if (sources.length === 0) return null;
  const nameOf = (index: number) => translate('feedback.picture', { number: index + 1 });
  const shown = open === null ? undefined : sources[open];
  return (
    <>
      <Group gap="xs" role="group" aria-label={translate('feedback.pictures')}>
        {sources.map((source, index) => (
          <UnstyledButton key={source} className={styles.picture} onClick={() => setOpen(index)}>
            {/* biome-ignore lint/performance/noImgElement: an uploaded picture, shown as it is */}
            <img src={source} alt={nameOf(index)} loading="lazy" />
          </UnstyledButton>
        ))}
      </Group>
      {shown && open !== null && (
        <PageDialog title={nameOf(open)} size="xl" onClose={() => setOpen(null)}>
          {/* biome-ignore lint/performance/noImgElement: an uploaded picture, shown as it is */}
          <img src={shown} alt={nameOf(open)} className={styles.large} />
        </PageDialog>
      )}
    </>
  );
}
