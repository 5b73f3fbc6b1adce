// The PATH of tests: a folder with links to the programs that a run may start, and nothing else. A program that no table
// lists is then missing on every machine, also where it happens to be installed.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './provision.mjs';

/** Programs of every Debian system that tests, or the scripts of the programs they start, call by name. */
export const debianPrograms = [
  'basename',
  'bash',
  'cat',
  'chmod',
  'cp',
  'date',
  'dirname',
  'env',
  'expr',
  'find',
  'grep',
  'head',
  'id',
  'kill',
  'ls',
  'mkdir',
  'mktemp',
  'mount',
  'mv',
  'prlimit',
  'readlink',
  'rm',
  'sed',
  'setpriv',
  'sh',
  'sleep',
  'tail',
  'tar',
  'touch',
  'tr',
  'true',
  'umount',
  'uname',
  'unshare',
];

/** What a checkout needs before any of this runs. */
const toolsOfCheckout = ['git', 'node', 'npm', 'npx'];

/**
 * Fills a new, empty folder with links to the programs of `needs` and to those of every system. The folder is the whole
 * PATH of the tests.
 */
export function fillProgramFolder(folder, needs) {
  const listed = needs.flatMap(({ programs }) => programs);
  for (const name of new Set([...toolsOfCheckout, ...debianPrograms, ...listed])) {
    const program = name === 'node' ? process.execPath : findProgram(name);
    // Other systems lack some of Debian's.
    if (program !== null) symlinkSync(program, join(folder, name));
  }
}
