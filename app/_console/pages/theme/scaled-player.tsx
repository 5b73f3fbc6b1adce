import type { CSSProperties, ReactNode } from 'react';
import styles from './designer.module.css';

/** A player of 16:9 that is laid out at `width` CSS pixels and drawn at `scale` of that size. */
export function ScaledPlayer({
  width,
  scale,
  children,
}: {
  /** Null: as wide as there is room. */
  readonly width: number | null;
  readonly scale: number;
  readonly children: ReactNode;
}) {
  const isScaled = width !== null && scale !== 1;
  const outer: CSSProperties = isScaled
    ? { width: width * scale, height: (width * scale * 9) / 16 }
    : { width: width ?? '100%' };
  // The same elements in either case: a player that moved to another element would start again.
  return (
    <div className={styles.scaled} data-scaled={isScaled || undefined} style={outer}>
      <div style={isScaled ? { width, scale: String(scale) } : undefined}>{children}</div>
    </div>
  );
}
