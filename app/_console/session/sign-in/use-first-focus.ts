'use client';
import { useEffect, useRef } from 'react';

/** Focuses a field on mount. */
export function useFirstFocus<Element extends HTMLElement>(isWanted = true) {
  const ref = useRef<Element>(null);
  useEffect(() => {
    if (isWanted) ref.current?.focus();
  }, [isWanted]);
  return ref;
}
