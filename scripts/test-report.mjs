// The end of a run of the tests: times, unstable files, failures, and the counts as the last line. On GitHub, what is
// wrong is also shown on the page of the run, where an unstable file of a passed run is seen.
import { budget } from '../tests/budget.mjs';

/** Prints the report and returns whether the run passed. `checks`: names of failed checks. */
export function printReport({ ran, errors, failing, unstable, passedTests, failedTests }, checks) {
  printTimes(ran);
  if (unstable.length > 0) printUnstable(unstable);
  for (const { file, failures } of failing)
    for (const failure of failures) console.log(`failing: ${file}: ${failure}`);
  const others = [...checks.map((check) => `check: ${check}`), ...errors];
  for (const error of others) console.log(`failed: ${error}`);
  if (process.env.GITHUB_ACTIONS)
    for (const line of annotationsOf({ unstable, failing, others })) console.log(line);
  const failed = failedTests + others.length;
  console.log(`${passedTests} passed, ${failed} failed`);
  return failed === 0;
}

/**
 * Workflow commands of GitHub, one line for each file with its first failure.
 *
 * @param {object} report
 * @param {readonly { file: string, failures: readonly string[] }[]} report.unstable
 * @param {readonly { file: string, failures: readonly string[] }[]} report.failing
 * @param {readonly string[]} report.others Failures without a file.
 */
export function annotationsOf({ unstable, failing, others }) {
  const firstOf = ({ file, failures }) => `${file}: ${failures[0].split('\n')[0]}`;
  return [
    ...unstable.map((each) => `::warning title=unstable::${escaped(firstOf(each))}`),
    ...failing.map((each) => `::error title=failing::${escaped(firstOf(each))}`),
    ...others.map((each) => `::error title=failed::${escaped(each)}`),
  ];
}

/** A command ends at the end of its line, and GitHub decodes these three. */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function printUnstable(unstable) {
  const line = '='.repeat(78);
  console.log(
    `${line}\nUNSTABLE: ${unstable.length} of the files failed, then passed when nothing ran beside them.`,
  );
  console.log('Each is a defect of the test or of the product, to be mended before the next feature.\n');
  for (const { file, failures } of unstable)
    for (const failure of failures) console.log(`unstable: ${file}: ${failure}`);
  console.log(line);
}

/** Exceeding a budget is not a failure. */
function printTimes(ran) {
  const whole = (seconds) => String(Math.round(seconds)).padStart(5);
  const files = ran.flatMap(({ result }) => result.files);
  console.log('\nslowest files, in seconds');
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15))
    console.log(`${whole(seconds)}  ${file}`);
  console.log('\nworker-seconds by part (budget), wall time in seconds');
  const workedBy = ({ result }) => result.files.reduce((sum, { seconds }) => sum + seconds, 0);
  for (const each of ran) {
    const { name } = each.part;
    const tests = each.result.files.reduce((sum, { passed }) => sum + passed, 0);
    const worked = workedBy(each);
    const over = worked > (budget[name] * 4) / 3 ? ': over its budget' : '';
    console.log(
      `${name.padEnd(9)}${whole(worked)} (${budget[name]}), ${whole(each.result.seconds)} s, ${tests} tests in ${each.result.files.length} files${over}`,
    );
  }
  const sum = (value) => ran.reduce((total, each) => total + value(each), 0);
  console.log(`${'all'.padEnd(9)}${whole(sum(workedBy))}, ${whole(sum(({ result }) => result.seconds))} s\n`);
}
