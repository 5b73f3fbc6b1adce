import { notifications } from '@mantine/notifications';
import { createElement, lazy, Suspense } from 'react';
import { errorNoticeMs, type Notice, type Notifier } from './notifier.ts';

const colours = { error: 'red', warning: 'yellow', success: 'green', info: 'blue', loading: 'blue' } as const;

const MessageLinks = lazy(() => import('../message-links.tsx'));

let counted = 0;

/**
 * Shows toasts in `<Notifications>`. Errors are announced assertively, others politely. Calls that fail together for one
 * reason, for instance without network, are one toast.
 */
export const browserNotifier: Notifier = {
  show(notice) {
    counted += 1;
    const isFailure = notice.kind === 'error' || notice.kind === 'warning';
    // An id that is shown already is ignored.
    const id = `oriel-notice-${isFailure ? notice.message : counted}`;
    notifications.show({ id, ...shapeOf(notice) });
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
