import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const enoughBytes = 4 * 1024 ** 3;

/**
 * A new temporary folder. In memory if there is plenty: a database for each test is hundreds of small files, which take
 * ten times as long on a busy disk.
 */
export function scratchFolder(prefix: string): string {
  return mkdtempSync(join(hasMemory() ? memory : tmpdir(), prefix));
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false; // not available on this system
  }
}
