import type { Ms } from '../../../lib/kernel/units.ts';

/** Level of the specification: 0 one minute, 1 thirty minutes, 2 one hour, 3 one day. */
export type Level = 0 | 1 | 2 | 3;

/** Named stops of the continuous scale. Levels 1 and 2 differ in their labels only. */
export const levels = [
  { secondsPerPixel: 0.1, labelEverySeconds: 10 },
  { secondsPerPixel: 3, labelEverySeconds: 300 },
  { secondsPerPixel: 3, labelEverySeconds: 600 },
  { secondsPerPixel: 120, labelEverySeconds: 10_800 },
] as const;

export const firstLevel: Level = 1;
export const minSecondsPerPixel = 0.02;
export const maxSecondsPerPixel = 86_400;

/** How much time a pixel is. `level` is the stop, or the closest one. */
export interface TimeScale {
  readonly level: Level;
  readonly secondsPerPixel: number;
}

export const scaleOfLevel = (level: Level): TimeScale => ({
  level,
  secondsPerPixel: levels[level].secondsPerPixel,
});

/** Plus (1) raises the level while it is below 3, minus (-1) lowers it while it is above 0. */
export function stepLevel({ level, secondsPerPixel }: TimeScale, by: 1 | -1): TimeScale {
  const stop = levels[level].secondsPerPixel;
  // Between two stops, the next one in that direction.
  const isBefore = by === 1 ? secondsPerPixel < stop : secondsPerPixel > stop;
  const to = isBefore ? level : level + by;
  return scaleOfLevel(Math.min(3, Math.max(0, to)) as Level);
}

/** The level of a step; null: there is none in this direction. */
export function nextLevel(scale: TimeScale, by: 1 | -1): Level | null {
  const to = stepLevel(scale, by);
  const isSame = to.level === scale.level && to.secondsPerPixel === scale.secondsPerPixel;
  const isBack =
    by === 1 ? to.secondsPerPixel < scale.secondsPerPixel : to.secondsPerPixel > scale.secondsPerPixel;
  return isSame || isBack ? null : to.level;
}

/** Continuous zoom by wheel or pinch. A factor above 1 shows more time. */
export function zoomed({ level, secondsPerPixel }: TimeScale, factor: number): TimeScale {
  const wanted = secondsPerPixel * factor;
  const limited = Math.min(maxSecondsPerPixel, Math.max(minSecondsPerPixel, wanted));
  return { level: closestLevel(limited, level), secondsPerPixel: limited };
}

/** Of levels 1 and 2, which are equally close, the one on the side it comes from. */
function closestLevel(secondsPerPixel: number, from: Level): Level {
  const middle = levels[1].secondsPerPixel;
  if (secondsPerPixel < Math.sqrt(levels[0].secondsPerPixel * middle)) return 0;
  if (secondsPerPixel > Math.sqrt(middle * levels[3].secondsPerPixel)) return 3;
  return from >= 2 ? 2 : 1;
}

/** Milliseconds are shown where a pixel is less than a second. */
export const showsMilliseconds = ({ secondsPerPixel }: TimeScale): boolean => secondsPerPixel < 1;

export const msPerPixelOf = ({ secondsPerPixel }: TimeScale): Ms => secondsPerPixel * 1_000;
