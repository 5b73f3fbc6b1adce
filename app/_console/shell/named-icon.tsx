'use client';
/** An icon by the name that a menu or a definition gives it. */
import type { Icon } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';

type IconSet = Readonly<Record<string, Icon>>;

let loaded: IconSet | null = null;
let loading = false;
const listeners = new Set<() => void>();

function load(): void {
  if (loading) return;
  loading = true;
  import('./icon-set.ts').then(
    ({ iconSet }) => {
      loaded = iconSet;
      for (const listener of listeners) listener();
    },
    () => {
      // The network was away: the next icon to be drawn asks again. Texts stand beside every icon.
      loading = false;
    },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  load();
  return () => listeners.delete(listener);
}

const current = () => loaded;
const onServer = () => null;

/** Null until the set has come. */
export const useIconSet = (): IconSet | null => useSyncExternalStore(subscribe, current, onServer);

/** Nothing but its room until it has come, and a dot for a name that nobody knows. */
export function NamedIcon({
  name,
  size = 18,
}: {
  readonly name: string | null | undefined;
  readonly size?: number;
}) {
  const set = useIconSet();
  const Found = set && name && Object.hasOwn(set, name) ? set[name] : undefined;
  if (Found) return <Found size={size} stroke={1.6} aria-hidden="true" focusable="false" />;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {set && <circle cx="12" cy="12" r="3" fill="currentColor" />}
    </svg>
  );
}
