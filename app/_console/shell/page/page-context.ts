'use client';
/**
 * Context of a page in its tab. The shell renders the page title as the only h1 (unless the menu hides the header),
 * so pages start with h2. `--oriel-top` is the height of the sticky header.
 */
import { type ComponentType, createContext, useContext } from 'react';
import type { LocalText } from '../../../../lib/i18n/translate.ts';

export interface ConsolePage {
  /** Path of its menu entry, for example `/system/post`. */
  readonly path: string;
  /** Query of the address, with the list's filters, sorting and page. */
  readonly query: URLSearchParams;
  /** False in a background tab, whose effects are stopped. */
  readonly isActive: boolean;
  /** Replaces the query in the address and the tab; adds a history entry only with `push`. */
  setQuery(next: URLSearchParams, options?: { readonly push?: boolean }): void;
  /** Replaces the menu's title; null restores it. In both languages, it follows the language while the tab is open. */
  setTitle(title: string | LocalText | null): void;
  /** If true, closing the tab asks for confirmation. */
  setUnsaved(isUnsaved: boolean): void;
  /** Opens another page in its tab. */
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
