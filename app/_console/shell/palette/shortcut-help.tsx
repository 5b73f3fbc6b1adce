'use client';
import { Kbd, Text } from '@mantine/core';
import { useSettings } from '../../settings/settings-store.ts';
import { useText } from '../../text/use-text.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import styles from './palette.module.css';

const sheet = [
  ['Ctrl K', 'shell.keyPalette'],
  ['[', 'shell.keyPrevious'],
  [']', 'shell.keyNext'],
  ['/', 'shell.keySearch'],
  ['n', 'shell.keyAdd'],
  ['e', 'shell.keyExport'],
  ['r', 'shell.keyRefresh'],
  ['?', 'shell.keySheet'],
  ['Shift F10', 'shell.keyTabMenu'],
  ['Delete', 'shell.keyCloseTab'],
] as const;

/** Dialog with all keyboard shortcuts. */
export default function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const translate = useText();
  const { shortcuts } = useSettings();
  return (
    <PageDialog onClose={onClose} title={translate('shell.keys')}>
      <dl className={styles.keys}>
        {sheet.map(([key, text]) => (
          <Row key={key} name={key} text={translate(text)} />
        ))}
      </dl>
      {!shortcuts && (
        <Text size="sm" c="dimmed" mt="md">
          {translate('shell.keysOff')}
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
