'use client';
import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import { useTranslations } from '../../_console/text/use-translations.ts';
import { BrandMark } from '../../_console/ui/brand/brand-mark.tsx';
import styles from '../watch.module.css';

/** What is watched, and the way to the console. */
export function WatchHeader({
  title,
  details,
  children,
}: {
  readonly title: string;
  readonly details?: string;
  readonly children?: ReactNode;
}) {
  const translate = useTranslations(watchTexts);
  return (
    <header className={styles.head}>
      <BrandMark />
      <div className={styles.name}>
        <Title order={1} size="h4">
          {title}
        </Title>
        {details && (
          <Text size="xs" c="dimmed">
            {details}
          </Text>
        )}
      </div>
      <div className={styles.actions}>
        {children}
        <Button
          component="a"
          href="/index"
          size="xs"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        >
          {translate('watch.toConsole')}
        </Button>
      </div>
    </header>
  );
}
