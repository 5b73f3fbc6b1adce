'use client';
/** Of notices and messages, what is loaded when the bell is opened. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReadMessage } from '../../../../lib/contracts/admin/calls/message.calls.ts';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { noticeTexts } from '../../../../lib/i18n/console/notice.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { messagesTab, type Notice, type NoticeType, unreadKey } from './notice-calls.ts';

const noticePageSize = 5;

const keys = {
  /** Below the resource's key, so that changes of notices invalidate these queries. */
  list: (type: string, opening: number) => ['system.notice', 'list', type, opening] as const,
  lists: ['system.notice', 'list'] as const,
  /** Of the inbox page. */
  inbox: ['feedback.inbox'] as const,
  types: ['dict', 'sys_notice_type', 'bell'] as const,
};

/** One tab for each type of notices, and one for messages; undefined while the types are loaded. */
export function useNoticeTabs(hasMessages: boolean): readonly NoticeType[] | undefined {
  const api = useApi();
  const translate = useTranslations(noticeTexts);
  const { data: types = [], isPending } = useQuery({
    queryKey: keys.types,
    queryFn: ({ signal }) =>
      api.get<readonly NoticeType[]>('/system/dict/data/type/sys_notice_type', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isPending) return undefined;
  if (!hasMessages) return types;
  return [
    ...types,
    { dictValue: messagesTab, dictLabel: translate('notice.messages'), listClass: 'primary' },
  ];
}

/** Restarts at page 1 for each opening and type. */
export function useNotices(type: string, opening: number) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: keys.list(type, opening),
    queryFn: ({ pageParam, signal }) =>
      type === messagesTab
        ? api
            .get<Page<ReadMessage>>('/feedback/inbox/list', {
              query: { pageNum: pageParam, pageSize: noticePageSize },
              signal,
              quiet: true,
            })
            .then((page) => ({ ...page, records: page.records.map(asNotice) }))
        : api.get<Page<Notice>>('/system/notice/list', {
            query: { pageNum: pageParam, pageSize: noticePageSize, status: '0', noticeType: type },
            signal,
            quiet: true,
          }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, pageNum) =>
      last.total <= pageNum * noticePageSize ? undefined : pageNum + 1,
    gcTime: 0,
  });
}

/** For the list and the dialog, which messages share with notices. */
export const asNotice = ({ messageId, title, content, sendTime, read }: ReadMessage): Notice => ({
  noticeId: messageId,
  noticeTitle: title,
  noticeType: messagesTab,
  noticeContent: content,
  createTime: sendTime,
  read,
});

/** Reloads the user's notices and messages, and their unread count. */
export function useNoticesChanged() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [unreadKey, keys.lists, keys.inbox].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}

/** Marks one notice or message, or all of a type, as read. */
export function useMarkRead() {
  const api = useApi();
  const onSuccess = useNoticesChanged();
  return useMutation({
    mutationFn: ({ type, id }: { readonly type: string; readonly id?: number }) => {
      const isMessage = type === messagesTab;
      const base = isMessage ? '/feedback/inbox' : '/system/notice';
      return id === undefined
        ? api.post(`${base}/markReadAll`, isMessage ? {} : { noticeType: type }, { allowDuplicate: true })
        : api.post(`${base}/markRead`, { ids: [id] }, { quiet: true, allowDuplicate: true });
    },
    onSuccess,
  });
}
