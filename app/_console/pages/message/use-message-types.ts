'use client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/request.ts';
import type { NoticeType } from '../../shell/notices/notice-calls.ts';

const none: readonly NoticeType[] = [];

/** Types of messages, by the dictionary. A type that was removed from it is shown by its value. */
export function useMessageTypes() {
  const { data } = useQuery({
    queryKey: ['dict', 'sys_message_type', 'inbox'],
    queryFn: ({ signal }) =>
      api.get<readonly NoticeType[]>('/system/dict/data/type/sys_message_type', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** Empty until the dictionary is loaded. */
  const labelOf = (type: string) =>
    data ? (data.find(({ dictValue }) => dictValue === type)?.dictLabel ?? type) : '';
  return { all: data ?? none, labelOf };
}
