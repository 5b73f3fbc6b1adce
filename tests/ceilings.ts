/**
 * The most bytes that browsers load, gzipped. The benches `sdk-size`, `boot-bytes` and `console-js` print the same
 * figures. A ceiling may only go down: a change that needs more takes it from something else, and a change that saves
 * bytes lowers the ceiling in the same commit.
 */
export const ceilings = {
  /** The SDK in the integrator's page. */
  sdk: 3_788,
  /** Before the first frame, with WebCodecs and with Media Source. */
  webcodecs: 37_140,
  mediaSource: 45_330,
  /** JavaScript of a first visit to the console: the sign-in page, and a list page. */
  login: 193_269,
  list: 306_454,
} as const;

/** Compressors of other versions and processors differ by some bytes. */
const allowance = 0.005;
/** A gain above this is kept. */
const slack = 0.01;

/** What is wrong with a figure; empty if nothing is. */
export function ceilingFault(name: keyof typeof ceilings, bytes: number): string {
  const ceiling = ceilings[name];
  if (bytes > ceiling * (1 + allowance)) return `${name}: ${bytes} bytes, above its ceiling of ${ceiling}`;
  if (bytes < ceiling * (1 - slack)) return `${name}: lower the ceiling to ${bytes}`;
  return '';
}
