'use client';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { cellPaddingPx } from '../data/columns.ts';

/**
 * Measured widths of the list and of its row buttons in pixels; null until measured and if nothing is rendered.
 * `rows`: measures again when it changes.
 */
export function useListWidths(scroller: RefObject<HTMLElement | null>, rows: unknown) {
  const [availablePx, setAvailable] = useState<number | null>(null);
  const [buttonsPx, setButtons] = useState<number | null>(null);
  // Keeps the widest, so that columns do not jump between pages.
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
