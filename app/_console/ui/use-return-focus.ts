'use client';
import { useEffect, useState } from 'react';

/** Whoever opened this dialog has the focus again once it is gone. */
export function useReturnFocus(): void {
  // Looked at while rendering: by the time of effects the dialog has taken the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
