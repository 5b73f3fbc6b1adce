'use client';
import { Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { linkTexts } from '../../../../lib/i18n/console/links.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';

/** A text that the browser did not let the page copy, selected. */
export default function CopyByHand({
  text,
  onClose,
}: {
  readonly text: string;
  readonly onClose: () => void;
}) {
  const translate = useTranslations(linkTexts);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.select(), []);
  return (
    <PageDialog onClose={onClose} title={translate('link.byHand')}>
      <Textarea
        ref={area}
        aria-label={translate('link.byHand')}
        readOnly
        autosize
        maxRows={12}
        data-autofocus
        value={text}
      />
    </PageDialog>
  );
}
