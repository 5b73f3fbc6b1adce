'use client';
/** Actions of the current page, registered for the command palette. */
import { useEffect, useRef, useSyncExternalStore } from 'react';

export interface PageAction {
  readonly key: string;
  readonly title: string;
  /** Name in the icon set. */
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

/** Offered while the page is visible: effects of hidden tabs are stopped. */
export function useOfferedActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions);
  const names = actions.map(({ key, title }) => `${key}\t${title}`).join('\n');
  useEffect(() => {
    latest.current = actions;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: registers again when the actions have changed
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
