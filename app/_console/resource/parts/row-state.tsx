'use client';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconWifiOff } from '@tabler/icons-react';
import { isMissing, isOutage, mayPass } from '../../api/api-error.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useOnline } from '../../ui/use-online.ts';

const lines = 5;

/** Loading or error state of a single row. */
export function RowState({
  error,
  onRetry,
  onBack,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Returns to the list. */
  readonly onBack?: () => void;
}) {
  const { translate } = useTexts();
  const isOnline = useOnline();
  if (!error && !isOnline)
    return (
      <Alert icon={<IconWifiOff />} role="status">
        {translate('resource.offline')}
      </Alert>
    );
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
        {error instanceof Error ? error.message : translate('common.failed')}
        {isOutage(error) && <Text size="sm">{translate('common.retrying')}</Text>}
        {isMissing(error) && <Text size="sm">{translate('resource.missing')}</Text>}
        {mayPass(error) && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {translate('common.retry')}
          </Button>
        )}
        {onBack && !mayPass(error) && (
          <Button variant="default" size="xs" onClick={onBack}>
            {translate('resource.backToList')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
