import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import type { Stretch } from '../../recorded-time/bands.ts';

/** Specification, section 9. */
export const rowPx = 60;
export const rulerHeightPx = 300;
export const defaultRowMinutes = 30;
export const minRowMinutes = 1;
export const maxRowMinutes = 240;

/** A day from 00:00 to 24:00, which scrolls under a marker in the middle. */
export interface RulerScale {
  readonly day: Stretch;
  readonly rowMinutes: number;
}

/** At which a short window fills the ruler. */
export function rowMinutesOf({ start, end }: Stretch): number {
  const minutes = ((end - start) / 60_000) * (rowPx / rulerHeightPx);
  return Math.min(defaultRowMinutes, Math.max(minRowMinutes, minutes));
}

const rowMs = ({ rowMinutes }: RulerScale): Ms => rowMinutes * 60_000;
export const rulerMsPerPixel = (scale: RulerScale): Ms => rowMs(scale) / rowPx;

/** Height of the day. Together with half of the ruler above and below, it is what scrolls. */
export const dayHeightPx = (scale: RulerScale): number =>
  (scale.day.end - scale.day.start) / rulerMsPerPixel(scale);

/** The time under the marker. */
export function timeAtScroll(scale: RulerScale, scrollPx: number): EpochMs {
  const limited = Math.min(dayHeightPx(scale), Math.max(0, scrollPx));
  return Math.min(scale.day.end - 1, scale.day.start + limited * rulerMsPerPixel(scale));
}

export function scrollOfTime(scale: RulerScale, at: EpochMs): number {
  const limited = Math.min(scale.day.end, Math.max(scale.day.start, at));
  return (limited - scale.day.start) / rulerMsPerPixel(scale);
}

/** Two fingers: 1 to 240 minutes per row. A factor above 1 shows more time. */
export function pinched(scale: RulerScale, factor: number): RulerScale {
  const rowMinutes = Math.min(maxRowMinutes, Math.max(minRowMinutes, scale.rowMinutes * factor));
  return { ...scale, rowMinutes };
}

/** Minutes between lines, and the least distance of lines. */
const lineMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 240] as const;
const linePx = 40;

/** Lines in view. At 1, 30 and 240 minutes per row they are 60 px apart, in between 40 px at least. */
export function linesInView(
  scale: RulerScale,
  scrollPx: number,
): readonly { readonly y: number; readonly at: EpochMs }[] {
  const msPerPixel = rulerMsPerPixel(scale);
  const minutes = lineMinutes.find((each) => (each * 60_000) / msPerPixel >= linePx) ?? 240;
  const pitch = (minutes * 60_000) / msPerPixel;
  const half = rulerHeightPx / 2;
  const first = Math.max(0, Math.ceil((scrollPx - half) / pitch));
  const last = Math.floor(Math.min(dayHeightPx(scale), scrollPx + half) / pitch);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    y: (first + index) * pitch - scrollPx + half,
    at: scale.day.start + (first + index) * minutes * 60_000,
  }));
}

/**
 * The address fixes a window: a time before it is set to its begin, and one after it also to its begin (specification,
 * section 5).
 */
export function withinWindow(at: EpochMs, window: Stretch | null): EpochMs {
  return window && (at < window.start || at >= window.end) ? window.start : at;
}
