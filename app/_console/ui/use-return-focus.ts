'use client';
import { useEffect, useState } from 'react';

/** For a dialog mounted while open: returns the focus to the element that opened it. */
export function useReturnFocus(): void {
  // Read during render, because the dialog takes the focus before effects run.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the focus traps of other dialogs, which take precedence.
      setTimeout(() => {
        const { activeElement } = document;
        const isFree = activeElement === null || activeElement === document.body;
        if (isFree && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
