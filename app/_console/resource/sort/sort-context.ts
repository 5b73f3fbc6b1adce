'use client';
/** What lists show of putting rows in order: parts that come with the first list that can. */
import { type ComponentType, createContext, useContext } from 'react';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';

export interface SortParts {
  /** Before a row's name: dragged, or moved by keys. */
  readonly Handle: ComponentType<{ readonly row: Row }>;
  /** In the menu of a row's actions. */
  readonly Items: ComponentType<{ readonly row: Row }>;
}

export const SortContext = createContext<SortParts | null>(null);

/** Null: rows of this list stand as they stand. */
export const useSortParts = (): SortParts | null => useContext(SortContext);
