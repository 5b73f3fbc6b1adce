'use client';
import { Alert, Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { OneTimeSecretDialog } from './one-time-secret-dialog.tsx';

/** Values returned by the server once, such as a secret or one-time password. Not stored. */
export default function OneTimeSecrets({
  what,
  texts,
  note,
  onClose,
}: {
  readonly what: string;
  readonly texts: Readonly<Record<string, string>>;
  /** Additional text. */
  readonly note?: string;
  readonly onClose: () => void;
}) {
  const { translate } = useTexts();
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set());
  return (
    <OneTimeSecretDialog title={what} isSaved={copied.size === Object.keys(texts).length} onClose={onClose}>
      <Alert color="yellow" icon={<IconAlertTriangle />}>
        {translate('resource.shownOnce')}
      </Alert>
      {note && <Text size="sm">{note}</Text>}
      {Object.entries(texts).map(([name, text]) => (
        <Group key={name} align="end" wrap="nowrap">
          <TextInput label={name} value={text} readOnly flex={1} />
          <CopyButton value={text}>
            {({ copied: isCopied, copy }) => (
              <Button
                variant="default"
                onClick={() => {
                  copy();
                  setCopied((all) => new Set([...all, name]));
                }}
              >
                {translate(isCopied ? 'common.copied' : 'common.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      ))}
    </OneTimeSecretDialog>
  );
}
