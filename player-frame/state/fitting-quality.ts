import type { Quality } from './feature-state.ts';

/**
 * Below this many device pixels across, the small stream loses nothing that could be seen; above the second number
 * it does. Between them the present choice stays, so that a page being resized does not switch to and fro.
 */
const smallPixels = 480;
const largePixels = 640;

/** The stream that fits a player of this width in device pixels. */
export function fittingQuality(now: Quality, pixels: number): Quality {
  if (pixels <= smallPixels) return 'sd';
  return pixels >= largePixels ? 'hd' : now;
}
