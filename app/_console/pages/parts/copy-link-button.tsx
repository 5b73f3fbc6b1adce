'use client';
import { linkTexts } from '../../../../lib/i18n/console/links.ts';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { RowButton, type RowButtonProps } from './row-button.tsx';

/** A row action of lists of cameras and alarms, for those who may open the link. */
export function CopyLinkButton<Row extends object>({
  row,
  title,
  onCopy,
}: Pick<RowButtonProps<Row>, 'row' | 'title'> & { readonly onCopy: () => void }) {
  const translate = useTranslations(linkTexts);
  return (
    <HasPermi value={['iot:camera:play', 'iot:recording:play']}>
      <RowButton row={row} title={title} onClick={onCopy}>
        {translate('link.copy')}
      </RowButton>
    </HasPermi>
  );
}
