// `npm run check`: format and lint, types, unused code. All three run even if one fails.
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

const root = dirname(import.meta.dirname);
const checks = [
  ['format and lint', 'biome', ['check', '--error-on-warnings', '--colors=off', '.']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
  ['unused code', 'knip', []],
];

/** Prints what each check reports when it ends. Returns the names of those that failed. */
export async function runChecks() {
  const failed = await Promise.all(
    checks.map(async ([name, program, args]) => {
      const { status, output } = await runQuietly(`node_modules/.bin/${program}`, args);
      console.log(`check: ${name}\n${output}`.trimEnd());
      return status === 0 ? [] : [name];
    }),
  );
  return failed.flat();
}

function runQuietly(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output: Buffer.concat(output).toString() }));
  });
}

if (process.argv[1] === import.meta.filename) {
  const failed = await runChecks();
  if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
