'use client';
import { useContext, useEffect, useMemo, useState } from 'react';
import { consoleText } from '../../../lib/i18n/console/index.ts';
import type { MenuNode } from '../session/session-types.ts';
import { settingsStore, useSettings } from '../settings/settings-store.ts';
import { browserLocation } from '../ui/browser-location.ts';
import { confirmAction } from '../ui/dialogs/confirm-action.ts';
import { redirectOf, routesOf } from './menu-routes.ts';
import { PageRegistryContext } from './page-registry.ts';
import { storedTabs } from './stored-tabs.ts';
import { TabHost } from './tab-host.ts';

const confirmDiscard = (titles: readonly string[]) => {
  const locale = settingsStore.get().appLanguage;
  return confirmAction({
    title: consoleText(locale, 'shell.tip'),
    message: consoleText(locale, 'shell.askUnsaved', {
      titles: titles.join(consoleText(locale, 'common.and')),
    }),
  });
};

const createHost = (userId: number) =>
  new TabHost({
    place: browserLocation(window),
    stored: storedTabs(window.sessionStorage, userId),
    openForeign: (address) => void window.open(address, '_blank', 'noopener,noreferrer'),
    confirmLoss: confirmDiscard,
    isMultiTab: () => settingsStore.get().multiTab,
  });

/** The tab host, updated when menus or settings change. */
export function useTabHost(
  userId: number,
  menus: readonly MenuNode[],
  can: (permission: string) => boolean,
): TabHost {
  const { appLanguage, multiTab } = useSettings();
  const [host] = useState(() => createHost(userId));
  const pages = useContext(PageRegistryContext);
  const routes = useMemo(() => routesOf(menus), [menus]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one tab or many changes what is kept
  useEffect(() => {
    host.start({
      routes,
      redirect: (fullPath) => redirectOf(menus, fullPath),
      isAllowed: (route) => route.permission === null || can(route.permission),
      // For users with all permissions, a page outside the menu does not exist.
      isBuiltIn: (pathname) => Object.hasOwn(pages, `${pathname.slice(1)}/index`) && !can('*:*:*'),
      translate: (title) => (typeof title === 'string' ? title : title[appLanguage]),
    });
  }, [host, routes, menus, can, pages, appLanguage, multiTab]);
  useEffect(() => () => host.stop(), [host]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (host.get().unsaved.size > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [host]);
  return host;
}
