// `npm test`: installs missing packages, checks, builds, and runs all jest projects. `npm test -- node db`
// runs some of them, `npm test -- db --files tests/api/ptz` some of their files.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { budget } from '../tests/budget.mjs';
import { provisionPackages, provisionSystem, run } from './provision.mjs';

const root = dirname(import.meta.dirname);

/** Files of `media` and `e2e` wait as much as they compute. Files of `alone` run one at a time. */
const projects = [
  { name: 'node', workers: 2 },
  { name: 'dom', workers: 2 },
  { name: 'db', workers: 2 },
  { name: 'media', workers: 3 },
  { name: 'e2e', workers: 3 },
  { name: 'pages', workers: 2 },
  { name: 'alone', workers: 1 },
];

provisionPackages();
provisionSystem();

const [chosen, files] = readArguments(process.argv.slice(2));
const unknown = chosen.filter((name) => !projects.some((project) => project.name === name));
if (unknown.length > 0) throw new Error(`Unknown project: ${unknown.join(', ')}`);
const wanted = projects.filter(({ name }) => chosen.length === 0 || chosen.includes(name));

const failures = [];
if (chosen.length === 0 && files.length === 0) {
  const { runChecks } = await import('./check.mjs');
  failures.push(...runChecks());
}
run('node', ['scripts/build.mjs']);

/** Times of one project, in seconds: sum over its files, and wall time. */
const parts = [];
const slowest = [];
/** File, name and reason of each failing test, for the summary: the log of a whole run is long. */
const failing = [];
const counts = { passed: 0, failed: 0 };
const results = mkdtempSync(join(tmpdir(), 'oriel-test-'));
for (const project of wanted) {
  const outputFile = join(results, `${project.name}.json`);
  // Arguments after a project name are read as project names, so files come first.
  const args = [...files, '--passWithNoTests', '--maxWorkers', String(project.workers)];
  args.push('--selectProjects', project.name);
  const startedAt = performance.now();
  const { status } = spawnSync(
    'node',
    [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      ...args,
      '--json',
      '--outputFile',
      outputFile,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  );
  const wall = (performance.now() - startedAt) / 1_000;
  if (status !== 0) failures.push(`tests: ${project.name}`);
  const result = JSON.parse(readFileSync(outputFile, 'utf8'));
  counts.passed += result.numPassedTests;
  counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
  const took = result.testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1_000,
  }));
  failing.push(...result.testResults.flatMap(failuresOf));
  const worked = took.reduce((sum, { seconds }) => sum + seconds, 0);
  parts.push({ name: project.name, files: took.length, tests: result.numPassedTests, worked, wall });
  slowest.push(...took);
}
rmSync(results, { recursive: true, force: true });

printTimes();
for (const line of failing) console.log(`failing: ${line}`);
if (failures.length > 0) console.log(`failed: ${failures.join(', ')}`);
console.log(`${counts.passed} passed, ${counts.failed + failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;

function readArguments(args) {
  const at = args.indexOf('--files');
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

function failuresOf({ name, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length > 0) return failed.map((test) => `${file}: ${test.fullName}\n${reasonOf(test)}`);
  return assertionResults.length === 0 ? [`${file}: no test ran`] : [];
}

/** The first lines of what a failing test reported: a long log may be cut above them. */
function reasonOf({ failureMessages }) {
  const lines = stripVTControlCharacters(failureMessages.join('\n')).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 240)}`)
    .join('\n');
}

/** Prints a summary of times. Exceeding a budget is not a failure. */
function printTimes() {
  const whole = (seconds) => String(Math.round(seconds)).padStart(5);
  slowest.sort((one, other) => other.seconds - one.seconds);
  console.log('\nslowest files, in seconds');
  for (const { file, seconds } of slowest.slice(0, 15)) console.log(`${whole(seconds)}  ${file}`);
  console.log('\nworker-seconds by part (budget), wall time in seconds');
  for (const { name, files, tests, worked, wall } of parts) {
    const isOver = worked > (budget[name] * 4) / 3;
    console.log(
      `${name.padEnd(6)}${whole(worked)} (${budget[name]}), ${whole(wall)} s, ${tests} tests in ${files} files${isOver ? ': over its budget' : ''}`,
    );
  }
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0);
  console.log(`${'all'.padEnd(6)}${whole(sum('worked'))}, ${whole(sum('wall'))} s\n`);
}
