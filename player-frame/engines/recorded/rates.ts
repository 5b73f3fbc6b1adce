/**
 * Rates of recorded playback where frames can be decoded one by one. From 8 on, by key frames; from 60 on, a time lapse:
 * a day in 24, 5 and 1 minutes.
 */
export const recordedRates = [0.5, 1, 2, 4, 8, 16, 60, 288, 1_440] as const;

/** Above, only some of the key frames are read. */
export const maxReadRate = 16;

/** A time lapse may have any speed between its rates. */
export function isRate(rates: readonly number[], rate: number): boolean {
  return rates.includes(rate) || (rate > maxReadRate && rate <= Math.max(0, ...rates));
}
