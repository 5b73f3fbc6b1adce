'use client';
import { Kbd, Text } from '@mantine/core';
import { paletteTexts } from '../../../../lib/i18n/console/palette.ts';
import { useSettings } from '../../settings/settings-store.ts';
import { useText } from '../../text/use-text.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import styles from './palette.module.css';

const sheet = [
  ['Ctrl K', 'palette.keyPalette'],
  ['[', 'palette.keyPrevious'],
  [']', 'palette.keyNext'],
  ['/', 'palette.keySearch'],
  ['n', 'palette.keyAdd'],
  ['e', 'palette.keyExport'],
  ['r', 'palette.keyRefresh'],
  ['Ctrl S', 'palette.keySave'],
  ['?', 'palette.keySheet'],
  ['Shift F10', 'palette.keyTabMenu'],
  ['Delete', 'palette.keyCloseTab'],
] as const;

/** Dialog with all keyboard shortcuts. */
export default function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const translate = useText();
  const translatePalette = useTranslations(paletteTexts);
  const { shortcuts } = useSettings();
  return (
    <PageDialog onClose={onClose} title={translate('shell.keys')}>
      <dl className={styles.keys}>
        {sheet.map(([key, text]) => (
          <Row key={key} name={key} text={translatePalette(text)} />
        ))}
      </dl>
      {!shortcuts && (
        <Text size="sm" c="dimmed" mt="md">
          {translatePalette('palette.keysOff')}
        </Text>
      )}
    </PageDialog>
  );
}

function Row({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt>
        <Kbd>{name}</Kbd>
      </dt>
      <dd>{text}</dd>
    </>
  );
}
