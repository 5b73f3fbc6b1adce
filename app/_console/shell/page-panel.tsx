'use client';
import { Title, VisuallyHidden } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { useSettings } from '../settings/settings-store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { ExceptionPage } from './exception-page.tsx';
import { type ConsolePage, PageContext } from './page/page-context.ts';
import { PageNamesContext } from './page-names.ts';
import styles from './page-panel.module.css';
import { useBuiltPages, usePageComponent } from './page-registry.ts';
import { WaitingForPage } from './route-progress.tsx';
import { useHost } from './shell-context.ts';
import { panelId, tabId } from './tab-ids.ts';
import type { TabRecord } from './tabs.ts';

function usePageOf(tab: TabRecord, isActive: boolean): ConsolePage {
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

/** Scroll position of this page, restored when its tab is shown again. */
function useRestoredScroll(): void {
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

/** A page in its tab, with its heading and page context. */
export function PagePanel({
  tab,
  isActive,
  takesFocus,
}: {
  readonly tab: TabRecord;
  readonly isActive: boolean;
  /** Focuses the page when it is opened; false on initial load. */
  readonly takesFocus: boolean;
}) {
  const host = useHost();
  const { multiTab } = useSettings();
  const page = usePageOf(tab, isActive);
  const route = host.routeOf(tab);
  const Body = usePageComponent(route?.component ?? '');
  const builtPages = useBuiltPages();
  const panel = useRef<HTMLElement>(null);
  const isLed = useRef(takesFocus);
  isLed.current = takesFocus;
  useRestoredScroll();
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
      <ErrorBoundary
        fallback={({ message }) => (
          <ExceptionPage
            code="500"
            headingLevel={2}
            detail={message}
            onRetry={() => void host.refresh(tab.key)}
          />
        )}
      >
        <PageContext value={page}>
          {Body ? (
            <PageNamesContext value={builtPages}>
              <Suspense fallback={<WaitingForPage />}>
                <Body />
              </Suspense>
            </PageNamesContext>
          ) : (
            <ExceptionPage
              code="404"
              headingLevel={2}
              detail={`MODULE_NOT_FOUND: ${route?.component ?? tab.path}`}
              onHome={() => void host.open('/index')}
            />
          )}
        </PageContext>
      </ErrorBoundary>
    </section>
  );
}
