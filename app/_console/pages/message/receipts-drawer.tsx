'use client';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { PagedUsers } from '../parts/paged-users.tsx';
import { useMessageText } from './use-message-text.ts';

type State = 'read' | 'unread';

export interface ReceiptsDrawerProps {
  readonly message: {
    readonly id: number;
    readonly title: string;
    readonly channels?: readonly string[] | null;
  };
  onClose(): void;
}

/** Who has read a message and when, and who has not. */
export function ReceiptsDrawer({ message, onClose }: ReceiptsDrawerProps) {
  const translate = useMessageText();
  const [state, setState] = useState<State>('read');
  const label = translate('messages.receipts');
  const mailText = (value: string) =>
    value === 'sent' || value === 'waiting' || value === 'failed' ? translate(`messages.mail.${value}`) : '';
  return (
    <PageDrawer title={`${label} · ${message.title}`} onClose={onClose}>
      <SegmentedControl
        mb="sm"
        aria-label={label}
        value={state}
        onChange={(next) => setState(next === 'unread' ? 'unread' : 'read')}
        data={[
          { value: 'read', label: translate('messages.read') },
          { value: 'unread', label: translate('messages.unread') },
        ]}
      />
      <PagedUsers
        key={state}
        label={translate(`messages.${state}`)}
        path={`/feedback/message/${message.id}/receipts`}
        query={{ state }}
        extra={[
          ...(state === 'read' ? [{ title: translate('messages.readAt'), field: 'readTime' as const }] : []),
          ...(message.channels?.includes('mail')
            ? [{ title: translate('messages.mail'), field: 'mail' as const, textOf: mailText }]
            : []),
        ]}
        empty={translate(state === 'read' ? 'messages.nobodyRead' : 'messages.everybodyRead')}
      />
    </PageDrawer>
  );
}
