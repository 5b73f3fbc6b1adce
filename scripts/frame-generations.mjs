import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const listName = 'generations.json';

/** Atomic, because it may be read at any time. */
export async function writeWhole(path, value) {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`);
  await rename(temporary, path);
}

/**
 * Removes files that belong neither to this build nor to the previous one. Pages loaded before a build still
 * fetch scripts under the old names, as does a server that was not restarted. A build without changes is not
 * a new generation.
 *
 * @param {string} folder
 * @param {readonly string[]} files names of the files of this build; the manifest is kept separately
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

/** Without a list, all existing files count as the previous build. */
async function readList(folder) {
  try {
    const { now, before } = JSON.parse(await readFile(join(folder, listName), 'utf8'));
    if ([now, before].every((names) => Array.isArray(names))) return { now, before };
  } catch (error) {
    if (error.code !== 'ENOENT' && !(error instanceof SyntaxError)) throw error;
  }
  return { now: await readdir(folder), before: [] };
}
