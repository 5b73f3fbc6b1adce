'use client';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../api/request.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { useMessageText } from './use-message-text.ts';

export interface RecallDialogProps {
  readonly message: { readonly id: number; readonly title: string };
  onClose(): void;
  onRecalled(): void;
}

/** Asks why a message is recalled. */
export function RecallDialog({ message, onClose, onRecalled }: RecallDialogProps) {
  const translate = useMessageText();
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const { id, title } = message;
  const recall = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.put('/feedback/message/recall', { id, reason });
      notifications.show({ message: translate('messages.recalled', { title }), role: 'status' });
      onRecalled();
    } catch {
      // Reported by the call.
      setBusy(false);
    }
  };
  return (
    <PageDialog
      title={translate('messages.recallOf', { title })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void recall();
        }}
      >
        <Stack>
          <Text size="sm">{translate('messages.recallWhy')}</Text>
          <Textarea
            label={translate('messages.reason')}
            withAsterisk
            data-autofocus
            autosize
            minRows={2}
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <DialogButtons>
            <Button variant="default" onClick={onClose}>
              {translate('common.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={reason.trim() === ''} loading={isBusy}>
              {translate('messages.recall')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </PageDialog>
  );
}
