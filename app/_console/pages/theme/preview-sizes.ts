/** Where a theme is looked at. Sizes in CSS pixels: `width` of the player, of 16:9, as in windows of these devices. */
export interface PreviewSize {
  readonly name: 'desktop' | 'tablet' | 'landscape' | 'portrait' | 'screen';
  readonly width: number;
  readonly isMobile: boolean;
  /** Less than 1: drawn smaller than it is. */
  readonly scale: number;
}

const real = { scale: 1 } as const;
export const previewSizes: readonly PreviewSize[] = [
  { name: 'desktop', width: 900, isMobile: false, ...real },
  { name: 'tablet', width: 620, isMobile: true, ...real },
  { name: 'landscape', width: 560, isMobile: true, ...real },
  { name: 'portrait', width: 340, isMobile: true, ...real },
  { name: 'screen', width: 1920, isMobile: false, scale: 900 / 1920 },
];

/** The last 24 hours as the query of an address, in UTC. */
export function lastDay(now: number): string {
  const text = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
  return `begin=${text(now - 24 * 3_600_000)}&end=${text(now)}`;
}
