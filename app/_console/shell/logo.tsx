'use client';
import { useText } from '../settings/use-text.ts';
import styles from './logo.module.css';

/** The mark and the product's name; it leads to the front page. */
export function Logo({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const say = useText();
  return (
    <a
      href="/user/home"
      className={styles.logo}
      {...(isCollapsed ? { 'aria-label': say('shell.product') } : {})}
    >
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" className={styles.mark}>
        <rect width="32" height="32" rx="9" fill="var(--oriel-accent)" />
        <path d="M6 16c2.6-4.6 6-7 10-7s7.4 2.4 10 7c-2.6 4.6-6 7-10 7S8.6 20.6 6 16Z" fill="#fff" />
        <circle cx="16" cy="16" r="4.2" fill="var(--oriel-accent)" />
        <circle cx="17.5" cy="14.5" r="1.3" fill="#fff" />
      </svg>
      {!isCollapsed && <span>{say('shell.product')}</span>}
    </a>
  );
}
