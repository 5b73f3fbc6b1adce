'use client';
import { type RefCallback, useCallback, useEffect, useEffectEvent, useRef } from 'react';

/** React runs no second cleanup for what is removed while it is hidden, so the document is looked at meanwhile. */
const lookEveryMs = 1_000;

/**
 * Calls `onRemoval` when the element of the returned ref has left the document. The cleanup of an effect cannot tell:
 * it also runs when the tab of the page is hidden, and then the element and its work stay.
 */
export function useRemoval(onRemoval: () => void): RefCallback<Element> {
  const element = useRef<Element | null>(null);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);
  const removed = useEffectEvent(onRemoval);
  useEffect(() => {
    clearInterval(timer.current);
    return () => {
      const last = element.current;
      if (!last?.isConnected) return removed();
      timer.current = setInterval(() => {
        if (last.isConnected) return;
        clearInterval(timer.current);
        removed();
      }, lookEveryMs);
    };
  }, []);
  // Hiding takes the element from its ref.
  return useCallback((next: Element | null) => {
    if (next) element.current = next;
  }, []);
}
