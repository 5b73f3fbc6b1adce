'use client';
import type { MouseEvent } from 'react';
import { useText } from '../text/use-text.ts';
import styles from './breadcrumbs.module.css';
import { isPlainClick } from './menu-link.tsx';
import { useHost } from './shell-context.ts';
import type { TabRecord } from './tabs.ts';
import { useTitle } from './use-title.ts';

/** Titles from the menu root to the current page; those with a page are links. */
export function Breadcrumbs({ tab }: { readonly tab: TabRecord | null }) {
  const host = useHost();
  const translate = useText();
  const title = useTitle();
  const route = tab && host.routeOf(tab);
  if (!tab || !route) return null;
  const above = route.trail.slice(0, -1);
  const open = (event: MouseEvent, path: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    void host.open(path);
  };
  return (
    <nav aria-label={translate('shell.breadcrumb')} className={styles.trail}>
      <ol>
        {above.map((crumb) => (
          <li key={crumb.path ?? title(crumb.title)}>
            {crumb.path === null ? (
              title(crumb.title)
            ) : (
              <a href={crumb.path} onClick={(event) => open(event, crumb.path ?? '')}>
                {title(crumb.title)}
              </a>
            )}
          </li>
        ))}
        <li aria-current="page">{host.titleOf(tab)}</li>
      </ol>
    </nav>
  );
}
