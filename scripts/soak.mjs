// `npm run soak`: what is too long for `npm test`. It runs the suite's `node` part on newer versions of Node, whose
// programs come from the npm registry. `npm run soak -- 24` runs on that version only.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { provisionPackages, run } from './provision.mjs';

const root = dirname(import.meta.dirname);
const majors = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];

provisionPackages();
const failed = majors.filter((major) => !passesOn(nodeOf(major)));
if (failed.length > 0) console.error(`failed on Node ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** The path of a Node program of this major version, installed beside the packages where it is not yet. */
function nodeOf(major) {
  const folder = join(root, `node_modules/.cache/node-${major}`);
  // The package `node` links to this one by a script; scripts of packages do not run here.
  const name = `node-${process.platform}-${process.arch}`;
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    run('npm', ['install', '--prefix', folder, '--no-save', '--no-package-lock', `${name}@${major}`]);
  }
  return program;
}

function passesOn(node) {
  const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--selectProjects', 'node'];
  console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
  const { status } = spawnSync(node, args, {
    cwd: root,
    stdio: 'inherit',
    // Programs that tests start by name are of this version, too.
    env: { ...process.env, NODE_NO_WARNINGS: '1', PATH: `${dirname(node)}:${process.env.PATH}` },
  });
  return status === 0;
}
