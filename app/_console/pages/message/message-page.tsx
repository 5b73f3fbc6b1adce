'use client';
import { Typography } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { feedbackMessage } from '../../../../lib/contracts/admin/resources/feedback-message.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { CleanHtml } from '../../shell/notices/clean-html.tsx';
import { FreshReceivers, Receivers } from '../parts/receivers.tsx';
import { RowButton } from '../parts/row-button.tsx';
import { ChannelsInput, StateInput, TitleInput } from './message-inputs.tsx';
import { RecallDialog } from './recall-dialog.tsx';
import { ReceiptsDrawer } from './receipts-drawer.tsx';
import { useMessageText } from './use-message-text.ts';

type Message = RowOf<typeof feedbackMessage>;

/** Messages that this user and others of the data scope wrote. */
export default function MessagePage() {
  const translate = useMessageText();
  const queries = useQueryClient();
  const [receiptsOf, setReceiptsOf] = useState<Message | null>(null);
  const [recalled, setRecalled] = useState<Message | null>(null);
  return (
    <>
      <ResourcePage
        resource="feedback.message"
        slots={{
          inputs: {
            title: (form) => <TitleInput {...form} />,
            status: (form) => <StateInput {...form} />,
            targetIds: (form) => <Receivers {...form} />,
            channels: (form) => <ChannelsInput {...form} />,
          },
          formExtra: (form) => <FreshReceivers {...form} />,
          columns: {
            content: ({ content }) => (
              <Typography>
                <CleanHtml html={content ?? ''} />
              </Typography>
            ),
          },
          rowActions: (row) => (
            <RowButton row={row} title="title" onClick={setReceiptsOf} isRare>
              {translate('messages.receipts')}
            </RowButton>
          ),
          actions: { recall: ([row]) => setRecalled(row ?? null) },
        }}
      />
      {receiptsOf && <ReceiptsDrawer message={receiptsOf} onClose={() => setReceiptsOf(null)} />}
      {recalled && (
        <RecallDialog
          message={recalled}
          onClose={() => setRecalled(null)}
          onRecalled={() => {
            setRecalled(null);
            void queries.invalidateQueries({ queryKey: ['feedback.message'] });
          }}
        />
      )}
    </>
  );
}
