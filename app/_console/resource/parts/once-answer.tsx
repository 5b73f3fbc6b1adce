'use client';
import { Alert, Button, CopyButton, Group, Modal, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import dialog from './dialog.module.css';
import { useTexts } from './use-texts.ts';

/** What a server tells this once: a secret, a one-time password. Kept nowhere. */
export default function OnceAnswer({
  what,
  texts,
  onClose,
}: {
  readonly what: string;
  readonly texts: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}) {
  const { say } = useTexts();
  return (
    <Modal
      opened
      centered
      title={what}
      classNames={{ title: dialog.title }}
      onClose={onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <Stack>
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {say('resource.shownOnce')}
        </Alert>
        {Object.entries(texts).map(([name, text]) => (
          <Group key={name} align="end" wrap="nowrap">
            <TextInput label={name} value={text} readOnly flex={1} />
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {say(copied ? 'common.copied' : 'common.copy')}
                </Button>
              )}
            </CopyButton>
          </Group>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{say('common.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
