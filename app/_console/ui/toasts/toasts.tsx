'use client';
/** Toast container, loaded on demand: most visits show no toast. */
import { notificationsStore } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { onFirstInteraction } from '../first-interaction.ts';

type Board = ComponentType<{ readonly zIndex: number }>;

/** Loaded at the first interaction, so that an offline toast does not need the network. */
export function Toasts() {
  const [Shown, setShown] = useState<Board | null>(null);
  useEffect(() => {
    let isLoading = false;
    const load = () => {
      if (isLoading) return;
      isLoading = true;
      import('./toast-list.tsx').then(
        ({ ToastList }) => setShown(() => ToastList),
        () => {
          // Retried with the next toast or when the network is back; toasts are queued in the store.
          isLoading = false;
        },
      );
    };
    const giveUp = onFirstInteraction(load);
    const unsubscribe = notificationsStore.subscribe(load);
    window.addEventListener('online', load);
    // Effects of the page may have run before this subscription.
    if (notificationsStore.getState().notifications.length > 0) load();
    return () => {
      giveUp();
      unsubscribe();
      window.removeEventListener('online', load);
    };
  }, []);
  return Shown && <Shown zIndex={1000} />;
}
