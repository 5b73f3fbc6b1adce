/**
 * Worker-seconds that the files of each jest project may take together, on a machine where nothing else runs. A run
 * that takes a third more says so at its end. `node` to `media` are measured; the others are what is left of 20 minutes
 * on two cores.
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
