import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const chunk = Buffer.alloc(64 * 1024, 1);
const maxInodes = 4_096;

/** A file system of a few megabytes in memory, to fill it. Needs root. */
export class SmallDisk {
  readonly path = mkdtempSync(join(tmpdir(), 'oriel-small-'));
  private readonly filler = join(this.path, 'filler');

  constructor(private readonly megabytes: number) {
    this.mount();
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

  /** Uses all inodes: no file can be created, but those that exist can grow. */
  fillInodes(): void {
    mkdirSync(this.filler);
    try {
      for (let file = 0; ; file += 1) writeFileSync(join(this.filler, String(file)), '');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  /** Frees what was used by filling. */
  empty(): void {
    rmSync(this.filler, { recursive: true, force: true });
  }

  remountReadOnly(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.path]);
  }

  /** As a disk that is pulled out: open files live on, without a name. */
  unmount(): void {
    execFileSync('umount', ['-l', this.path]);
  }

  /** An empty disk in its place. */
  mount(): void {
    const size = `size=${this.megabytes}m,nr_inodes=${maxInodes},mode=0777`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', this.path]);
  }

  dispose(): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.path, { recursive: true, force: true });
  }
}
