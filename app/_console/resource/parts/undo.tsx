'use client';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isTyping } from './single-keys.ts';

export const undoForMs = 5_000;

/**
 * Says what was done, with a button that takes it back for five seconds; Ctrl+Z (⌘Z) does the same. What was done
 * is done already: closing the page loses nothing.
 */
export function offerUndo(message: string, words: string, undo: () => Promise<void>): void {
  const ended = new AbortController();
  const end = () => {
    clearTimeout(timer);
    ended.abort();
    notifications.hide(id);
  };
  const takeBack = () => {
    end();
    // The wrapper tells of a failure; the list is read again by `undo` either way.
    undo().catch(() => undefined);
  };
  const timer = setTimeout(end, undoForMs);
  const id = notifications.show({
    autoClose: false,
    withCloseButton: false,
    role: 'status',
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="light" onClick={takeBack}>
          {words}
        </Button>
      </Group>
    ),
  });
  document.addEventListener(
    'keydown',
    (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isTyping(event.target)) return;
      event.preventDefault();
      takeBack();
    },
    { signal: ended.signal },
  );
}
