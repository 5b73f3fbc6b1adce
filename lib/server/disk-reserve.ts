import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';

/** Enough for tens of thousands of revocations with their entries in the operation log. */
export const reserveBytes = 16 * 1024 ** 2;
const chunkBytes = 1024 ** 2;

/**
 * Disk space held by a file. When the disk is full, the file is deleted, so that the few writes that withdraw access
 * still have space.
 */
export class DiskReserve {
  constructor(private readonly path: string) {}

  async isHeld(): Promise<boolean> {
    const size = await stat(this.path).then(
      (found) => found.size,
      () => 0,
    );
    return size >= reserveBytes;
  }

  /** Throws, and holds nothing, when there is not enough space. */
  async hold(): Promise<void> {
    const file = await open(this.path, 'w', 0o600);
    try {
      // Random bytes: some file systems store zeros or repeated blocks without using space.
      for (let size = 0; size < reserveBytes; size += chunkBytes) await file.write(randomBytes(chunkBytes));
      await file.sync();
    } catch (error) {
      this.release();
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Synchronous, so that the space is available when the failed write is reported. */
  release(): void {
    rmSync(this.path, { force: true });
  }
}
