'use client';
import { useEffect, useRef } from 'react';

/** Puts the cursor into a field when it is first shown. */
export function useFirstFocus<Element extends HTMLElement>(isWanted = true) {
  const ref = useRef<Element>(null);
  useEffect(() => {
    if (isWanted) ref.current?.focus();
  }, [isWanted]);
  return ref;
}
