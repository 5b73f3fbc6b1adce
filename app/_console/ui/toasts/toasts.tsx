'use client';
/** Where notices are shown. Most visits to a page end without one, so what shows them is not part of the first load. */
import { notificationsStore } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';
import { onFirstInteraction } from '../first-interaction.ts';

type Board = ComponentType<{ readonly zIndex: number }>;

/** Loaded as soon as somebody is here: a notice that the network is away must not need the network. */
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
          // The next notice asks again, and so does the network; until then notices wait in their store.
          isLoading = false;
        },
      );
    };
    const giveUp = onFirstInteraction(load);
    const unsubscribe = notificationsStore.subscribe(load);
    window.addEventListener('online', load);
    // Effects of the page may have spoken before this one listened.
    if (notificationsStore.getState().notifications.length > 0) load();
    return () => {
      giveUp();
      unsubscribe();
      window.removeEventListener('online', load);
    };
  }, []);
  return Shown && <Shown zIndex={1000} />;
}
