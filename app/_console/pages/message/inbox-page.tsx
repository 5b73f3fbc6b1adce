'use client';
/** `/account/inbox`: the user's messages. */
import {
  Badge,
  Button,
  Group,
  Pagination,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ReadMessage } from '../../../../lib/contracts/admin/calls/message.calls.ts';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { api } from '../../api/request.ts';
import { messagesTab } from '../../shell/notices/notice-calls.ts';
import { asNotice, useMarkRead, useNoticesChanged } from '../../shell/notices/notice-list-calls.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './inbox.module.css';
import { useMessageText } from './use-message-text.ts';
import { useMessageTypes } from './use-message-types.ts';

const MessageWindow = lazy(() => import('../../shell/notices/notice-window.tsx'));

const pageSize = 10;

export default function InboxPage() {
  const translate = useMessageText();
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const [pageNum, setPageNum] = useState(1);
  const [shown, setShown] = useState<ReadMessage | null>(null);
  const types = useMessageTypes();
  const markRead = useMarkRead();
  const query = { pageNum, pageSize, unread: isUnreadOnly ? '1' : '0' };
  const { data, error, refetch } = useQuery({
    queryKey: ['feedback.inbox', query],
    queryFn: ({ signal }) =>
      api.get<Page<ReadMessage>>('/feedback/inbox/list', { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const refresh = useNoticesChanged();
  const open = (message: ReadMessage) => {
    setShown(message);
    if (!message.read) markRead.mutate({ type: messagesTab, id: message.messageId });
  };
  const remove = async ({ messageId, title }: ReadMessage): Promise<void> => {
    const isSure = await confirmAction({
      title: translate('messages.removeOf', { title }),
      message: translate('messages.removeWhy'),
    });
    if (!isSure) return;
    try {
      await api.post('/feedback/inbox/remove', { ids: [messageId] });
      await refresh();
    } catch {
      // Reported by the call.
    }
  };
  const records = data?.records ?? [];
  const total = data?.total ?? 0;
  // Messages leave the list when they are removed, and when they are read that of unread ones.
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (data && pageNum > lastPage) setPageNum(lastPage);
  }, [data, pageNum, lastPage]);
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} maw={960} mx="auto">
      <Group justify="space-between" mb="md">
        <SegmentedControl
          aria-label={translate('messages.show')}
          value={isUnreadOnly ? 'unread' : 'all'}
          onChange={(next) => {
            setUnreadOnly(next === 'unread');
            setPageNum(1);
          }}
          data={[
            { value: 'all', label: translate('messages.all') },
            { value: 'unread', label: translate('messages.unread') },
          ]}
        />
        <Button
          variant="default"
          disabled={!records.some(({ read }) => !read)}
          loading={markRead.isPending && markRead.variables.id === undefined}
          onClick={() => markRead.mutate({ type: messagesTab })}
        >
          {translate('messages.readAll')}
        </Button>
      </Group>
      {!data && !error && <Skeleton height={240} />}
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && records.length === 0 && (
        <Text c="dimmed" ta="center" py="xl" role="status">
          {translate(isUnreadOnly ? 'messages.noneUnread' : 'messages.none')}
        </Text>
      )}
      {records.length > 0 && (
        <ul className={styles.list}>
          {records.map((message) => (
            <li key={message.messageId} className={styles.item}>
              <UnstyledButton className={styles.open} onClick={() => open(message)}>
                <span className={styles.title} data-unread={!message.read || undefined}>
                  {!message.read && <VisuallyHidden>{translate('messages.unread')} </VisuallyHidden>}
                  {message.title}
                </span>
                <span className={styles.facts}>
                  {types.labelOf(message.type) && (
                    <Badge variant="light" radius="sm" tt="none" component="span">
                      {types.labelOf(message.type)}
                    </Badge>
                  )}
                  <span>{message.sender || translate('messages.system')}</span>
                  <time>{message.sendTime}</time>
                </span>
              </UnstyledButton>
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                aria-label={translate('messages.removeOf', { title: message.title })}
                onClick={() => void remove(message)}
              >
                {translate('messages.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {total > 0 && (
        <Stack align="center" gap="xs" mt="md">
          <Text size="xs" c="dimmed" aria-live="polite">
            {translate('messages.count', { count: total })}
          </Text>
          {total > pageSize && (
            <Pagination
              size="sm"
              total={Math.ceil(total / pageSize)}
              value={pageNum}
              onChange={setPageNum}
              getControlProps={(control) => ({
                'aria-label': translate(control === 'next' ? 'messages.nextPage' : 'messages.previousPage'),
              })}
            />
          )}
        </Stack>
      )}
      <Suspense>
        {shown && (
          <MessageWindow
            notice={{ ...asNotice(shown), noticeType: shown.type }}
            types={types.all}
            onClose={() => setShown(null)}
          />
        )}
      </Suspense>
    </Paper>
  );
}
