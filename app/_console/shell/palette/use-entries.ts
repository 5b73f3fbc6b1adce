'use client';
import { paletteTexts } from '../../../../lib/i18n/console/palette.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { PageRoute } from '../menu-routes.ts';
import { usePageActions } from '../page/page-actions.ts';
import { withoutPanel } from '../page/panel-address.ts';
import { useHost, useHostView } from '../shell-context.ts';
import { useTitle } from '../use-title.ts';
import { find, type PinyinMatch } from './find.ts';
import type { ShellCommand } from './shell-commands.ts';
import { useRecords } from './use-records.ts';

export interface Entry {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly icon: string | null;
  run(): void;
}

export interface EntryGroup {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Entries for a query, in groups; empty groups are omitted. */
export function useEntries(parts: {
  readonly query: string;
  /** The query, debounced. */
  readonly settledQuery: string;
  readonly routes: readonly PageRoute[];
  readonly commands: readonly ShellCommand[];
  readonly pinyin: PinyinMatch | null;
  readonly can: (permission: string) => boolean;
}): { readonly groups: readonly EntryGroup[]; readonly isSearching: boolean } {
  const { query, settledQuery, routes, commands, pinyin, can } = parts;
  const host = useHost();
  const { tabs, activeKey } = useHostView();
  const translatePalette = useTranslations(paletteTexts);
  const titleOf = useTitle();
  const actions = usePageActions();
  const { records, isSearching } = useRecords(settledQuery.trim(), routes, can);

  const menuEntries: readonly Entry[] = routes
    .filter((route) => (route.isHidden ? route.path.startsWith('/account/') : true))
    .filter((route) => !route.path.includes(':'))
    .map((route) => ({
      key: `menu ${route.path}`,
      title: titleOf(route.title),
      detail: `${route.trail.map((crumb) => titleOf(crumb.title)).join(' / ')}  ${route.path}`,
      icon: route.icon,
      run: () => void host.open(route.path),
    }));
  const tabEntries: readonly Entry[] = tabs
    .filter((tab) => tab.key !== activeKey)
    .map((tab) => ({
      key: `tab ${tab.key}`,
      title: host.titleOf(tab),
      detail: withoutPanel(tab.fullPath),
      icon: host.routeOf(tab)?.icon ?? null,
      run: () => void host.open(tab.fullPath),
    }));
  const actionEntries: readonly Entry[] = actions.map((action) => ({
    key: `action ${action.key}`,
    title: action.title,
    detail: '',
    icon: action.icon ?? null,
    run: action.run,
  }));
  const commandEntries: readonly Entry[] = commands.map((command) => ({
    ...command,
    key: `command ${command.key}`,
    detail: '',
  }));
  const recordEntries: readonly Entry[] = records.map((record) => ({
    key: `record ${record.key}`,
    title: record.title,
    detail: record.detail,
    icon: record.icon,
    run: () => void host.open(record.fullPath),
  }));
  const groups: readonly EntryGroup[] = [
    { title: translatePalette('palette.actions'), entries: find(actionEntries, query, pinyin) },
    { title: translatePalette('palette.tabs'), entries: find(tabEntries, query, pinyin) },
    { title: translatePalette('palette.menus'), entries: find(menuEntries, query, pinyin) },
    { title: translatePalette('palette.records'), entries: query.trim() ? recordEntries : [] },
    { title: translatePalette('palette.console'), entries: find(commandEntries, query, pinyin) },
  ];
  return { groups: groups.filter((group) => group.entries.length > 0), isSearching };
}
