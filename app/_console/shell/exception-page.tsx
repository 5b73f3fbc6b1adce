'use client';
import { Button, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../settings/use-text.ts';
import styles from './exception-page.module.css';
import type { ExceptionCode } from './tab-host.ts';

const words = {
  403: ['shell.notAllowed', 'shell.notAllowedHint'],
  404: ['shell.notFound', 'shell.notFoundHint'],
  500: ['shell.broken', 'shell.brokenHint'],
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
  const say = useText();
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
        {onRetry && <Button onClick={onRetry}>{say('common.retry')}</Button>}
        {onHome && (
          <Button variant={onRetry ? 'default' : 'filled'} onClick={onHome}>
            {say('shell.toHome')}
          </Button>
        )}
      </Group>
    </div>
  );
}
