'use client';
/** Notification bell: unread notices in one tab per type, and messages; each opens in a dialog. */
import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { bellTexts } from '../../../../lib/i18n/console/bell.ts';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { fetchOnFirstInteraction } from '../../ui/first-interaction.ts';
import header from '../header.module.css';
import { useHost } from '../shell-context.ts';
import { useExportJobs, useExportMessages } from './export-calls.ts';
import styles from './notice.module.css';
import { type Notice, useUnread } from './notice-calls.ts';
import { NoticesWaiting } from './notices-waiting.tsx';

const loadTabs = () => import('./notice-tabs.tsx');
const loadDialog = () => import('./notice-dialog.tsx');
const loadExports = () => import('./export-list.tsx');
const NoticeTabs = lazy(loadTabs);
const ExportList = lazy(loadExports);
const NoticeDialog = lazy(loadDialog);

const popoverWidth = 300;
const maxShown = 99;

export function NoticeBell() {
  const translate = useTranslations(bellTexts);
  const host = useHost();
  const [isOpen, setOpen] = useState(false);
  const [opening, setOpening] = useState(0);
  const [shown, setShown] = useState<Notice | null>(null);
  useEffect(() => fetchOnFirstInteraction(() => Promise.all([loadTabs(), loadDialog(), loadExports()])), []);
  const unread = useUnread();
  const loadedJobs = useExportJobs();
  useExportMessages(loadedJobs);
  const jobs = loadedJobs ?? [];
  const ready = jobs.filter(({ state, opened }) => state === 'done' && !opened).length;
  const unreadCount = unread.data?.total ?? 0;
  const count = unreadCount + ready;

  function toggle(open: boolean): void {
    setOpen(open);
    if (open) setOpening((last) => last + 1);
  }

  function show(notice: Notice): void {
    setShown(notice);
    setOpen(false);
  }

  const notices =
    unreadCount > 0 ? translate('notice.bellUnread', { count: unreadCount }) : translate('notice.bell');
  const label = ready > 0 ? `${notices} · ${translate('exports.bell', { count: ready })}` : notices;
  const hasMessages = unread.data?.hasMessages ?? false;
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
          {jobs.length > 0 && (
            <Suspense fallback={<NoticesWaiting />}>
              <ExportList jobs={jobs} />
            </Suspense>
          )}
          <ErrorBoundary key={opening} fallback={() => <Broken />}>
            <Suspense fallback={<NoticesWaiting />}>
              <NoticeTabs
                opening={opening}
                unread={unread.data?.types ?? {}}
                hasMessages={hasMessages}
                onShow={show}
                onAllMessages={() => {
                  setOpen(false);
                  void host.open('/account/inbox');
                }}
              />
            </Suspense>
          </ErrorBoundary>
        </Popover.Dropdown>
      </Popover>
      <ErrorBoundary fallback={() => null}>
        <Suspense>
          {opening > 0 && (
            <NoticeDialog notice={shown} hasMessages={hasMessages} onClose={() => setShown(null)} />
          )}
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
