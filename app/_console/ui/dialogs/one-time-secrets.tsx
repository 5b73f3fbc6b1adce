'use client';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { secretTexts } from '../../../../lib/i18n/console/secret.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useCopy } from '../use-copy.ts';
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
        <Secret
          key={name}
          name={name}
          text={text}
          onCopied={() => setCopied((all) => new Set([...all, name]))}
        />
      ))}
    </OneTimeSecretDialog>
  );
}

function Secret({
  name,
  text,
  onCopied,
}: {
  readonly name: string;
  readonly text: string;
  readonly onCopied: () => void;
}) {
  const { translate } = useTexts();
  const ofSecret = useTranslations(secretTexts);
  const input = useRef<HTMLInputElement>(null);
  const { isCopied, copy } = useCopy();
  const [isRefused, setRefused] = useState(false);
  async function take(): Promise<void> {
    const isDone = await copy(text, input.current);
    setRefused(!isDone);
    if (isDone) onCopied();
  }
  return (
    <Stack gap={4}>
      <Group align="end" wrap="nowrap">
        <TextInput ref={input} label={name} value={text} readOnly flex={1} />
        <Button variant="default" onClick={() => void take()}>
          {translate(isCopied ? 'common.copied' : 'common.copy')}
        </Button>
      </Group>
      {isRefused && (
        <Text size="sm" role="status">
          {ofSecret('secret.byHand')}
        </Text>
      )}
    </Stack>
  );
}
