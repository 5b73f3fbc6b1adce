'use client';
import { createContext, useContext } from 'react';

/** Component names of all registered pages. Provided by the shell, so that a page can list them without importing the registry. */
export const PageNamesContext = createContext<readonly string[]>([]);

export const usePageNames = (): readonly string[] => useContext(PageNamesContext);
