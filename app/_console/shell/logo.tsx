'use client';
import { BrandMark } from '../ui/brand-mark.tsx';
import styles from './logo.module.css';
import { useSiteTitle } from './use-site-title.ts';

/** Logo and site title, linked to the front page. */
export function Logo({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const title = useSiteTitle();
  return (
    <a href="/user/home" className={styles.logo} {...(isCollapsed ? { 'aria-label': title } : {})}>
      <BrandMark />
      {!isCollapsed && <span>{title}</span>}
    </a>
  );
}
