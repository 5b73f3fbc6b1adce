'use client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/request.ts';

export interface FeedbackType {
  readonly dictLabel: string;
  readonly dictValue: string;
  readonly isDefault?: string;
}

const none: readonly FeedbackType[] = [];

/** Types of feedback, by the dictionary. */
export function useFeedbackTypes(): readonly FeedbackType[] {
  const { data = none } = useQuery({
    queryKey: ['dict', 'sys_feedback_type', 'mine'],
    queryFn: ({ signal }) =>
      api.get<readonly FeedbackType[]>('/system/dict/data/type/sys_feedback_type', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
