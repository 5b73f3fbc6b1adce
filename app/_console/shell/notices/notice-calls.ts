'use client';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import { useApi } from '../../api/use-api.ts';

export interface Notice {
  readonly noticeId: number;
  readonly noticeTitle: string;
  readonly noticeType: string;
  /** HTML sanitized by the server. */
  readonly noticeContent: string;
  readonly createTime: string;
  /** Read by the current user. */
  readonly read: boolean;
}

export interface NoticeType {
  readonly dictLabel: string;
  readonly dictValue: string;
  readonly listClass: string;
}

export const noticePageSize = 5;
export const firstNoticeType = '1';
const unreadEveryMs = 60_000;

const keys = {
  /** Below the resource's key, so that changes of notices invalidate these queries. */
  list: (type: string, opening: number) => ['system.notice', 'list', type, opening] as const,
  lists: ['system.notice', 'list'] as const,
  unread: ['system.notice', 'unreadCount'] as const,
  types: ['dict', 'sys_notice_type', 'bell'] as const,
};

/** Loaded when the bell is first opened. */
export function useNoticeTypes(isOpen: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: keys.types,
    queryFn: ({ signal }) =>
      api.get<readonly NoticeType[]>('/system/dict/data/type/sys_notice_type', { signal }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Restarts at page 1 for each opening and type. */
export function useNotices(type: string, opening: number, isOpen: boolean) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: keys.list(type, opening),
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Notice>>('/system/notice/list', {
        query: { pageNum: pageParam, pageSize: noticePageSize, status: '0', noticeType: type },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, pageNum) =>
      last.total <= pageNum * noticePageSize ? undefined : pageNum + 1,
    enabled: isOpen,
    gcTime: 0,
  });
}

export function useUnread() {
  const api = useApi();
  return useQuery({
    queryKey: keys.unread,
    queryFn: ({ signal }) =>
      api.get<{ total: number; types: Readonly<Record<string, number>> }>('/system/notice/unreadCount', {
        signal,
        quiet: true,
      }),
    refetchInterval: unreadEveryMs,
  });
}

/** Marks one notice, or all of a type, as read. */
export function useMarkRead() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: { readonly id: number } | { readonly type: string }) =>
      'id' in which
        ? api.post('/system/notice/markRead', { ids: [which.id] }, { quiet: true, allowDuplicate: true })
        : api.post('/system/notice/markReadAll', { noticeType: which.type }, { allowDuplicate: true }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: keys.unread }),
        queries.invalidateQueries({ queryKey: keys.lists }),
      ]),
  });
}
