'use client';
import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { exceptionTexts } from '../../../lib/i18n/console/exception.ts';
import { useWords } from '../session/use-words.ts';
import styles from './exception-page.module.css';
import type { ExceptionCode } from './tab-host.ts';

const words = {
  403: ['exception.notAllowed', 'exception.notAllowedHint'],
  404: ['exception.notFound', 'exception.notFoundHint'],
  500: ['exception.broken', 'exception.brokenHint'],
} as const;

/** 403, 404 and 500. `detail` is for whoever has to find the cause. */
export function ExceptionPage({
  code,
  detail,
  headingLevel = 1,
  onHome,
  onRetry,
  children,
}: {
  readonly code: ExceptionCode;
  readonly detail?: string;
  readonly headingLevel?: 1 | 2;
  readonly onHome?: () => void;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}) {
  const say = useWords(exceptionTexts);
  const [title, hint] = words[code];
  return (
    <div className={styles.page}>
      <p className={styles.code} aria-hidden="true">
        {code}
      </p>
      <Title order={headingLevel} size="h3" className={styles.title}>
        {say(title)}
      </Title>
      <Text c="dimmed">{say(hint)}</Text>
      {detail && <pre className={styles.detail}>{detail}</pre>}
      {children}
      <Group justify="center" mt="md">
        {onRetry && <Button onClick={onRetry}>{say('exception.retry')}</Button>}
        {onHome && (
          <Button variant={onRetry ? 'default' : 'filled'} onClick={onHome}>
            {say('exception.toHome')}
          </Button>
        )}
      </Group>
    </div>
  );
}
