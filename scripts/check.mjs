// `npm run check`: format and lint, types, unused code. All three run even if one fails.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

const root = dirname(import.meta.dirname);
const checks = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '.']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['unused code', 'knip', []],
];

/** Returns the names of the checks that failed. */
export function runChecks() {
  return checks
    .filter(([name, program, args]) => {
      console.log(`check: ${name}`);
      return spawnSync(`node_modules/.bin/${program}`, args, { cwd: root, stdio: 'inherit' }).status !== 0;
    })
    .map(([name]) => name);
}

if (process.argv[1] === import.meta.filename) {
  const failed = runChecks();
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
