'use client';
/** The bell of the header: what is new, one tab per notice type, and each notice in a window of its own. */
import { ActionIcon, Indicator, Loader, Popover, Tabs, Text, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { noticeTexts } from '../../../lib/i18n/console/notice.ts';
import { useWords } from '../session/use-words.ts';
import styles from './notice.module.css';
import { firstNoticeType, type Notice, useMarkRead, useNoticeTypes, useUnread } from './notice-calls.ts';
import { NoticeList } from './notice-list.tsx';
import { NoticeWindow } from './notice-window.tsx';

const popoverWidth = 300;
const mostShown = 99;

export function NoticeBell() {
  const say = useWords(noticeTexts);
  const [isOpen, setOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const [type, setType] = useState(firstNoticeType);
  const [shown, setShown] = useState<Notice | null>(null);
  const types = useNoticeTypes(isOpen);
  const unread = useUnread();
  const markRead = useMarkRead();
  const count = unread.data?.total ?? 0;

  function toggle(open: boolean): void {
    setOpen(open);
    if (!open) return;
    setOpening((last) => last + 1);
    setType(firstNoticeType);
  }

  function show(notice: Notice): void {
    setShown(notice);
    setOpen(false);
    if (!notice.read) markRead.mutate({ id: notice.noticeId });
  }

  const label = count > 0 ? say('notice.bellUnread', { count }) : say('notice.bell');
  const tabs = types.data ?? [];
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={toggle}
        width={popoverWidth}
        position="bottom-end"
        shadow="md"
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>
          <Tooltip label={label} disabled={isOpen}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              radius="md"
              aria-label={label}
              onClick={() => toggle(!isOpen)}
            >
              <Indicator
                inline
                disabled={count === 0}
                label={count > mostShown ? `${mostShown}+` : count}
                size={16}
                color="red"
                offset={3}
              >
                <IconBell size={19} stroke={1.7} aria-hidden="true" />
              </Indicator>
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={say('notice.bell')}>
          {types.isPending ? (
            <div className={styles.waiting} role="status" aria-label={say('notice.loading')}>
              <Loader type="dots" size="sm" />
            </div>
          ) : (
            <Tabs value={type} onChange={(next) => next && setType(next)} keepMounted={false}>
              <Tabs.List grow>
                {tabs.map(({ dictValue, dictLabel }) => (
                  <Tabs.Tab key={dictValue} value={dictValue}>
                    {dictLabel}
                    {unread.data?.types[dictValue] ? (
                      <Text span size="xs" c="dimmed" ml={4}>
                        {unread.data.types[dictValue]}
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
                    isOpen={isOpen}
                    unread={unread.data?.types[dictValue] ?? 0}
                    onShow={show}
                    onReadAll={() => markRead.mutate({ type: dictValue })}
                  />
                </Tabs.Panel>
              ))}
            </Tabs>
          )}
        </Popover.Dropdown>
      </Popover>
      <NoticeWindow notice={shown} types={tabs} onClose={() => setShown(null)} />
    </>
  );
}
