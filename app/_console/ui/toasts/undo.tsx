'use client';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { isTyping } from '../keyboard-shortcuts.ts';
import { errorNoticeMs } from './notifier.ts';

/** Same duration as other toasts. */
export const undoForMs = errorNoticeMs;
/** Open undo offers, most recent last. */
const offered: (() => void)[] = [];

export interface UndoOptions {
  /** Name of a close button: the offer stays until it is closed. */
  readonly closeLabel?: string;
}

/**
 * Shows a toast with an undo button; Ctrl+Z (⌘Z) undoes the latest. The action has already been executed, so closing
 * the page loses nothing. Returns a function that withdraws the offer.
 */
export function offerUndo(
  message: ReactNode,
  label: string,
  undo: () => Promise<void>,
  options: UndoOptions = {},
): () => void {
  const ended = new AbortController();
  const leave = () => {
    const at = offered.indexOf(end);
    if (at >= 0) offered.splice(at, 1);
    ended.abort();
  };
  const end = () => {
    leave();
    notifications.hide(id);
  };
  const takeBack = () => {
    end();
    // Failures have been shown; `undo` refetches the list in any case.
    undo().catch(() => undefined);
  };
  offered.push(end);
  const id = notifications.show({
    onClose: leave,
    ...(options.closeLabel === undefined
      ? { withCloseButton: false }
      : { autoClose: false, closeButtonProps: { 'aria-label': options.closeLabel } }),
    role: 'status',
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {message}
        </Text>
        <Button size="compact-sm" variant="light" onClick={takeBack}>
          {label}
        </Button>
      </Group>
    ),
  });
  document.addEventListener(
    'keydown',
    (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || event.defaultPrevented || isTyping(event.target) || offered.at(-1) !== end) return;
      event.preventDefault();
      takeBack();
    },
    { signal: ended.signal },
  );
  return end;
}
