import { notifications } from '@mantine/notifications';
import { createElement, lazy, Suspense } from 'react';
import { errorNoticeMs, type Notice, type Notifier } from './notifier.ts';

const colours = { error: 'red', warning: 'yellow', success: 'green', info: 'blue', loading: 'blue' } as const;

const MessageLinks = lazy(() => import('../message-links.tsx'));

let counted = 0;
/** Ids of the failures on screen, by what they say. */
const failures = new Map<string, string>();

/**
 * Shows toasts in `<Notifications>`. Errors are announced assertively, others politely. Calls that fail together for one
 * reason, for instance without network, are one toast.
 */
export const browserNotifier: Notifier = {
  show(notice) {
    const { kind, message } = notice;
    const isFailure = kind === 'error' || kind === 'warning';
    const before = isFailure ? failures.get(message) : undefined;
    if (before) {
      notifications.update({ id: before, ...shapeOf(notice) });
      return before;
    }
    counted += 1;
    const id = `oriel-notice-${counted}`;
    if (isFailure) failures.set(message, id);
    notifications.show({ id, ...shapeOf(notice), onClose: () => failures.delete(message) });
    return id;
  },
  replace(id, notice) {
    notifications.update({ id, ...shapeOf(notice) });
  },
  dismiss(id) {
    notifications.hide(id);
  },
};

function shapeOf({ kind, message, title, links = [], durationMs }: Notice) {
  return {
    title: title ?? null,
    message:
      links.length === 0
        ? message
        : [message, createElement(Suspense, { key: 'links' }, createElement(MessageLinks, { links }))],
    color: colours[kind],
    loading: kind === 'loading',
    withCloseButton: kind !== 'loading',
    autoClose: closing(durationMs),
    role: kind === 'error' || kind === 'warning' ? ('alert' as const) : ('status' as const),
  };
}

/** The default duration is handled by the toast list, which pauses while the user attends to a toast. */
function closing(durationMs: number): boolean | number {
  if (durationMs === 0) return false;
  return durationMs === errorNoticeMs || durationMs;
}
