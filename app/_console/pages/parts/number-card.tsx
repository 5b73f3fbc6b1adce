'use client';
import { Group, Paper, Text, ThemeIcon, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './number-card.module.css';

export interface NumberCardProps {
  readonly icon: Icon;
  readonly title: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** Tooltip that explains the note. */
  readonly hint?: string;
  readonly tone?: 'accent' | 'green' | 'red' | 'gray';
}

/** A large figure with a note. */
export function NumberCard({ icon: Sign, title, value, note, hint, tone = 'accent' }: NumberCardProps) {
  return (
    <Paper component="section" aria-label={title} className={styles.card} withBorder>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon
          className={styles.sign ?? ''}
          variant="light"
          color={tone}
          size={40}
          radius="md"
          aria-hidden
        >
          <Sign size={22} stroke={1.7} />
        </ThemeIcon>
        <div className={styles.cardBody}>
          <Text component="h2" size="sm" c="dimmed" fw={400}>
            {title}
          </Text>
          <Text className={styles.number}>{value}</Text>
          {note && (
            <Tooltip label={hint ?? ''} disabled={!hint} multiline maw={280}>
              <Text size="xs" c="dimmed" {...(hint ? { tabIndex: 0 } : {})}>
                {note}
              </Text>
            </Tooltip>
          )}
        </div>
      </Group>
    </Paper>
  );
}
