'use client';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { feedbackFeedback } from '../../../../lib/contracts/admin/resources/feedback-feedback.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { api } from '../../api/request.ts';
import { useUnsavedDialog } from '../../shell/page/use-unsaved-dialog.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import styles from './feedback.module.css';
import { Pictures } from './pictures.tsx';
import { useFeedbackText } from './use-feedback-text.ts';

export interface ReplyDialogProps {
  readonly feedback: RowOf<typeof feedbackFeedback>;
  onClose(): void;
  onReplied(): void;
}

/** Replies to feedback; an earlier reply is changed. */
export function ReplyDialog({ feedback, onClose, onReplied }: ReplyDialogProps) {
  const translate = useFeedbackText();
  const [reply, setReply] = useState(feedback.reply ?? '');
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.put('/feedback/feedback/reply', { id: feedback.id, reply });
      notifications.show({ message: translate('feedback.replied'), role: 'status' });
      onReplied();
    } catch {
      // Reported by the call.
      setBusy(false);
    }
  };
  const dialog = useUnsavedDialog({
    title: translate('feedback.replyTo', { name: feedback.createBy ?? '' }),
    isUnsaved: reply !== (feedback.reply ?? ''),
    onClose,
  });
  return (
    <PageDialog {...dialog} size="lg" closeOnClickOutside={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack>
          <Text size="sm" className={styles.text ?? ''}>
            {feedback.content}
          </Text>
          <Pictures pics={feedback.pics ?? []} />
          <Textarea
            label={translate('feedback.reply')}
            description={translate('feedback.replyHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            withAsterisk
            data-autofocus
            autosize
            minRows={3}
            maxLength={1_000}
            value={reply}
            onChange={({ currentTarget }) => setReply(currentTarget.value)}
          />
          <DialogButtons>
            <Button variant="default" onClick={dialog.onClose}>
              {translate('common.cancel')}
            </Button>
            <Button type="submit" disabled={reply.trim() === ''} loading={isBusy}>
              {translate('feedback.reply')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </PageDialog>
  );
}
