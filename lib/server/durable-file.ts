import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

async function syncAndClose(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file atomically, readable by its owner only: temporary file, fsync, rename, fsync of the folder.
 * After a power failure, either the old or the new content is complete.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.new`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await syncAndClose(handle);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {
      /* already renamed, or never written */
    });
    throw error;
  }
  await syncAndClose(await open(dirname(path), 'r'));
}
