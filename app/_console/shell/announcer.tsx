'use client';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useText } from '../text/use-text.ts';
import { useBrandName } from '../ui/brand/use-brand.ts';
import { useHost } from './shell-context.ts';
import type { TabRecord } from './tabs.ts';

/** Announces the new page to screen readers and sets the window title. */
export function Announcer({ tab }: { readonly tab: TabRecord | null }) {
  const host = useHost();
  const translate = useText();
  const site = useBrandName();
  const [announcement, setAnnouncement] = useState('');
  const title = tab ? host.titleOf(tab) : null;
  useEffect(() => {
    if (title === null) return;
    document.title = `${title} - ${site}`;
    setAnnouncement(translate('shell.opened', { title }));
  }, [title, site, translate]);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {announcement}
    </VisuallyHidden>
  );
}
