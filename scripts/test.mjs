// `npm test`: what a change must pass. `npm run test:all`: everything. Both install what is missing, check, build, and
// run parts of the tests. `npm test -- node db` runs some parts, `npm test -- db --files tests/api/ptz` some of their
// files; `npm run test:all -- --shard 1/4` a quarter of the files of each part.
import './require-node.mjs';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runChecks } from './check.mjs';
import { fillProgramFolder } from './program-folder.mjs';
import { needsOf, provisionPackages, provisionSystem, run } from './provision.mjs';
import { runVitest } from './run-vitest.mjs';
import { testParts } from './test-parts.mjs';
import { printReport } from './test-report.mjs';
import { runTests } from './test-run.mjs';

const { parts, files, shard, isAll } = readArguments(process.argv.slice(2));
const isWhole = parts.length === 0 && files.length === 0;
const wanted = testParts.filter(({ name, from }) =>
  parts.length > 0 ? parts.includes(name) : isAll || files.length > 0 || from === 'test',
);
const isSoak = process.env.ORIEL_SOAK === '1';
const size = isSoak ? 'soak' : wanted.some(({ from }) => from === 'test:all') ? 'test:all' : 'test';

const needs = needsOf(size);
await Promise.all([provisionPackages(), provisionSystem(needs)]);
const [failedChecks] = await Promise.all([isWhole ? runChecks() : [], run('node', ['scripts/build.mjs'])]);

const folder = mkdtempSync(join(tmpdir(), 'oriel-test-'));
// Programs that do not run as root search their PATH as another user.
chmodSync(folder, 0o755);
mkdirSync(join(folder, 'programs'));
fillProgramFolder(join(folder, 'programs'), needs);
const outcome = runTests(wanted, (part, only) => {
  if (only) console.log(`\nonce more, alone: ${only.join(', ')}`);
  const workers = only ? 1 : part.workers;
  return runVitest({ part: part.name, workers, files: only ?? files, shard: only ? null : shard, folder });
});
rmSync(folder, { recursive: true, force: true });
process.exitCode = printReport(outcome, failedChecks) ? 0 : 1;

function readArguments(args) {
  // All that follows --files are files.
  const at = args.indexOf('--files');
  const [named, listed] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
  const { values, positionals } = parseArgs({
    args: named,
    options: { all: { type: 'boolean', default: false }, shard: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !testParts.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}`);
  return { parts: positionals, files: listed, shard: values.shard ?? null, isAll: values.all };
}
