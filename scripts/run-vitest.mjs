// Runs vitest on one part of the tests and reads what it reports.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { resultsVariable } from './test-reporter.mjs';

const root = dirname(import.meta.dirname);

/**
 * @param {object} run
 * @param {string} run.part
 * @param {number} run.workers
 * @param {readonly string[]} run.files Some files of the part, by parts of their paths; none: all.
 * @param {string | null} run.shard For instance `1/4`.
 * @param {string} run.folder For vitest's results; also the folder of `programs`, the PATH of the tests.
 * @returns {import('./test-run.mjs').PartResult}
 */
export function runVitest({ part, workers, files, shard, folder }) {
  const stored = join(folder, 'results.json');
  rmSync(stored, { force: true });
  const args = ['node_modules/vitest/vitest.mjs', 'run', `--project=${part}`, `--project=${part}-*`];
  args.push('--passWithNoTests');
  args.push('--maxWorkers', String(workers), '--reporter', 'scripts/test-reporter.mjs');
  if (shard !== null) args.push('--shard', shard);
  const startedAt = performance.now();
  const { status, signal } = spawnSync(process.execPath, [...args, ...files], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, [resultsVariable]: stored, PATH: join(folder, 'programs') },
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  if (!existsSync(stored)) return { files: [], seconds, error: `vitest ended with ${status ?? signal}` };
  const results = JSON.parse(readFileSync(stored, 'utf8'));
  const isExplained = status === 0 || results.files.some(({ failures }) => failures.length > 0);
  const error =
    results.errors.length > 0
      ? `outside of a test\n${results.errors.join('\n')}`
      : isExplained
        ? null
        : `vitest ended with ${status ?? signal}`;
  return { files: results.files, seconds, error };
}
