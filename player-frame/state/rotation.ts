import type { Direction, Point } from './feature-state.ts';

/**
 * Converts screen to player coordinates for a rotated player, whose top is at the right of the screen (display.css).
 */
export function inPlayer({ x, y }: Point, isRotated: boolean): Point {
  return isRotated ? { x: y, y: -x } : { x, y };
}

/**
 * Direction of a press relative to the middle of the pad, in screen pixels; the larger axis decides (specification,
 * section 5). Converted to the player's directions if it is rotated.
 */
export function directionOf(fromMiddle: Point, isRotated: boolean): Direction {
  const { x, y } = inPlayer(fromMiddle, isRotated);
  if (Math.abs(x) > Math.abs(y)) return x < 0 ? 2 : 3;
  return y < 0 ? 0 : 1;
}
