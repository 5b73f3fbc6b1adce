'use client';
import { useSyncExternalStore } from 'react';

/** Whether the server responds, as far as failed requests show. The shell retries until it does. */
let isLost = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  if (isLost === next) return;
  isLost = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const connection = {
  isLost: () => isLost,
  setLost: () => change(true),
  setRestored: () => change(false),
  subscribe,
  /** Resolves when the server responds again. */
  restored: () =>
    new Promise<void>((resolve) => {
      const stop = subscribe(() => {
        stop();
        resolve();
      });
    }),
};

export const useIsConnectionLost = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isLost,
    () => false,
  );
