'use client';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { commonTexts } from '../../../lib/i18n/console/common.ts';
import { LoadFailed } from '../../_console/pages/parts/load-failed.tsx';
import { useTranslations } from '../../_console/text/use-translations.ts';
import styles from '../watch.module.css';

/** One part of the panel. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Title order={2} size="h6" mb="xs" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** A list of the panel while it is loaded, empty, failed or there. */
export function LoadedList<Item>({
  query: { data, error, refetch },
  empty,
  children,
}: {
  readonly query: Pick<UseQueryResult<readonly Item[]>, 'data' | 'error' | 'refetch'>;
  /** Instead of no items. */
  readonly empty: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const translate = useTranslations(commonTexts);
  if (data && data.length > 0) return children(data);
  if (data)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="xs" role="status" aria-label={translate('common.loading')}>
      <Skeleton height={18} />
      <Skeleton height={18} width="70%" />
    </Stack>
  );
}
