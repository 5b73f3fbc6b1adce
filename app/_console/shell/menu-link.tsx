'use client';
import { VisuallyHidden } from '@mantine/core';
import { type ComponentPropsWithRef, type MouseEvent, useCallback } from 'react';
import { useText } from '../text/use-text.ts';
import type { MenuItem } from './menu-items.ts';
import { useHost } from './shell-context.ts';

/** False for clicks with modifier keys, which the browser handles (new window, download). */
export const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/** A menu entry as a real link, which can be copied or opened in a new tab. */
export function MenuLink({
  item,
  isCurrent,
  onOpen,
  children,
  ...others
}: {
  readonly item: MenuItem;
  readonly isCurrent: boolean;
  readonly onOpen?: (() => void) | undefined;
} & Omit<ComponentPropsWithRef<'a'>, 'href' | 'onClick'>) {
  const host = useHost();
  const translate = useText();
  const open = useCallback(
    (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void host.open(item.key);
      onOpen?.();
    },
    [host, item.key, onOpen],
  );
  if (item.isForeign) {
    return (
      <a {...others} href={item.key} target="_blank" rel="noopener noreferrer">
        {children}
        <VisuallyHidden>{` (${translate('shell.newWindow')})`}</VisuallyHidden>
      </a>
    );
  }
  return (
    <a {...others} href={item.key} onClick={open} {...(isCurrent ? { 'aria-current': 'page' as const } : {})}>
      {children}
    </a>
  );
}
