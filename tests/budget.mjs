/**
 * Worker-seconds that the files of each jest project may take together, on a machine where nothing else runs. A run
 * that takes a third more says so at its end.
 */
export const budget = {
  node: 90,
  dom: 120,
  db: 400,
  media: 150,
  e2e: 500,
  pages: 600,
  alone: 300,
};
