'use client';
import { useEffect, useState } from 'react';

/** For a dialog that is mounted while it is open: gives the focus back to the element that opened it. */
export function useReturnFocus(): void {
  // Read while rendering: by the time of effects the dialog has taken the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the focus traps of dialogs that open or close at the same moment. What they focus keeps the focus.
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
