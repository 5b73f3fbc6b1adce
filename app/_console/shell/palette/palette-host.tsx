'use client';
/** Keyboard shortcuts of the shell. The palette is loaded on first use. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSettings } from '../../settings/settings-store.ts';
import { useKeyboardShortcuts } from '../../ui/keyboard-shortcuts.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import type { PageRoute } from '../menu-routes.ts';
import { useHost } from '../shell-context.ts';

const Palette = lazy(retryWhenOnline(() => import('./palette.tsx')));
const ShortcutHelp = lazy(retryWhenOnline(() => import('./shortcut-help.tsx')));

export type Overlay = 'palette' | 'keys' | null;

/** Ctrl+K or Cmd+K, regardless of the focus. */
function usePaletteKey(onKey: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      onKey();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [onKey]);
}

export function PaletteHost({
  overlay,
  onOverlay,
  onSettings,
  routes,
  can,
}: {
  readonly overlay: Overlay;
  readonly onOverlay: (overlay: Overlay) => void;
  readonly onSettings: () => void;
  readonly routes: readonly PageRoute[];
  readonly can: (permission: string) => boolean;
}) {
  const host = useHost();
  const { shortcuts } = useSettings();
  const [openPalette] = useState(() => () => onOverlay('palette'));
  usePaletteKey(openPalette);
  useKeyboardShortcuts(shortcuts && overlay === null, {
    '[': () => host.step(-1),
    ']': () => host.step(1),
    '?': () => onOverlay('keys'),
  });
  return (
    <Suspense>
      {overlay === 'palette' && (
        <Palette
          routes={routes}
          can={can}
          onSettings={onSettings}
          onKeys={() => onOverlay('keys')}
          onClose={() => onOverlay(null)}
        />
      )}
      {overlay === 'keys' && <ShortcutHelp onClose={() => onOverlay(null)} />}
    </Suspense>
  );
}
