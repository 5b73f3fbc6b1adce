import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const listName = 'generations.json';

/** Whole or not at all: somebody may read it at any moment. */
export async function writeWhole(path, value) {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`);
  await rename(temporary, path);
}

/**
 * Removes what neither this build nor the one before it made. Pages that were loaded before a build go on
 * fetching their scripts under the old names, and so does a server that has not been started anew. A build that
 * changed nothing is no new generation.
 *
 * @param {string} folder
 * @param {readonly string[]} files names of what this build made; the manifest is kept by itself
 */
export async function removeOldGenerations(folder, files) {
  const now = [...files].sort();
  const last = await readList(folder);
  const before = String(last.now) === String(now) ? last.before : last.now;
  await writeWhole(join(folder, listName), { now, before });
  const kept = new Set([...now, ...before, 'manifest.json', listName]);
  for (const name of await readdir(folder))
    if (!kept.has(name)) await rm(join(folder, name), { recursive: true });
}

/** Where no list was kept, all there is is the build before. */
async function readList(folder) {
  try {
    const { now, before } = JSON.parse(await readFile(join(folder, listName), 'utf8'));
    if ([now, before].every((names) => Array.isArray(names))) return { now, before };
  } catch (error) {
    if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  return { now: await readdir(folder), before: [] };
}
