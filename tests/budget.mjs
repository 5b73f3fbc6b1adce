/**
 * Worker-seconds that the files of each part may use together on an otherwise idle machine. A run that exceeds its
 * budget by a third prints a warning at its end. With installation, checks and build, the parts of `npm test` share
 * 15 minutes on two cores.
 */
export const budget = {
  node: 200,
  dom: 300,
  db: 500,
  media: 180,
  journeys: 120,
  long: 780,
  e2e: 900,
  pages: 600,
  alone: 130,
};
