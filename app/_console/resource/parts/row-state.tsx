'use client';
import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useTexts } from './use-texts.ts';

const lines = 5;

/** Of one row that is on its way, or does not come. */
export function RowState({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { say } = useTexts();
  if (!error)
    return (
      <Stack aria-busy>
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing but their place
          <Skeleton key={index} height={48} />
        ))}
      </Stack>
    );
  return (
    <Alert color="red" icon={<IconAlertCircle />} role="alert">
      <Stack align="start">
        {error instanceof Error ? error.message : say('common.failed')}
        <Button variant="default" size="xs" onClick={onRetry}>
          {say('common.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
