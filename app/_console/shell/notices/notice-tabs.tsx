'use client';
import { Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { messagesTab, type Notice } from './notice-calls.ts';
import { NoticeList } from './notice-list.tsx';
import { useMarkRead, useNoticeTabs } from './notice-list-calls.ts';
import { NoticesWaiting } from './notices-waiting.tsx';

const firstType = '1';

/** Content of the bell's popover: one tab per notice type, and one for messages. */
export default function NoticeTabs({
  opening,
  unread,
  hasMessages,
  onShow,
  onAllMessages,
}: {
  /** Counts the openings of the popover. */
  readonly opening: number;
  readonly unread: Readonly<Record<string, number>>;
  readonly hasMessages: boolean;
  readonly onShow: (notice: Notice) => void;
  readonly onAllMessages: () => void;
}) {
  const tabs = useNoticeTabs(hasMessages);
  const markRead = useMarkRead();
  const [type, setType] = useState(firstType);
  if (!tabs) return <NoticesWaiting />;
  return (
    <Tabs value={type} onChange={(next) => next && setType(next)} keepMounted={false}>
      <Tabs.List grow>
        {tabs.map(({ dictValue, dictLabel }) => (
          <Tabs.Tab key={dictValue} value={dictValue} px={6} fz={13}>
            {dictLabel}
            {unread[dictValue] ? (
              <Text span size="xs" c="dimmed" ml={4}>
                {unread[dictValue]}
              </Text>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ dictValue }) => (
        <Tabs.Panel key={dictValue} value={dictValue}>
          <NoticeList
            type={dictValue}
            opening={opening}
            unread={unread[dictValue] ?? 0}
            onShow={onShow}
            onReadAll={() => markRead.mutate({ type: dictValue })}
            {...(dictValue === messagesTab ? { onAll: onAllMessages } : {})}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
