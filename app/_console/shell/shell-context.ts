'use client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { HostView, TabHost } from './tab-host.ts';

export const HostContext = createContext<TabHost | null>(null);

/** The tab host, for the shell. Pages use `usePage`. */
export function useHost(): TabHost {
  const host = useContext(HostContext);
  if (!host) throw new Error('useHost outside the shell');
  return host;
}

export function useHostView(): HostView {
  const host = useHost();
  return useSyncExternalStore(host.subscribe, host.get, host.get);
}
