import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const chunk = Buffer.alloc(64 * 1024, 1);

/** A file system of a few megabytes in memory, to fill it. Needs root. */
export class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), 'oriel-small-'));
  private readonly filler = join(this.path, 'filler');

  constructor(megabytes: number) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', this.path]);
  }

  /** Uses all free space. */
  fill(): void {
    const file = openSync(this.filler, 'a');
    try {
      for (const part of [chunk, chunk.subarray(0, 512)]) {
        try {
          for (;;) writeSync(file, part);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** Frees the space that `fill` used. */
  empty(): void {
    rmSync(this.filler, { force: true });
  }

  remountReadOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.path]);
  }

  dispose(): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}
