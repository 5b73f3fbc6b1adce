'use client';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { isTyping } from '../keyboard-shortcuts.ts';
import { errorNoticeMs } from './notifier.ts';

/** As long as any notice, if nobody points at it meanwhile. */
export const undoForMs = errorNoticeMs;
/** What ends each of those that are open, the last one last. */
const offered: (() => void)[] = [];

/**
 * Says what was done, with a button that takes it back as long as the notice stands; Ctrl+Z (⌘Z) does the same. What
 * was done is done already: closing the page loses nothing. Of several, the keys take back the last. Returns what
 * withdraws it.
 */
export function offerUndo(message: string, words: string, undo: () => Promise<void>): () => void {
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
    // The wrapper tells of a failure; the list is read again by `undo` either way.
    undo().catch(() => undefined);
  };
  offered.push(end);
  const id = notifications.show({
    onClose: leave,
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
      if (!isUndo || isTyping(event.target) || offered.at(-1) !== end) return;
      event.preventDefault();
      takeBack();
    },
    { signal: ended.signal },
  );
  return end;
}
