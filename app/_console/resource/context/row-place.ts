'use client';
import { createContext, useContext } from 'react';

/**
 * Which buttons of a page are rendered here: in a row with enough space `all`; otherwise the row has the `frequent` ones,
 * and its menu the `rare` ones.
 */
export type RowPlace = 'all' | 'frequent' | 'rare';

export const RowPlaceContext = createContext<RowPlace>('all');
export const useRowPlace = (): RowPlace => useContext(RowPlaceContext);
