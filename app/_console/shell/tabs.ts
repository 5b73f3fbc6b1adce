/** Open tabs as data, with pure functions. Independent of React and the browser. */

import type { LocalText } from '../../../lib/i18n/translate.ts';

export interface TabRecord {
  /** Identifies the page and its record, if any (see `tabKeyOf`), regardless of filters. */
  readonly key: string;
  readonly path: string;
  /** With the current query. */
  readonly fullPath: string;
  readonly meta: { readonly title: string };
  /** Title set by the page, replacing the menu's. */
  readonly customTitle: string | LocalText | null;
}

export interface TabsState {
  /** The first is home and cannot be closed. */
  readonly tabs: readonly TabRecord[];
  readonly activeKey: string | null;
  /** Keys in order of last use, most recent last. */
  readonly recent: readonly string[];
}

export type CloseScope = 'current' | 'others' | 'left' | 'right' | 'all';

export const noTabs: TabsState = { tabs: [], activeKey: null, recent: [] };

/** Before the menu is known. */
export const titleOf = ({ customTitle, meta }: TabRecord): string =>
  typeof customTitle === 'string' ? customTitle : meta.title;
export const isHomeTab = (state: TabsState, key: string): boolean => state.tabs[0]?.key === key;

export function activate(state: TabsState, key: string | null): TabsState {
  if (key === null) return { ...state, activeKey: null };
  return { ...state, activeKey: key, recent: [...state.recent.filter((one) => one !== key), key] };
}

/** Adds the tab or replaces the one with its key, and activates it. */
export function show(state: TabsState, tab: TabRecord): TabsState {
  const isThere = state.tabs.some((one) => one.key === tab.key);
  const tabs = isThere ? state.tabs.map((one) => (one.key === tab.key ? tab : one)) : [...state.tabs, tab];
  return activate({ ...state, tabs }, tab.key);
}

export function update(state: TabsState, key: string, change: Partial<TabRecord>): TabsState {
  return { ...state, tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, ...change } : tab)) };
}

/** Keys that would be closed; home is never included. */
export function closing(state: TabsState, key: string, scope: CloseScope): readonly string[] {
  const at = state.tabs.findIndex((tab) => tab.key === key);
  return state.tabs
    .filter((_, index) => index > 0)
    .filter((_, offset) => {
      const index = offset + 1;
      if (scope === 'current') return index === at;
      if (scope === 'others') return index !== at;
      if (scope === 'left') return index < at;
      if (scope === 'right') return index > at;
      return true;
    })
    .map((tab) => tab.key);
}

/** Removes tabs. If the active one is removed, its right neighbour becomes active, else the left one. */
export function without(state: TabsState, keys: readonly string[]): TabsState {
  const gone = new Set(keys);
  const at = state.tabs.findIndex((tab) => tab.key === state.activeKey);
  const stays = (tab: TabRecord | undefined) => tab !== undefined && !gone.has(tab.key);
  const neighbour =
    state.tabs.slice(at).find(stays) ?? state.tabs.slice(0, Math.max(0, at)).reverse().find(stays) ?? null;
  const left: TabsState = {
    tabs: state.tabs.filter(stays),
    activeKey: state.activeKey,
    recent: state.recent.filter((key) => !gone.has(key)),
  };
  return state.activeKey !== null && gone.has(state.activeKey)
    ? activate(left, neighbour?.key ?? null)
    : left;
}

/**
 * Tabs that stay mounted: the active and the most recently used, at most `most`. `forgets`: tabs that are not kept;
 * `isUnsaved`: tabs with unsaved changes, which take precedence.
 */
export function alive(
  state: TabsState,
  max: number,
  forgets: (tab: TabRecord) => boolean,
  isUnsaved: (tab: TabRecord) => boolean,
): readonly TabRecord[] {
  const age = (tab: TabRecord) => state.recent.indexOf(tab.key);
  const candidates = state.tabs
    .filter((tab) => age(tab) >= 0)
    .filter((tab) => tab.key === state.activeKey || !forgets(tab))
    .sort((a, b) => age(b) - age(a));
  const protectedTabs = candidates.filter((tab) => tab.key === state.activeKey || isUnsaved(tab));
  const others = candidates.filter((tab) => !protectedTabs.includes(tab));
  const kept = new Set([...protectedTabs, ...others.slice(0, Math.max(0, max - protectedTabs.length))]);
  return state.tabs.filter((tab) => kept.has(tab));
}
