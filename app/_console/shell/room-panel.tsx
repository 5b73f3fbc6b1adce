'use client';
import { Title, VisuallyHidden } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { useSettings } from '../settings/settings-store.ts';
import { ExceptionPage } from './exception-page.tsx';
import { type Room, RoomContext } from './room.ts';
import { RoomBoundary } from './room-boundary.tsx';
import { RoomNamesContext } from './room-names.ts';
import styles from './room-panel.module.css';
import { useBuiltRooms, useRoomComponent } from './room-registry.ts';
import { WaitingForPage } from './route-progress.tsx';
import { useHost } from './shell-context.ts';
import { panelId, tabId } from './tab-ids.ts';
import type { TabRecord } from './tabs.ts';

function useRoomOf(tab: TabRecord, isActive: boolean): Room {
  const host = useHost();
  const search = tab.fullPath.slice(tab.path.length);
  return useMemo(
    () => ({
      path: tab.path,
      query: new URLSearchParams(search),
      isActive,
      setQuery: (next, options) => host.setQuery(tab.key, next, options?.push === true),
      setTitle: (title) => host.setTitle(tab.key, title),
      setUnsaved: (isUnsaved) => host.setUnsaved(tab.key, isUnsaved),
      open: (fullPath) => void host.open(fullPath),
      close: () => void host.close(tab.key, 'current'),
    }),
    [host, tab.key, tab.path, search, isActive],
  );
}

/** Where this page was scrolled to, kept while another tab is shown. Effects run whenever it is shown again. */
function useKeptScroll(): void {
  const top = useRef(0);
  useEffect(() => {
    window.scrollTo?.({ top: top.current });
    const remember = () => {
      top.current = window.scrollY;
    };
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
}

/** One room in its tab: its heading, and what it needs to know of where it lives. */
export function RoomPanel({
  tab,
  isActive,
  takesFocus,
}: {
  readonly tab: TabRecord;
  readonly isActive: boolean;
  /** Whoever opened it is led there. Not at the start of the page. */
  readonly takesFocus: boolean;
}) {
  const host = useHost();
  const { multiTab } = useSettings();
  const room = useRoomOf(tab, isActive);
  const route = host.routeOf(tab);
  const Body = useRoomComponent(route?.component ?? '');
  const builtRooms = useBuiltRooms();
  const panel = useRef<HTMLElement>(null);
  const isLed = useRef(takesFocus);
  isLed.current = takesFocus;
  useKeptScroll();
  useEffect(() => {
    if (isLed.current) panel.current?.focus({ preventScroll: true });
  }, []);
  const title = host.titleOf(tab);
  return (
    <section
      ref={panel}
      id={panelId(tab.key)}
      className={styles.panel}
      tabIndex={-1}
      {...(multiTab ? { role: 'tabpanel', 'aria-labelledby': tabId(tab.key) } : { 'aria-label': title })}
    >
      {route?.hidesHeader ? (
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
      ) : (
        <Title order={1} className={styles.title}>
          {title}
        </Title>
      )}
      <RoomBoundary onRetry={() => host.refresh(tab.key)}>
        <RoomContext value={room}>
          {Body ? (
            <RoomNamesContext value={builtRooms}>
              <Suspense fallback={<WaitingForPage />}>
                <Body />
              </Suspense>
            </RoomNamesContext>
          ) : (
            <ExceptionPage
              code="404"
              headingLevel={2}
              detail={`MODULE_NOT_FOUND: ${route?.component ?? tab.path}`}
              onHome={() => void host.open('/index')}
            />
          )}
        </RoomContext>
      </RoomBoundary>
    </section>
  );
}
