'use client';
import { Button, Loader, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { noticeTexts } from '../../../../lib/i18n/console/notice.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from './notice.module.css';
import { type Notice, useNotices } from './notice-calls.ts';

/** Longer titles are truncated, as specified. */
const maxTitleLength = 32;

export function trimmedTitle(title: string): string {
  const characters = [...title];
  return characters.length > maxTitleLength ? `${characters.slice(0, maxTitleLength).join('')}…` : title;
}

/** Notices of one type, five per page. */
export function NoticeList({
  type,
  opening,
  isOpen,
  unread,
  onShow,
  onReadAll,
}: {
  readonly type: string;
  readonly opening: number;
  readonly isOpen: boolean;
  readonly unread: number;
  readonly onShow: (notice: Notice) => void;
  readonly onReadAll: () => void;
}) {
  const translate = useTranslations(noticeTexts);
  const notices = useNotices(type, opening, isOpen);
  const records = notices.data?.pages.flatMap((page) => page.records) ?? [];
  if (notices.isPending) {
    return (
      <div className={styles.waiting} role="status" aria-label={translate('notice.loading')}>
        <Loader type="dots" size="sm" />
      </div>
    );
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
        {translate('notice.empty')}
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
      {notices.hasNextPage || unread > 0 ? (
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
