// `npm run soak`: tests that take too long for `npm test`. First the long form of tests that have one: more
// random cases, more rounds, both databases for every rule. Then the `e2e` project in Chromium with its user
// interface in place of the headless shell, and the `node` project on newer versions of Node from the npm
// registry. `npm run soak -- long` runs only the first of them, `npm run soak -- long ptz` only its files with
// this in their path, `npm run soak -- e2e` only the second, `npm run soak -- 24` only `node` on that version.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { provisionPackages, run } from './provision.mjs';

const root = dirname(import.meta.dirname);
const [first, ...names] = process.argv.slice(2);
const isNamed = first === 'long' || first === 'e2e';
const majors = first === undefined ? ['22', '24'] : isNamed ? [] : [first, ...names];

await provisionPackages();
const failed = [];
if ((first === undefined || first === 'long') && !passesLong()) failed.push('the long form');
if ((first === undefined || first === 'e2e') && !passesInFullChromium()) failed.push('Chromium');
for (const major of majors) if (!passesOn(await nodeOf(major))) failed.push(`Node ${major}`);
if (failed.length > 0) console.error(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function passesLong() {
  const marks = /kit\/soak\.ts|\b(?:anyEngine|propertyRun|describeSystem|describeCameras)\b/;
  const files = readdirSync(join(root, 'tests'), { recursive: true })
    .filter(
      (file) => /\.test\.tsx?$/.test(file) && marks.test(readFileSync(join(root, 'tests', file), 'utf8')),
    )
    .filter((file) => names.length === 0 || names.some((name) => file.includes(name)))
    .map((file) => `tests/${file}`);
  if (files.length === 0) throw new Error(`no test with a long form is named ${names.join(', ')}`);
  const { status } = spawnSync('node', ['scripts/test.mjs', '--all', '--files', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ORIEL_SOAK: '1' },
  });
  return status === 0;
}

function passesInFullChromium() {
  const { status } = spawnSync('node', ['scripts/test.mjs', 'e2e'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ORIEL_FULL_CHROMIUM: '1' },
  });
  return status === 0;
}

/** The path of a Node binary of this major version; installed if missing. */
async function nodeOf(major) {
  const folder = join(root, `node_modules/.cache/node-${major}`);
  // Used directly, because the package `node` links to it in an install script, which is disabled here.
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    await run('npm', ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${major}`]);
  }
  return program;
}

function passesOn(node) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node'];
  console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
  const { status } = spawnSync(node, args, {
    cwd: root,
    stdio: 'inherit',
    // Node processes that tests start by name use this version too.
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` },
  });
  return status === 0;
}
