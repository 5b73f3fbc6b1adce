'use client';
/** Keys of the shell, and what they open. The palette itself is loaded when it is first asked for. */
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSingleKeys } from '../resource/parts/single-keys.ts';
import { settingsStore, useSettings } from '../settings/settings-store.ts';
import { useText } from '../settings/use-text.ts';
import type { RoomRoute } from '../shell/routes.ts';
import { useHost } from '../shell/shell-context.ts';
import { whenThere } from '../shell/when-there.ts';
import type { ShellCommand } from './use-entries.ts';

const Palette = lazy(whenThere(() => import('./palette.tsx')));
const KeySheet = lazy(whenThere(() => import('./key-sheet.tsx')));

export type Overlay = 'palette' | 'keys' | null;

/** Ctrl+K, or Cmd+K, wherever the focus is. */
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
  readonly routes: readonly RoomRoute[];
  readonly can: (permission: string) => boolean;
}) {
  const host = useHost();
  const say = useText();
  const { shortcuts, colorScheme } = useSettings();
  const [openPalette] = useState(() => () => onOverlay('palette'));
  usePaletteKey(openPalette);
  useSingleKeys(shortcuts && overlay === null, {
    '[': () => host.step(-1),
    ']': () => host.step(1),
    '?': () => onOverlay('keys'),
  });
  const next = colorScheme === 'dark' ? 'light' : 'dark';
  const commands: readonly ShellCommand[] = [
    { key: 'settings', title: say('settings.title'), icon: 'IconPalette', run: onSettings },
    {
      key: 'scheme',
      title: `${say('settings.colorScheme')}: ${say(next === 'dark' ? 'settings.schemeDark' : 'settings.schemeLight')}`,
      icon: 'IconBulb',
      run: () => settingsStore.change({ colorScheme: next }),
    },
    { key: 'keys', title: say('shell.keys'), icon: 'IconHelp', run: () => onOverlay('keys') },
  ];
  return (
    <Suspense>
      {overlay === 'palette' && (
        <Palette routes={routes} commands={commands} can={can} onClose={() => onOverlay(null)} />
      )}
      {overlay === 'keys' && <KeySheet onClose={() => onOverlay(null)} />}
    </Suspense>
  );
}
