/** `npm run soak` runs the long form of the tests that have one. */
export const isSoak = process.env.ORIEL_SOAK === '1';

/** How often something random is tried: seldom in every run, often in a soak. */
export const rounds = (short: number, long: number): number => (isSoak ? long : short);
