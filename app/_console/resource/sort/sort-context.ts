'use client';
/** Parts for manual sorting, loaded with the first list that supports it. */
import { type ComponentType, createContext, useContext } from 'react';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';

export interface SortParts {
  /** Before the name of a row: drag handle, also operated with keys. */
  readonly Handle: ComponentType<{ readonly row: Row }>;
  /** Items in the action menu of a row. */
  readonly Items: ComponentType<{ readonly row: Row }>;
}

export const SortContext = createContext<SortParts | null>(null);

/** Null: this list cannot be sorted manually. */
export const useSortParts = (): SortParts | null => useContext(SortContext);
