'use client';
import { Button, Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePageText } from '../../text/use-page-text.ts';
import styles from './camera.module.css';

export interface SourceCardProps {
  readonly title: string;
  /** Host and type of the stored source; undefined if there is none. */
  readonly label: string | undefined;
  readonly time?: string | undefined;
  readonly isOpen: boolean;
  readonly canEdit: boolean;
  readonly isReady: boolean;
  readonly isSaving: boolean;
  readonly isRemoving?: boolean;
  readonly children: ReactNode;
  onOpen(): void;
  onCancel(): void;
  onSave(): void;
  onRemove?(): void;
}

/** One source of a camera, with its form while it is edited. */
export function SourceCard(props: SourceCardProps) {
  const { title, label, time, isOpen, canEdit, isReady, isSaving, isRemoving, children } = props;
  const { onOpen, onCancel, onSave, onRemove } = props;
  const translate = usePageText();
  const form = useRef<HTMLFormElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // Moves the focus into the form, and back to the button when it closes.
  useEffect(() => {
    if (isOpen) form.current?.querySelector<HTMLElement>('input')?.focus();
    else if (wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <Paper component="section" withBorder className={styles.source} aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="start" mb={isOpen ? 'sm' : 0}>
        <div className={styles.what}>
          <Text component="h3" fw={600} size="sm">
            {title}
          </Text>
          <Text size="sm" className={label ? (styles.label ?? '') : ''} c={label ? 'inherit' : 'dimmed'}>
            {label ?? translate('pages.none')}
          </Text>
          {time && (
            <Text size="xs" c="dimmed">
              {translate('pages.updated', { time })}
            </Text>
          )}
        </div>
        {canEdit && !isOpen && (
          <Group gap="xs" wrap="nowrap">
            <Button
              ref={opener}
              size="xs"
              variant="default"
              aria-label={`${translate('pages.change')} ${title}`}
              onClick={onOpen}
            >
              {translate('pages.change')}
            </Button>
            {onRemove && (
              <Button
                size="xs"
                variant="light"
                color="red"
                aria-label={`${translate('pages.takeAway')} ${title}`}
                loading={isRemoving ?? false}
                onClick={onRemove}
              >
                {translate('pages.takeAway')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {isOpen && (
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) onSave();
          }}
        >
          {children}
          <Group justify="flex-end" mt="md">
            <Button size="xs" variant="default" onClick={onCancel}>
              {translate('common.cancel')}
            </Button>
            <Button size="xs" type="submit" disabled={!isReady} loading={isSaving}>
              {translate('common.save')}
            </Button>
          </Group>
        </form>
      )}
    </Paper>
  );
}
