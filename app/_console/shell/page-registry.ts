'use client';
import { createContext, type LazyExoticComponent, lazy, useContext } from 'react';
import { retryWhenOnline } from '../ui/retry-when-online.ts';
import type { PageComponent } from './page/page-context.ts';

export type PageLoaders = Readonly<Record<string, () => Promise<{ default: PageComponent }>>>;

/** Passed in by the top of the console (`app/(console)`): the shell knows no page. */
export const PageRegistryContext = createContext<PageLoaders>({});

const made = new WeakMap<PageLoaders[string], LazyExoticComponent<PageComponent>>();

/** React remembers a failure for good: the next try has to be another one. */
async function loaded(load: () => Promise<{ default: PageComponent }>): Promise<{ default: PageComponent }> {
  try {
    return await retryWhenOnline(load)();
  } catch (error) {
    made.delete(load);
    throw error;
  }
}

/** The component that a menu names, loaded when it is first shown. Null: there is none. */
export function usePageComponent(name: string): LazyExoticComponent<PageComponent> | null {
  const loaders = useContext(PageRegistryContext);
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) return null;
  const known = made.get(load) ?? lazy(() => loaded(load));
  made.set(load, known);
  return known;
}

/** For `PageNamesContext`. */
export const useBuiltPages = (): readonly string[] => Object.keys(useContext(PageRegistryContext));
