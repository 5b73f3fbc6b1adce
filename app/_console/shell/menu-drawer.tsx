'use client';
import { useSettings } from '../settings/settings-store.ts';
import { PageDrawer } from '../ui/dialogs/page-dialog.tsx';
import styles from './console-shell.module.css';
import { Logo } from './logo.tsx';
import type { MenuItem } from './menu-items.ts';
import { type OpenGroups, SideMenu } from './side-menu.tsx';

/** Menu of narrow windows. */
export default function MenuDrawer({
  isOpen,
  items,
  path,
  openGroups,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly items: readonly MenuItem[];
  readonly path: string | null;
  readonly openGroups: OpenGroups;
  readonly onClose: () => void;
}) {
  const { navTheme } = useSettings();
  return (
    <PageDrawer
      position="left"
      opened={isOpen}
      onClose={onClose}
      size={256}
      withCloseButton={false}
      title={<Logo />}
      classNames={{ content: styles.drawer, header: styles.drawerHead, body: styles.drawerBody }}
      attributes={{ content: { 'data-nav': navTheme } }}
    >
      <SideMenu items={items} path={path} isCollapsed={false} openGroups={openGroups} onOpen={onClose} />
    </PageDrawer>
  );
}
