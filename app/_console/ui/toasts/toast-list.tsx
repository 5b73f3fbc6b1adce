'use client';
import './toasts.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications, type NotificationsProps, useNotifications } from '@mantine/notifications';
import { useEffect, useMemo, useState } from 'react';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { errorNoticeMs } from './notifier.ts';

const position = 'top-center';
const board = `.mantine-Notifications-root[data-position="${position}"]`;

/**
 * True while the pointer is over a toast or the focus is in one. Based on pointer movement, because the container
 * does not receive pointer events, and a resting pointer does not count.
 */
function useIsAttended(): boolean {
  const [isAttended, setAttended] = useState(false);
  const { notifications } = useNotifications();
  useEffect(() => {
    const root = document.querySelector(board);
    if (!root || notifications.length === 0) return setAttended(false);
    let isPointed = false;
    const update = () => setAttended(isPointed || root.contains(document.activeElement));
    const point = ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
      const { left, right, top, bottom } = root.getBoundingClientRect();
      isPointed = pointerType !== 'touch' && x >= left && x <= right && y >= top && y <= bottom;
      update();
    };
    const watching = new AbortController();
    const { signal } = watching;
    document.addEventListener('pointermove', point, { signal });
    document.addEventListener('focusin', update, { signal });
    document.addEventListener('focusout', update, { signal });
    return () => watching.abort();
  }, [notifications]);
  return isAttended;
}

/** Toasts with an accessible name for the close button. They are not removed while the user attends to one. */
export function ToastList(props: Omit<NotificationsProps, 'position' | 'autoClose'>) {
  const translate = useTranslations(commonTexts);
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': translate('common.close') };
    return { components: { Notification: { defaultProps: { closeButtonProps } } } };
  }, [translate]);
  const isAttended = useIsAttended();
  return (
    <MantineThemeProvider theme={theme}>
      {/* Rendered here instead of in a portal, which would mount later. */}
      <Notifications
        {...props}
        position={position}
        autoClose={isAttended ? false : errorNoticeMs}
        containerWidth={360}
        withinPortal={false}
      />
    </MantineThemeProvider>
  );
}
