// What a run of the tests decides, without the programs that it starts.

/** More failed files than this are no chance: they are not run again. */
const mostRepeated = 12;

/**
 * @typedef {object} FileResult
 * @property {string} file Relative to the project.
 * @property {number} seconds
 * @property {number} passed Tests that passed.
 * @property {readonly string[]} failures One text for each failure; a file without any has passed.
 */

/**
 * @typedef {object} PartResult
 * @property {readonly FileResult[]} files
 * @property {number} seconds Wall time.
 * @property {string | null} error Why the part as a whole failed, for instance because no database started.
 */

/**
 * Runs the parts, then each file that failed once more with nothing beside it. A file that passes then is unstable:
 * reported, but no failure of the run.
 *
 * @param {readonly import('./test-parts.mjs').TestPart[]} parts
 * @param {(part: import('./test-parts.mjs').TestPart, only?: readonly string[]) => PartResult} runPart Runs a part, or
 *   only these files of it, one at a time.
 */
export function runTests(parts, runPart) {
  const ran = parts.map((part) => ({ part, result: runPart(part) }));
  const errors = ran.flatMap(({ part, result }) => (result.error ? [`${part.name}: ${result.error}`] : []));
  const failed = ran.flatMap(({ part, result }) =>
    result.files.filter(hasFailed).map((first) => ({ part, first })),
  );
  const isRepeating = failed.length <= mostRepeated;
  const unstable = [];
  const failing = [];
  for (const { part, first } of failed) {
    if (isRepeating && part.isRepeated) {
      const again = runPart(part, [first.file]);
      const second = again.files.find(({ file }) => file === first.file);
      if (again.error === null && second && !hasFailed(second)) {
        unstable.push({ ...first, passed: second.passed });
        continue;
      }
    }
    failing.push(first);
  }
  const passed = ran.flatMap(({ result }) => result.files).filter((file) => !hasFailed(file));
  return {
    ran,
    errors,
    failing,
    unstable,
    passedTests: sum(passed) + sum(failing) + sum(unstable),
    failedTests: failing.reduce((total, { failures }) => total + failures.length, 0),
  };
}

const hasFailed = ({ failures }) => failures.length > 0;
const sum = (files) => files.reduce((total, { passed }) => total + passed, 0);
