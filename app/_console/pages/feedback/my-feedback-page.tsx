'use client';
/** `/account/feedback`: sends feedback, and shows the user's own with the replies. */
import { Badge, Group, Pagination, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { myFeedback } from '../../../../lib/contracts/admin/calls/feedback.calls.ts';
import { feedbackFeedback } from '../../../../lib/contracts/admin/resources/feedback-feedback.resource.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { useLocalText } from '../../text/use-text.ts';
import { LoadFailed } from '../parts/load-failed.tsx';
import styles from './feedback.module.css';
import { FeedbackForm } from './feedback-form.tsx';
import { Pictures } from './pictures.tsx';
import { useFeedbackText } from './use-feedback-text.ts';
import { useFeedbackTypes } from './use-feedback-types.ts';

type Mine = DataOf<typeof myFeedback>;

const pageSize = 10;
const colours = { danger: 'red', info: 'accent', success: 'green', default: 'gray' } as const;

export default function MyFeedbackPage() {
  const translate = useFeedbackText();
  const local = useLocalText();
  const types = useFeedbackTypes();
  const [pageNum, setPageNum] = useState(1);
  const query = { pageNum, pageSize };
  const { data, error, refetch } = useQuery({
    queryKey: ['feedback.mine', query],
    queryFn: ({ signal }) => api.get<Mine>('/feedback/mine/list', { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const labelOf = (type: string) => types.find(({ dictValue }) => dictValue === type)?.dictLabel ?? type;
  const stateOf = (status: string) =>
    feedbackFeedback.fields.status.options.find(({ value }) => value === status);
  return (
    <Stack maw={960} mx="auto">
      <Paper withBorder p={{ base: 'sm', sm: 'lg' }}>
        <Title order={2} size="h4" mb="md">
          {translate('feedback.new')}
        </Title>
        <FeedbackForm types={types} />
      </Paper>
      <Paper withBorder p={{ base: 'sm', sm: 'lg' }}>
        <Title order={2} size="h4" mb="md">
          {translate('feedback.mine')}
        </Title>
        {!data && !error && <Skeleton height={160} />}
        {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} />}
        {data?.records.length === 0 && (
          <Text c="dimmed" role="status">
            {translate('feedback.none')}
          </Text>
        )}
        <ul className={styles.list}>
          {data?.records.map(({ id, type, content, pics, status, reply, replyTime, createTime }) => {
            const state = stateOf(status);
            return (
              <li key={id}>
                <Group gap="xs" mb={6}>
                  {state && (
                    <Badge variant="light" radius="sm" color={colours[state.tone]}>
                      {local(state.label)}
                    </Badge>
                  )}
                  <Text size="xs" c="dimmed">
                    {labelOf(type)}
                  </Text>
                  <Text size="xs" c="dimmed" component="time">
                    {createTime}
                  </Text>
                </Group>
                <Text size="sm" className={styles.text ?? ''} mb={6}>
                  {content}
                </Text>
                <Pictures pics={pics} />
                {reply && (
                  <div className={styles.reply}>
                    <Text size="xs" c="dimmed">
                      {translate('feedback.reply')} · {replyTime}
                    </Text>
                    <Text size="sm" className={styles.text ?? ''}>
                      {reply}
                    </Text>
                  </div>
                )}
              </li>
            );
          })}
        </ul>
        {data && data.total > pageSize && (
          <Pagination
            mt="md"
            size="sm"
            total={Math.ceil(data.total / pageSize)}
            value={pageNum}
            onChange={setPageNum}
            getControlProps={(control) => ({
              'aria-label': translate(control === 'next' ? 'feedback.nextPage' : 'feedback.previousPage'),
            })}
          />
        )}
      </Paper>
    </Stack>
  );
}
