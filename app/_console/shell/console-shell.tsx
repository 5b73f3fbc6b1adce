'use client';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { grantsOf, shownMenus } from '../session/permission.tsx';
import { settingsStore, useSettings } from '../settings/settings-store.ts';
import { useText } from '../text/use-text.ts';
import { useBrand } from '../ui/brand/use-brand.ts';
import { retryWhenOnline } from '../ui/retry-when-online.ts';
import { useAccountLanguage } from './account-language.ts';
import { Announcer } from './announcer.tsx';
import styles from './console-shell.module.css';
import type { SignedIn } from './guard.tsx';
import { Header } from './header.tsx';
import { Logo } from './logo.tsx';
import { type MenuItem, menuItems } from './menu-items.ts';
import { type PageRoute, routesOf } from './menu-routes.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { type Overlay, PaletteHost } from './palette/palette-host.tsx';
import { RouteProgress } from './route-progress.tsx';
import { HostContext, useHost, useHostView } from './shell-context.ts';
import { type OpenGroups, SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { TabPanels } from './tab-panels.tsx';
import { useReconnect } from './use-reconnect.ts';
import { useServerLanguage } from './use-server-language.ts';
import { useTabHost } from './use-tab-host.tsx';

const SettingsDrawer = lazy(retryWhenOnline(() => import('../settings/settings-drawer.tsx')));
/** Preloaded in narrow windows. */
const MenuDrawer = lazy(retryWhenOnline(() => import('./menu-drawer.tsx')));

/** Below this width the menu is a drawer (breakpoint lg). */
const mobileBelow = '(max-width: 61.99em)';
const narrowBelow = '(max-width: 47.99em)';

/** Header, menu and tabs around the pages. */
export function ConsoleShell({
  session,
  bell = null,
  alert = null,
  children,
}: {
  readonly session: SignedIn;
  /** Notification bell of the header. */
  readonly bell?: ReactNode;
  /** Above the pages. */
  readonly alert?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { user, menus, reload } = session;
  useAccountLanguage();
  useReconnect();
  useServerLanguage(reload);
  const shown = useMemo(() => shownMenus(grantsOf(user.permissions, user.roleCodes), menus), [user, menus]);
  const host = useTabHost(user.userId, shown, session.can);
  const items = useMemo(() => menuItems(shown), [shown]);
  const routes = useMemo(
    () => routesOf(shown).filter((route) => route.permission === null || session.can(route.permission)),
    [shown, session],
  );
  return (
    <HostContext value={host}>
      <RouteProgress />
      <Frame session={session} items={items} routes={routes} bell={bell} alert={alert} />
      {children}
    </HostContext>
  );
}

/** Updates the stored `is_mobile` setting with the window width. */
function useIsMobile(): boolean {
  const isMobile = useMediaQuery(mobileBelow, settingsStore.get().isMobile, {
    getInitialValueInEffect: false,
  });
  useEffect(() => settingsStore.change({ isMobile }), [isMobile]);
  return isMobile;
}

function Frame({
  session,
  items,
  routes,
  bell,
  alert,
}: {
  readonly session: SignedIn;
  readonly items: readonly MenuItem[];
  readonly routes: readonly PageRoute[];
  readonly bell: ReactNode;
  readonly alert: ReactNode;
}) {
  const translate = useText();
  const { name } = useBrand();
  const settings = useSettings();
  const isMobile = useIsMobile();
  const isNarrow = useMediaQuery(narrowBelow, false, { getInitialValueInEffect: false });
  const host = useHost();
  const { tabs, activeKey } = useHostView();
  const [openGroups] = useState<OpenGroups>(() => new Map());
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const tab = tabs.find((one) => one.key === activeKey) ?? null;
  const menuPath = (tab && host.routeOf(tab)?.menuPath) ?? null;
  const hasSide = settings.layout === 'sidemenu' && !isMobile;
  return (
    <div
      className={styles.frame}
      data-nav={settings.navTheme}
      data-side={hasSide ? (settings.sideCollapsed ? 'collapsed' : 'open') : undefined}
      data-fixed-side={(hasSide && settings.fixedSidebar) || undefined}
      data-fixed-header={settings.fixedHeader || undefined}
      data-tabs={settings.multiTab || undefined}
      data-width={settings.contentWidth}
    >
      <a href="#content" className={styles.skip}>
        {translate('shell.skip')}
      </a>
      {hasSide && (
        <div className={styles.side}>
          <div className={styles.sideHead}>
            <Logo isCollapsed={settings.sideCollapsed} />
          </div>
          <SideMenu
            items={items}
            path={menuPath}
            isCollapsed={settings.sideCollapsed}
            openGroups={openGroups}
          />
        </div>
      )}
      {isMobile && (
        <Suspense>
          <MenuDrawer
            isOpen={isMenuOpen}
            items={items}
            path={menuPath}
            openGroups={openGroups}
            onClose={() => setMenuOpen(false)}
          />
        </Suspense>
      )}
      <div className={styles.column}>
        <div className={styles.top}>
          <Header
            session={session}
            items={items}
            tab={tab}
            menuPath={menuPath}
            bell={bell}
            isNarrow={isNarrow}
            onMenu={() => setMenuOpen(true)}
            onSearch={() => setOverlay('palette')}
            onSettings={() => setSettingsOpen(true)}
          />
          {settings.multiTab && <TabBar />}
        </div>
        {alert}
        <main id="content" tabIndex={-1} className={styles.content}>
          <TabPanels />
        </main>
        {!settings.hideFooter && (
          <footer className={styles.footer}>{name || translate('shell.footer')}</footer>
        )}
      </div>
      <Announcer tab={tab} />
      <OfflineBanner />
      <PaletteHost
        overlay={overlay}
        onOverlay={setOverlay}
        onSettings={() => setSettingsOpen(true)}
        routes={routes}
        can={session.can}
      />
      {isSettingsOpen && (
        <Suspense>
          <SettingsDrawer onClose={() => setSettingsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
