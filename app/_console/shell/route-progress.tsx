'use client';
/** Thin progress bar at the top while a page loads. */
import { useEffect, useSyncExternalStore } from 'react';
import { useOnline } from '../ui/use-online.ts';
import { ExceptionPage } from './exception-page.tsx';
import styles from './route-progress.module.css';

let waiting = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  waiting += by;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Placeholder while the page loads or waits for the network. */
export function WaitingForPage() {
  useEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
  const isOnline = useOnline();
  if (!isOnline) return <ExceptionPage code="offline" headingLevel={2} />;
  return <div className={styles.place} aria-busy="true" />;
}

export function RouteProgress() {
  const isWaiting = useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );
  return <div className={styles.bar} data-waiting={isWaiting || undefined} aria-hidden="true" />;
}
