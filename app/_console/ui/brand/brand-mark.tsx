'use client';
import styles from './brand-mark.module.css';
import { useBrand } from './use-brand.ts';

/** Logo of the organisation; without one that of the product, as in `public/icon.svg`, in the accent colour. */
export function BrandMark() {
  const { logo } = useBrand();
  if (logo !== '') {
    // biome-ignore lint/performance/noImgElement: an address of ours, at the size of the header
    return <img className={styles.mark} src={logo} alt="" />;
  }
  return (
    <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="var(--oriel-accent)" />
      <g fill="none" stroke="#fff" strokeLinejoin="round">
        <path d="M9 25V13a7 7 0 0 1 14 0v12z" strokeWidth="2.4" />
        <path d="M16 6v19M9 16h14" strokeWidth="2" />
      </g>
    </svg>
  );
}
