'use client';
/** What can be done on the page that is shown: pages register it, the palette offers it. */
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface PageAction {
  readonly key: string;
  readonly title: string;
  /** A name of the icon set. */
  readonly icon?: string;
  run(): void;
}

type Source = () => readonly PageAction[];

const sources = new Set<Source>();
const listeners = new Set<() => void>();
let current: readonly PageAction[] = [];

function gather(): void {
  current = [...sources].flatMap((source) => source());
  for (const listener of listeners) listener();
}

/** Offered while the page is seen: behind another tab its effects are stopped, and this with them. */
export function useOfferedActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  const names = actions.map(({ key, title }) => `${key}\t${title}`).join('\n');
  useEffect(() => {
    latest.current = actions;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told again when what is offered has changed
  useEffect(() => {
    const source: Source = () =>
      latest.current.map((action) => ({
        ...action,
        run: () => latest.current.find((one) => one.key === action.key)?.run(),
      }));
    sources.add(source);
    gather();
    return () => {
      sources.delete(source);
      gather();
    };
  }, [names]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const nothing: readonly PageAction[] = [];

export const usePageActions = (): readonly PageAction[] =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => nothing,
  );
