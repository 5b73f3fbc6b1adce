'use client';
import { Tabs, Text } from '@mantine/core';
import type { Notice, NoticeType } from './notice-calls.ts';
import { NoticeList } from './notice-list.tsx';

/** Content of the bell's popover: one tab per notice type. */
export default function NoticeTabs({
  types,
  type,
  onType,
  opening,
  isOpen,
  unread,
  onShow,
  onReadAll,
}: {
  readonly types: readonly NoticeType[];
  readonly type: string;
  readonly onType: (type: string) => void;
  readonly opening: number;
  readonly isOpen: boolean;
  readonly unread: Readonly<Record<string, number>>;
  readonly onShow: (notice: Notice) => void;
  readonly onReadAll: (type: string) => void;
}) {
  return (
    <Tabs value={type} onChange={(next) => next && onType(next)} keepMounted={false}>
      <Tabs.List grow>
        {types.map(({ dictValue, dictLabel }) => (
          <Tabs.Tab key={dictValue} value={dictValue}>
            {dictLabel}
            {unread[dictValue] ? (
              <Text span size="xs" c="dimmed" ml={4}>
                {unread[dictValue]}
              </Text>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {types.map(({ dictValue }) => (
        <Tabs.Panel key={dictValue} value={dictValue}>
          <NoticeList
            type={dictValue}
            opening={opening}
            isOpen={isOpen}
            unread={unread[dictValue] ?? 0}
            onShow={onShow}
            onReadAll={() => onReadAll(dictValue)}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
