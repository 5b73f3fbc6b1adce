'use client';
import { MantineThemeProvider } from '@mantine/core';
import { Notifications, type NotificationsProps } from '@mantine/notifications';
import { useMemo } from 'react';
import { commonTexts } from '../../../lib/i18n/console/common.ts';
import { useWords } from '../session/use-words.ts';

/** Notices whose close button has a name: it shows nothing but a cross. */
export function NamedNotices(props: NotificationsProps) {
  const say = useWords(commonTexts);
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': say('common.close') };
    return { components: { Notification: { defaultProps: { closeButtonProps } } } };
  }, [say]);
  return (
    <MantineThemeProvider theme={theme}>
      <Notifications {...props} />
    </MantineThemeProvider>
  );
}
