'use client';
import { Kbd, UnstyledButton } from '@mantine/core';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconPalette,
  IconSearch,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { settingsStore, useSettings } from '../settings/settings-store.ts';
import { useText } from '../text/use-text.ts';
import { retryWhenOnline } from '../ui/retry-when-online.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import type { SignedIn } from './guard.tsx';
import styles from './header.module.css';
import { HeaderButton } from './header-button.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import type { MenuItem } from './menu-items.ts';
import type { TabRecord } from './tabs.ts';
import { UserMenu } from './user-menu.tsx';

/** Loaded for those who have set this layout. */
const TopMenu = lazy(retryWhenOnline(async () => ({ default: (await import('./top-menu.tsx')).TopMenu })));

/** Menu or menu button on the left; search, notifications, fullscreen, language, appearance and user on the right. */
export function Header({
  session,
  items,
  tab,
  menuPath,
  bell,
  isNarrow,
  onMenu,
  onSearch,
  onSettings,
}: {
  readonly session: SignedIn;
  readonly items: readonly MenuItem[];
  readonly tab: TabRecord | null;
  /** Path of the highlighted entry. */
  readonly menuPath: string | null;
  readonly bell: ReactNode;
  /** Narrower than a tablet: shows only what is not available elsewhere. */
  readonly isNarrow: boolean;
  readonly onMenu: () => void;
  readonly onSearch: () => void;
  readonly onSettings: () => void;
}) {
  const translate = useText();
  const { layout, isMobile, sideCollapsed, navTheme } = useSettings();
  const isTop = layout === 'topmenu' && !isMobile;
  return (
    <header className={styles.header} data-nav={isTop ? navTheme : undefined}>
      <div className={styles.row}>
        {isMobile && <HeaderButton label={translate('shell.openMenu')} icon={IconMenu2} onClick={onMenu} />}
        {isTop && (
          <>
            <Logo />
            <Suspense>
              <TopMenu items={items} path={menuPath} />
            </Suspense>
          </>
        )}
        {!isTop && !isMobile && (
          <HeaderButton
            label={translate(sideCollapsed ? 'shell.expand' : 'shell.collapse')}
            icon={sideCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
            aria-expanded={!sideCollapsed}
            onClick={() => settingsStore.change({ sideCollapsed: !sideCollapsed })}
          />
        )}
        {!isTop && <Breadcrumbs tab={tab} />}
        <div className={styles.right}>
          {isNarrow || isTop ? (
            <HeaderButton label={translate('shell.search')} icon={IconSearch} onClick={onSearch} />
          ) : (
            <UnstyledButton className={styles.search} onClick={onSearch}>
              <IconSearch size={15} aria-hidden="true" />
              <span>{translate('shell.search')}</span>
              <Kbd size="xs" aria-hidden="true">
                Ctrl K
              </Kbd>
            </UnstyledButton>
          )}
          {bell}
          {!isNarrow && (
            <>
              <FullScreenButton />
              <LanguageMenu />
            </>
          )}
          <HeaderButton label={translate('shell.settings')} icon={IconPalette} onClick={onSettings} />
          <UserMenu session={session} isNarrow={isNarrow} />
        </div>
      </div>
    </header>
  );
}
