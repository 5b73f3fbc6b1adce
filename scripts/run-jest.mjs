// Runs jest on one part of the tests and reads what it reports.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const root = dirname(import.meta.dirname);

/**
 * @param {object} run
 * @param {string} run.part
 * @param {number} run.workers
 * @param {readonly string[]} run.files Some files of the part, by parts of their paths; none: all.
 * @param {string | null} run.shard For instance `1/4`.
 * @param {string} run.folder For jest's report; also the folder of `programs`, the PATH of the tests.
 * @returns {import('./test-run.mjs').PartResult}
 */
export function runJest({ part, workers, files, shard, folder }) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
  // What follows a project's name is read as projects too, so it comes last.
  args.push(...files, '--passWithNoTests', '--maxWorkers', String(workers));
  if (shard !== null) args.push('--shard', shard);
  args.push('--json', '--outputFile', report, '--selectProjects', part);
  const startedAt = performance.now();
  const { status, signal } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1', PATH: join(folder, 'programs') },
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  if (!existsSync(report)) return { files: [], seconds, error: `jest ended with ${status ?? signal}` };
  const results = JSON.parse(readFileSync(report, 'utf8')).testResults.map(readFile);
  const isExplained = status === 0 || results.some(({ failures }) => failures.length > 0);
  return { files: results, seconds, error: isExplained ? null : `jest ended with ${status ?? signal}` };
}

function readFile({ name, startTime, endTime, assertionResults, status, message }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const failures = failed.map((test) => `${test.fullName}\n${reasonOf(test.failureMessages.join('\n'))}`);
  // A file that could not be loaded has no tests.
  if (failures.length === 0 && status === 'failed') failures.push(`no test ran\n${reasonOf(message)}`);
  return {
    file: relative(root, name),
    seconds: (endTime - startTime) / 1_000,
    passed: assertionResults.filter((test) => test.status === 'passed').length,
    failures,
  };
}

/** The first lines of a failure: a long log may be cut above them. */
function reasonOf(text) {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 240)}`)
    .join('\n');
}
