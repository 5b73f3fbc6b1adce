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
 * Writes a file readable by its owner only, so that after a power cut there is either the whole old
 * file or the whole new one: a file beside it, fsync, rename, fsync of the folder.
 */
export async function writeDurably(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`;
  const handle = await open(beside, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await syncAndClose(handle);
    await rename(beside, path);
  } catch (error) {
    await unlink(beside).catch(() => {
      /* it was renamed, or never written */
    });
    throw error;
  }
  await syncAndClose(await open(dirname(path), 'r'));
}
