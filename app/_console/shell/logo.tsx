'use client';
import { BrandMark } from '../ui/brand/brand-mark.tsx';
import { useBrandName } from '../ui/brand/use-brand.ts';
import styles from './logo.module.css';

/** Logo and site title, linked to the front page. */
export function Logo({ isCollapsed = false }: { readonly isCollapsed?: boolean }) {
  const title = useBrandName();
  return (
    <a href="/user/home" className={styles.logo} {...(isCollapsed ? { 'aria-label': title } : {})}>
      <BrandMark />
      {!isCollapsed && <span>{title}</span>}
    </a>
  );
}
