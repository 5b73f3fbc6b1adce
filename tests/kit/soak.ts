/** `npm run soak` runs the long form of the tests that have one. */
export const isSoak = process.env.ORIEL_SOAK === '1';

/** Number of random attempts: few in every run, many in a soak. */
export const rounds = (short: number, long: number): number => (isSoak ? long : short);
