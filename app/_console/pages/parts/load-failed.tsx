'use client';
import { Alert, Button, Text } from '@mantine/core';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { ApiError, isOutage } from '../../api/api-error.ts';
import { useTranslations } from '../../text/use-translations.ts';

/** In place of data that could not be loaded. During an outage the shell retries by itself. */
export function LoadFailed({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  const translate = useTranslations(commonTexts);
  return (
    <Alert
      color="red"
      role="alert"
      title={error instanceof ApiError ? error.message : translate('common.failed')}
    >
      {isOutage(error) && (
        <Text size="sm" mb="xs">
          {translate('common.retrying')}
        </Text>
      )}
      <Button size="xs" variant="light" onClick={onRetry}>
        {translate('common.retry')}
      </Button>
    </Alert>
  );
}
