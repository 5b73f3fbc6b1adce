'use client';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { cellPaddingPx } from './columns.ts';

/**
 * Pixels that a list has, and that the buttons of its rows need, as they are drawn. Null until that is known, as
 * where nothing is drawn at all. `rows`: whatever brings other buttons.
 */
export function useListWidths(scroller: RefObject<HTMLElement | null>, rows: unknown) {
  const [availablePx, setAvailable] = useState<number | null>(null);
  const [buttonsPx, setButtons] = useState<number | null>(null);
  // Rows of another page may have fewer: the columns must not jump.
  const widest = useRef(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setAvailable(element.clientWidth || null);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other buttons
  useLayoutEffect(() => {
    for (const group of scroller.current?.querySelectorAll('td [data-row-actions]') ?? []) {
      const from = group.firstElementChild?.getBoundingClientRect();
      const to = group.lastElementChild?.getBoundingClientRect();
      if (from && to) widest.current = Math.max(widest.current, Math.ceil(Math.abs(to.right - from.left)));
    }
    setButtons(widest.current > 0 ? widest.current + cellPaddingPx : null);
  }, [scroller, rows]);

  return { availablePx, buttonsPx };
}
