/** Rates of recorded playback where frames can be decoded one by one. From 8 on, by key frames. */
export const recordedRates = [0.5, 1, 2, 4, 8, 16] as const;
