'use client';
import './notice-board.css';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications, type NotificationsProps } from '@mantine/notifications';
import { useEffect, useMemo } from 'react';
import { commonTexts } from '../../../lib/i18n/console/common.ts';
import { useWords } from '../session/use-words.ts';

const position = 'bottom-left';
/** From the edge of the window to the lowest notice, and from the highest to what ends above it. */
const aroundPx = 32;

/** Tells the page's sheets how high notices reach; nothing while there are none. */
function useToldHeight(): void {
  useEffect(() => {
    const board = document.querySelector<HTMLElement>(
      `.mantine-Notifications-root[data-position="${position}"]`,
    );
    if (!board) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      const height = board.offsetHeight;
      if (height > 0) style.setProperty('--oriel-notices', `${height + aroundPx}px`);
      else style.removeProperty('--oriel-notices');
    });
    watch.observe(board);
    return () => {
      watch.disconnect();
      style.removeProperty('--oriel-notices');
    };
  }, []);
}

/** Notices whose close button has a name: it shows nothing but a cross. */
export function NamedNotices(props: Omit<NotificationsProps, 'position'>) {
  const say = useWords(commonTexts);
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': say('common.close') };
    return { components: { Notification: { defaultProps: { closeButtonProps } } } };
  }, [say]);
  useToldHeight();
  return (
    <MantineThemeProvider theme={theme}>
      {/* Here and not in a portal of its own, which would come later than whoever measures it. */}
      <Notifications {...props} position={position} containerWidth={360} withinPortal={false} />
    </MantineThemeProvider>
  );
}
