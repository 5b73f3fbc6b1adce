'use client';
/** An icon by the name used in menus and definitions. */
import type { Icon } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';

type IconSet = Readonly<Record<string, Icon>>;

const loaders = {
  defaults: (): Promise<IconSet> => import('./default-icons.ts'),
  whole: (): Promise<IconSet> => import('./icon-set.ts'),
} as const;
type Part = keyof typeof loaders;

const loaded: Record<Part, IconSet | null> = { defaults: null, whole: null };
const loading = new Set<Part>();
const listeners = new Set<() => void>();

function load(part: Part): void {
  if (loading.has(part)) return;
  loading.add(part);
  loaders[part]().then(
    (set) => {
      loaded[part] = set;
      for (const listener of listeners) listener();
    },
    () => {
      // Retried when the next icon is rendered. Icons always have a text beside them.
      loading.delete(part);
    },
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  load('defaults');
  return () => listeners.delete(listener);
}

const current = () => loaded.whole ?? loaded.defaults;
const onServer = () => null;
const has = (set: IconSet | null, name: string) => set !== null && Object.hasOwn(set, name);

/** Empty while loading; a dot for unknown names. */
export function NamedIcon({
  name,
  size = 18,
}: {
  readonly name: string | null | undefined;
  readonly size?: number;
}) {
  const set = useSyncExternalStore(subscribe, current, onServer);
  const isCustom = set !== null && !!name && !has(set, name);
  useEffect(() => {
    if (isCustom) load('whole');
  }, [isCustom]);
  const Found = set && name && has(set, name) ? set[name] : undefined;
  if (Found) return <Found size={size} stroke={1.6} aria-hidden="true" focusable="false" />;
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {set && (!name || loaded.whole) && <circle cx="12" cy="12" r="3" fill="currentColor" />}
    </svg>
  );
}
