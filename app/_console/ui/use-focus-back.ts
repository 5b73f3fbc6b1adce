'use client';
import { useEffect, useRef } from 'react';

/** For what appears and goes as a whole: whoever opened it is where they were when it has gone. */
export function useFocusBack(): void {
  const before = useRef(typeof document === 'undefined' ? null : document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      // What lies on top lets go of the focus first.
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    };
  }, []);
}
