/** `npm run soak` runs the long form of the tests that have one. */
export const isSoak = process.env.ORIEL_SOAK === '1';

/** Number of random attempts: few in every run, many in a soak. */
export const rounds = (short: number, long: number): number => (isSoak ? long : short);

/**
 * An attack test with thousands of calls makes all of them on the embedded database, and every `step`-th on PostgreSQL,
 * where a call takes three times as long. A soak makes all on both.
 */
export const stepOn = (engine: string, step: number): number => (engine === 'libsql' ? 1 : rounds(step, 1));
