// Detects stale build targets by a hash of all their inputs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const root = dirname(import.meta.dirname);
const stampsFile = join(root, 'dist/stamps.json');
const lockFolder = join(root, 'dist/building');

function* filesBelow(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) yield* filesBelow(join(path, entry.name));
}

/** Hash of names and contents of `inputs` (files or folders, relative to the root). */
export function hashInputs(inputs) {
  const hash = createHash('sha256').update(process.version);
  for (const input of inputs) {
    for (const file of filesBelow(join(root, input))) {
      hash.update(`\0${relative(root, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function readStamps() {
  return existsSync(stampsFile) ? JSON.parse(readFileSync(stampsFile, 'utf8')) : {};
}

/** True if the target was not built from exactly these inputs, or its output is missing. */
export function isStale(target) {
  const isMissing = target.outputs.some((output) => !existsSync(join(root, output)));
  return isMissing || readStamps()[target.name] !== hashInputs(target.inputs);
}

export function markBuilt(target, hash) {
  mkdirSync(dirname(stampsFile), { recursive: true });
  writeFileSync(stampsFile, `${JSON.stringify({ ...readStamps(), [target.name]: hash }, null, 2)}\n`);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** In a container that was started again, the next build has the id of the one that was interrupted. */
function isAbandoned(owner, folder) {
  if (owner) return owner === process.pid || !isAlive(owner);
  // Interrupted before it wrote its id; a live build does that at once.
  const since = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return since !== undefined && Date.now() - since > 10_000;
}

/** Runs `work` with exclusive access to builds in this folder. The lock of a dead process is taken over. */
export async function whileBuildingAlone(work, folder = lockFolder) {
  mkdirSync(dirname(folder), { recursive: true });
  const ownerFile = join(folder, 'pid');
  let isTold = false;
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const owner = existsSync(ownerFile) ? Number(readFileSync(ownerFile, 'utf8')) : null;
      if (isAbandoned(owner, folder)) rmSync(folder, { recursive: true, force: true });
      else {
        if (!isTold)
          console.error(
            `Waiting for another build (process ${owner ?? 'unknown'}). If there is none, delete ${folder}.`,
          );
        isTold = true;
        await delay(200);
      }
    }
  }
  writeFileSync(ownerFile, String(process.pid));
  try {
    return await work();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
