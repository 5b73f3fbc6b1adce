import type { Quality } from './feature-state.ts';

/**
 * Width in device pixels below which the sub stream has no visible loss; above the second number it does. In between
 * the current quality is kept, to avoid flapping while resizing.
 */
const smallPixels = 480;
const largePixels = 640;

/** The quality for a player of this width in device pixels. */
export function fittingQuality(now: Quality, pixels: number): Quality {
  if (pixels <= smallPixels) return 'sd';
  return pixels >= largePixels ? 'hd' : now;
}
