/**
 * Worker-seconds that the files of each jest project may use together on an otherwise idle machine. A run that exceeds
 * its budget by a third prints a warning at its end. The values of `node` to `media` are measured; the others share
 * what is left of 20 minutes on two cores.
 */
export const budget = {
  node: 90,
  dom: 190,
  db: 440,
  media: 280,
  e2e: 500,
  pages: 600,
  alone: 180,
};
