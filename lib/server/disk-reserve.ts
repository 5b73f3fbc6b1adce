import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { storageFaultOf } from '../db/storage-fault.ts';
import { minFreeBytes, type StorageReserve } from './storage-reserve.ts';

/** Enough for tens of thousands of revocations with their entries in the operation log. */
export const reserveBytes = 16 * 1024 ** 2;
const chunkBytes = 1024 ** 2;

/** A file that holds disk space. It is deleted to release the space. */
export class DiskReserve implements StorageReserve {
  constructor(private readonly path: string) {}

  async hold(freeBytes: number): Promise<boolean> {
    if (await this.isHeld()) return freeBytes >= minFreeBytes;
    if (freeBytes < minFreeBytes + reserveBytes) return false;
    try {
      await this.write();
      return true;
    } catch (error) {
      this.release();
      if (storageFaultOf(error) === 'full') return false;
      throw error;
    }
  }

  /** Synchronous, so that the space is available when the failed write is reported. */
  release(): void {
    rmSync(this.path, { force: true });
  }

  use<Result>(change: () => Promise<Result>): Promise<Result> {
    return change();
  }

  async isHeld(): Promise<boolean> {
    const size = await stat(this.path).then(
      (found) => found.size,
      () => 0,
    );
    return size >= reserveBytes;
  }

  private async write(): Promise<void> {
    const file = await open(this.path, 'w', 0o600);
    try {
      // Random bytes: some file systems store zeros or repeated blocks without using space.
      for (let size = 0; size < reserveBytes; size += chunkBytes) await file.write(randomBytes(chunkBytes));
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
