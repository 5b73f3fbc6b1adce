'use client';
import { Activity, useEffect, useRef } from 'react';
import { ExceptionPage } from './exception-page.tsx';
import { homePath } from './menu-routes.ts';
import { PagePanel } from './page-panel.tsx';
import { useHost, useHostView } from './shell-context.ts';

/** Mounted pages, one of them visible. Hidden pages keep their state; their effects are stopped. */
export function TabPanels() {
  const host = useHost();
  const { alive, activeKey, exception, runs, leads } = useHostView();
  const hasMoved = useRef(false);
  const firstKey = useRef<string | null>(null);
  firstKey.current ??= activeKey;
  if (activeKey !== firstKey.current) hasMoved.current = true;
  return (
    <>
      {exception && (
        <ExceptionPanel>
          <ExceptionPage code={exception} onHome={() => void host.open(homePath)} />
        </ExceptionPanel>
      )}
      {alive.map((tab) => (
        <Activity
          key={`${tab.key} ${runs[tab.key] ?? 0}`}
          mode={tab.key === activeKey ? 'visible' : 'hidden'}
        >
          <PagePanel tab={tab} isActive={tab.key === activeKey} takesFocus={hasMoved.current && leads} />
        </Activity>
      ))}
    </>
  );
}

function ExceptionPanel({ children }: { readonly children: React.ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  return (
    <section ref={panel} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </section>
  );
}
