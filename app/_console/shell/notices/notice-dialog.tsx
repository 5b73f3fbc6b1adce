'use client';
import { useEffect } from 'react';
import type { Notice } from './notice-calls.ts';
import { useMarkRead, useNoticeTabs } from './notice-list-calls.ts';
import NoticeWindow from './notice-window.tsx';

/** Shows a notice or message of the bell, and marks it as read. */
export default function NoticeDialog({
  notice,
  hasMessages,
  onClose,
}: {
  readonly notice: Notice | null;
  readonly hasMessages: boolean;
  readonly onClose: () => void;
}) {
  const { mutate: markRead } = useMarkRead();
  useEffect(() => {
    if (notice && !notice.read) markRead({ type: notice.noticeType, id: notice.noticeId });
  }, [notice, markRead]);
  return <NoticeWindow notice={notice} types={useNoticeTabs(hasMessages) ?? []} onClose={onClose} />;
}
