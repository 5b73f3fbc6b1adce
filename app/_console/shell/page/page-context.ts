'use client';
/**
 * What a page of the console knows of the tab it lives in. The shell provides it, and draws the page's
 * title as its only h1 (unless the menu hides the header): pages begin with h2. `--oriel-top` is the height of
 * what sticks to the top of the window.
 */
import { type ComponentType, createContext, useContext } from 'react';

export interface ConsolePage {
  /** Path of its menu entry, for instance `/system/post`. */
  readonly path: string;
  /** Of the address: the list's filters, sort and page live here. */
  readonly query: URLSearchParams;
  /** False behind another tab; effects are stopped then anyway. */
  readonly isActive: boolean;
  /** Replaces the query in the address and in the tab, without a step in the history unless `push`. */
  setQuery(next: URLSearchParams, options?: { readonly push?: boolean }): void;
  /** Instead of the menu's title. Null: the menu's again. */
  setTitle(title: string | null): void;
  /** Asked about before the tab is closed. */
  setUnsaved(isUnsaved: boolean): void;
  /** Another page, in its own tab. */
  open(fullPath: string): void;
  /** Closes this tab. */
  close(): void;
}

export type PageComponent = ComponentType<Record<string, never>>;

export const PageContext = createContext<ConsolePage | null>(null);

export function usePage(): ConsolePage {
  const page = useContext(PageContext);
  if (!page) throw new Error('usePage outside a page');
  return page;
}
