'use client';
import { Button, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { noticeTexts } from '../../../../lib/i18n/console/notice.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from './notice.module.css';
import type { Notice } from './notice-calls.ts';
import { useNotices } from './notice-list-calls.ts';
import { NoticesWaiting } from './notices-waiting.tsx';

/** Longer titles are truncated, as specified. */
const maxTitleLength = 32;

export function trimmedTitle(title: string): string {
  const characters = [...title];
  return characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength).join('')}…` : title;
}

/** Notices of one type, or messages, five per page. */
export function NoticeList({
  type,
  opening,
  unread,
  onShow,
  onReadAll,
  onAll,
}: {
  readonly type: string;
  readonly opening: number;
  readonly unread: number;
  readonly onShow: (notice: Notice) => void;
  readonly onReadAll: () => void;
  /** Opens the page with all of them. Absent: there is none. */
  readonly onAll?: () => void;
}) {
  const translate = useTranslations(noticeTexts);
  const notices = useNotices(type, opening);
  const records = notices.data?.pages.flatMap((page) => page.records) ?? [];
  if (notices.isPending) {
    return <NoticesWaiting />;
  }
  if (notices.isError && records.length === 0) {
    return (
      <div className={styles.waiting}>
        <Button variant="subtle" size="compact-sm" onClick={() => void notices.refetch()}>
          {translate('notice.failed')}
        </Button>
      </div>
    );
  }
  if (records.length === 0) {
    return (
      <Text className={styles.waiting} size="sm" c="dimmed">
        {translate(onAll ? 'notice.noMessages' : 'notice.empty')}
      </Text>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {records.map((notice) => (
          <li key={notice.noticeId}>
            <UnstyledButton className={styles.item} title={notice.noticeTitle} onClick={() => onShow(notice)}>
              <span className={styles.title} data-unread={!notice.read || undefined}>
                {notice.read ? null : <VisuallyHidden>{translate('notice.unread')} </VisuallyHidden>}
                {trimmedTitle(notice.noticeTitle)}
              </span>
              <time className={styles.time}>{notice.createTime}</time>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {notices.hasNextPage || unread > 0 || onAll ? (
        <div className={styles.foot}>
          {notices.hasNextPage ? (
            <Button
              variant="subtle"
              size="compact-sm"
              loading={notices.isFetchingNextPage}
              onClick={() => void notices.fetchNextPage()}
            >
              {translate('notice.more')}
            </Button>
          ) : null}
          {onAll ? (
            <Button variant="subtle" size="compact-sm" onClick={onAll}>
              {translate('notice.allMessages')}
            </Button>
          ) : null}
          {unread > 0 ? (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onReadAll}>
              {translate('notice.readAll')}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
