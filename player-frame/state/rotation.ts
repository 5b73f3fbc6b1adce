import type { Direction, Point } from './feature-state.ts';

/** A player that lies on its side, its top to the right of the screen (display.css), still has a top of its own. */
export function inPlayer({ x, y }: Point, isRotated: boolean): Point {
  return isRotated ? { x: y, y: -x } : { x, y };
}

/**
 * Where a press landed relative to the middle of the pad, in pixels of the screen; the larger axis decides
 * (specification, section 5). The player's directions, so they are remapped when it is turned by 90 degrees.
 */
export function directionOf(fromMiddle: Point, isRotated: boolean): Direction {
  const { x, y } = inPlayer(fromMiddle, isRotated);
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 2 : 3;
  return y < 0 ? 0 : 1;
}
