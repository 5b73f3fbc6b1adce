'use client';
import { createContext, type LazyExoticComponent, lazy, useContext } from 'react';
import { retryWhenOnline } from '../ui/retry-when-online.ts';
import type { PageComponent } from './page/page-context.ts';

export type PageLoaders = Readonly<Record<string, () => Promise<{ default: PageComponent }>>>;

/** Provided by the root of the console (`app/(console)`), so that the shell does not import pages. */
export const PageRegistryContext = createContext<PageLoaders>({});

const made = new WeakMap<PageLoaders[string], LazyExoticComponent<PageComponent>>();

/** React caches a failed lazy component, so a retry needs a new one. */
async function loaded(load: () => Promise<{ default: PageComponent }>): Promise<{ default: PageComponent }> {
  try {
    return await retryWhenOnline(load)();
  } catch (error) {
    made.delete(load);
    throw error;
  }
}

/** The page component of a menu, loaded on first use. Null if it does not exist. */
export function usePageComponent(name: string): LazyExoticComponent<PageComponent> | null {
  const loaders = useContext(PageRegistryContext);
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) return null;
  const known = made.get(load) ?? lazy(() => loaded(load));
  made.set(load, known);
  return known;
}

/** Value of `PageNamesContext`. */
export const useBuiltPages = (): readonly string[] => Object.keys(useContext(PageRegistryContext));
