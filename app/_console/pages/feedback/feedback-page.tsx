'use client';
import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { feedbackFeedback } from '../../../../lib/contracts/admin/resources/feedback-feedback.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { Pictures } from './pictures.tsx';
import { ReplyDialog } from './reply-dialog.tsx';

/** Feedback of the users in the data scope, by state. */
export default function FeedbackPage() {
  const queries = useQueryClient();
  const [answered, setAnswered] = useState<RowOf<typeof feedbackFeedback> | null>(null);
  return (
    <>
      <ResourcePage
        resource="feedback.feedback"
        slots={{
          detailExtra: ({ pics }) => (
            <Box mt="md">
              <Pictures pics={pics ?? []} />
            </Box>
          ),
          actions: { reply: ([row]) => setAnswered(row ?? null) },
        }}
      />
      {answered && (
        <ReplyDialog
          feedback={answered}
          onClose={() => setAnswered(null)}
          onReplied={() => {
            setAnswered(null);
            void queries.invalidateQueries({ queryKey: ['feedback.feedback'] });
          }}
        />
      )}
    </>
  );
}
