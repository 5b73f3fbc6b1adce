/** Rates of recorded playback. 60 and more are a time lapse: a day in 24, 5 and 1 minutes. */
export const recordedRates = [0.5, 1, 2, 4, 8, 16, 60, 288, 1_440] as const;

/** Above, only key frames are shown. */
export const maxReadRate = 4;

/** Above, a time lapse: it may have any speed between its rates, and does not wait for what is being recorded. */
export const lapseAbove = 16;

export function isRate(rates: readonly number[], rate: number): boolean {
  return rates.includes(rate) || (rate > lapseAbove && rate <= Math.max(0, ...rates));
}
