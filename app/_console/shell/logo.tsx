'use client';
import styles from './logo.module.css';
import { useSiteTitle } from './use-site-title.ts';

/** The mark and the site's title; it leads to the front page. */
export function Logo({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const title = useSiteTitle();
  return (
    <a href="/user/home" className={styles.logo} {...(isCollapsed ? { 'aria-label': title } : {})}>
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" className={styles.mark}>
        <rect width="32" height="32" rx="9" fill="var(--oriel-accent)" />
        <path d="M6 16c2.6-4.6 6-7 10-7s7.4 2.4 10 7c-2.6 4.6-6 7-10 7S8.6 20.6 6 16Z" fill="#fff" />
        <circle cx="16" cy="16" r="4.2" fill="var(--oriel-accent)" />
        <circle cx="17.5" cy="14.5" r="1.3" fill="#fff" />
      </svg>
      {!isCollapsed && <span>{title}</span>}
    </a>
  );
}
