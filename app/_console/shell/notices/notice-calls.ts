'use client';
/** Of notices and messages, what the bell shows before it is opened. The rest is in `notice-list-calls.ts`. */
import { useQuery } from '@tanstack/react-query';
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

/** Messages are a tab beside the types of notices. */
export const messagesTab = 'messages';
const unreadEveryMs = 60_000;

export const unreadKey = ['system.notice', 'unreadCount'] as const;

interface UnreadAnswer {
  readonly total: number;
  readonly types: Readonly<Record<string, number>>;
  /** Absent: a backend without messages. */
  readonly messages?: number;
}

/** Notices by type and messages, and all of them together. */
export function useUnread() {
  const api = useApi();
  return useQuery({
    queryKey: unreadKey,
    queryFn: ({ signal }) =>
      api.get<UnreadAnswer>('/system/notice/unreadCount', {
        signal,
        quiet: true,
      }),
    select: ({ total, types, messages }) => ({
      total: total + (messages ?? 0),
      types: { ...types, [messagesTab]: messages ?? 0 },
      hasMessages: messages !== undefined,
    }),
    refetchInterval: unreadEveryMs,
  });
}
