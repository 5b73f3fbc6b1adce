'use client';
/** Notification bell: unread notices in one tab per type; each opens in a dialog. */
import { ActionIcon, Indicator, Loader, Popover, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { noticeTexts } from '../../../../lib/i18n/console/notice.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { fetchOnFirstInteraction } from '../../ui/first-interaction.ts';
import header from '../header.module.css';
import styles from './notice.module.css';
import { firstNoticeType, type Notice, useMarkRead, useNoticeTypes, useUnread } from './notice-calls.ts';

const loadTabs = () => import('./notice-tabs.tsx');
const loadWindow = () => import('./notice-window.tsx');
const NoticeTabs = lazy(loadTabs);
const NoticeWindow = lazy(loadWindow);

const popoverWidth = 300;
const maxShown = 99;

export function NoticeBell() {
  const translate = useTranslations(noticeTexts);
  const [isOpen, setOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const [type, setType] = useState(firstNoticeType);
  const [shown, setShown] = useState<Notice | null>(null);
  useEffect(() => fetchOnFirstInteraction(() => Promise.all([loadTabs(), loadWindow()])), []);
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

  const label = count > 0 ? translate('notice.bellUnread', { count }) : translate('notice.bell');
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
              className={header.button ?? ''}
              size={36}
              radius="md"
              aria-label={label}
              onClick={() => toggle(!isOpen)}
            >
              <Indicator
                inline
                disabled={count === 0}
                label={count > maxShown ? `${maxShown}+` : count}
                size={16}
                color="red"
                offset={3}
              >
                <IconBell size={19} stroke={1.7} aria-hidden="true" />
              </Indicator>
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={translate('notice.bell')}>
          {types.isPending ? (
            <Waiting />
          ) : (
            <ErrorBoundary key={opening} fallback={() => <Broken />}>
              <Suspense fallback={<Waiting />}>
                <NoticeTabs
                  types={tabs}
                  type={type}
                  onType={setType}
                  opening={opening}
                  isOpen={isOpen}
                  unread={unread.data?.types ?? {}}
                  onShow={show}
                  onReadAll={(of) => markRead.mutate({ type: of })}
                />
              </Suspense>
            </ErrorBoundary>
          )}
        </Popover.Dropdown>
      </Popover>
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          {opening > 0 && <NoticeWindow notice={shown} types={tabs} onClose={() => setShown(null)} />}
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

function Broken() {
  const translate = useTranslations(commonTexts);
  return (
    <div className={styles.waiting} role="alert">
      {translate('common.failed')}
    </div>
  );
}

function Waiting() {
  const translate = useTranslations(noticeTexts);
  return (
    <div className={styles.waiting} role="status" aria-label={translate('notice.loading')}>
      <Loader type="dots" size="sm" />
    </div>
  );
}
