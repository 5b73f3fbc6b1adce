// `npm test`: installs what is missing, checks, builds, runs every jest project. `npm test -- node db` runs some.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { provisionPackages, provisionSystem, run } from './provision.mjs';

const root = dirname(import.meta.dirname);

/** Most files wait more than they reckon: two at a time. Those that measure run one at a time. */
const projects = [
  { name: 'node', workers: 2 },
  { name: 'dom', workers: 2 },
  { name: 'db', workers: 2 },
  { name: 'media', workers: 2 },
  { name: 'e2e', workers: 2 },
  { name: 'pages', workers: 2 },
  { name: 'alone', workers: 1 },
];

provisionPackages();
provisionSystem();

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !projects.some((project) => project.name === name));
if (unknown.length > 0) throw new Error(`No such project: ${unknown.join(', ')}`);
const wanted = projects.filter(({ name }) => chosen.length === 0 || chosen.includes(name));

const failures = [];
if (chosen.length === 0) {
  const { runChecks } = await import('./check.mjs');
  failures.push(...runChecks());
}
run('node', ['scripts/build.mjs']);

const counts = { passed: 0, failed: 0 };
const results = mkdtempSync(join(tmpdir(), 'oriel-test-'));
for (const project of wanted) {
  const outputFile = join(results, `${project.name}.json`);
  const args = ['--selectProjects', project.name, '--maxWorkers', String(project.workers)];
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
  if (status !== 0) failures.push(`tests: ${project.name}`);
  const result = JSON.parse(readFileSync(outputFile, 'utf8'));
  counts.passed += result.numPassedTests;
  counts.failed += result.numFailedTests + result.numRuntimeErrorTestSuites;
}
rmSync(results, { recursive: true, force: true });

if (failures.length > 0) console.log(`failed: ${failures.join(', ')}`);
console.log(`${counts.passed} passed, ${counts.failed + failures.length} failed`);
process.exitCode = failures.length > 0 ? 1 : 0;
