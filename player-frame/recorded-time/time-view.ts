import type { EpochMs } from '../../lib/kernel/units.ts';

/** The visible time: `origin` is the time at the left edge, not rounded to a pixel. */
export interface TimeView {
  readonly origin: EpochMs;
  readonly msPerPixel: number;
  readonly width: number;
}

export const timeAt = ({ origin, msPerPixel }: TimeView, x: number): EpochMs => origin + x * msPerPixel;
export const xOf = ({ origin, msPerPixel }: TimeView, at: EpochMs): number => (at - origin) / msPerPixel;
