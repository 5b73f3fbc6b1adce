'use client';
import { Menu } from '@mantine/core';
import { linkTexts } from '../../../../lib/i18n/console/links.ts';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';

/** In the menu of a camera or alarm, for those who may open the link. */
export function CopyLinkItem({ onCopy }: { onCopy(): void }) {
  const translate = useTranslations(linkTexts);
  return (
    <HasPermi value={['iot:camera:play', 'iot:recording:play']}>
      <Menu.Item onClick={onCopy}>{translate('link.copy')}</Menu.Item>
    </HasPermi>
  );
}
