'use client';
import { Button, Group, Text } from '@mantine/core';
import { accountTexts } from '../../../../lib/i18n/console/account.ts';
import { useTranslations } from '../../text/use-translations.ts';

/** Placeholder for data that failed to load. The reason was shown as a notification. */
export function FailedPart({ onRetry }: { readonly onRetry: () => void }) {
  const translate = useTranslations(accountTexts);
  return (
    <Group role="status" gap="sm" py="md">
      <Text size="sm">{translate('account.failed')}</Text>
      <Button size="compact-sm" variant="light" onClick={onRetry}>
        {translate('account.retry')}
      </Button>
    </Group>
  );
}
