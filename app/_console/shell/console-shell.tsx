'use client';
import type { ReactNode } from 'react';
import styles from './console-shell.module.css';
import type { SignedIn } from './guard.tsx';
import { RouteProgress } from './route-progress.tsx';
import { HostContext } from './shell-context.ts';
import { TabPanels } from './tab-panels.tsx';
import { useTabHost } from './use-tab-host.tsx';

/** Header, menu and tabs around the rooms of somebody who is signed in. */
export function ConsoleShell({
  session,
  children,
}: {
  readonly session: SignedIn;
  readonly children?: ReactNode;
}) {
  const host = useTabHost(session.user.userId, session.menus, session.can);
  return (
    <HostContext value={host}>
      <RouteProgress />
      <main id="content" className={styles.content}>
        <TabPanels />
      </main>
      {children}
    </HostContext>
  );
}
