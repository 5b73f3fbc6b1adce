'use client';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Locale } from '../../../../lib/i18n/translate.ts';
import { cellPaddingPx } from '../data/columns.ts';

const nothing: ReadonlyMap<string, number> = new Map();
/** Padding of a cell on one side, and of a value on both (`resource-table.module.css`). */
const cellEdgePx = cellPaddingPx / 2;
const valuePaddingPx = 6;

/** Width of a cell at which its content is not truncated; 0 if it is not rendered. */
function contentOf(cell: HTMLElement): number {
  const value = cell.querySelector<HTMLElement>('[data-value]');
  if (!value || value.scrollWidth === 0) return 0;
  const cut = value.querySelector<HTMLElement>('[data-cut]');
  const hiddenPx = cut ? cut.scrollWidth - cut.clientWidth : 0;
  // Indentation and handles; aligned cells have none.
  const beforePx =
    cell.dataset.align === undefined
      ? value.getBoundingClientRect().left - cell.getBoundingClientRect().left + valuePaddingPx / 2
      : cellEdgePx;
  return Math.ceil(beforePx + value.scrollWidth - valuePaddingPx + hiddenPx + cellEdgePx) + 1;
}

export interface MeasuredList {
  readonly rows: unknown;
  readonly columnCount: number;
  readonly locale: Locale;
  /** Smallest width of everything beside the row buttons without wrapped names. */
  leastPx(contentPx: ReadonlyMap<string, number>): number;
}

/**
 * Measured widths of the list, of its row buttons and of the content of its columns, in pixels; null or missing until
 * measured and if nothing is rendered. Measures again when the rows, the number of columns or the language change.
 * `isShort`: not all row buttons fit, so the rare ones belong in the menu.
 */
export function useListWidths(
  scroller: RefObject<HTMLElement | null>,
  { rows, columnCount, locale, leastPx }: MeasuredList,
) {
  const [contentPx, setContent] = useState(nothing);
  const [availablePx, setAvailable] = useState<number | null>(null);
  const [allPx, setAll] = useState<number | null>(null);
  const [shortPx, setShort] = useState<number | null>(null);
  const isShort = allPx !== null && availablePx !== null && leastPx(contentPx) + allPx > availablePx;
  // Keeps the widest, so that columns do not jump between pages.
  const widest = useRef({ all: 0, short: 0 });
  const widestContent = useRef({ locale, px: new Map<string, number>() });

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
    const mode = isShort ? 'short' : 'all';
    for (const group of scroller.current?.querySelectorAll('td [data-row-actions]') ?? []) {
      const from = group.firstElementChild?.getBoundingClientRect();
      const to = group.lastElementChild?.getBoundingClientRect();
      if (from && to)
        widest.current[mode] = Math.max(widest.current[mode], Math.ceil(Math.abs(to.right - from.left)));
    }
    const setButtons = isShort ? setShort : setAll;
    setButtons(widest.current[mode] > 0 ? widest.current[mode] + cellPaddingPx : null);
    if (widestContent.current.locale !== locale) widestContent.current = { locale, px: new Map() };
    const { px } = widestContent.current;
    const before = [...px.values()].join();
    for (const cell of scroller.current?.querySelectorAll<HTMLElement>('td[data-column]') ?? []) {
      const name = cell.dataset.column ?? '';
      const content = contentOf(cell);
      if (content > (px.get(name) ?? 0)) px.set(name, content);
    }
    if ([...px.values()].join() !== before) setContent(new Map(px));
  }, [scroller, rows, columnCount, locale, isShort]);

  return { availablePx, buttonsPx: isShort ? shortPx : allPx, contentPx, isShort };
}
