import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * EXT4_IOC_SHUTDOWN without writing the journal, for which Node has no call. In Perl, which starts within milliseconds:
 * a program that goes on writing for long would flush by itself what the cut is to lose.
 */
const shutDown =
  'sysopen(my $disk, shift, 0) or die "$!\\n"; my $how = pack("I", 2); ' +
  'ioctl($disk, 0x8004587D, $how) or die "$!\\n"';

/**
 * A file system on a loop device whose power can be cut: data that the system has not flushed is lost, as in a real
 * power cut. Its journal is written once a minute, so only data that a program flushed explicitly remains. Needs root,
 * loop devices and Perl.
 */
export class CutDisk {
  private readonly folder = mkdtempSync(join(tmpdir(), 'oriel-disk-'));
  private image = join(this.folder, 'image');
  /** Mount point. */
  readonly path = join(this.folder, 'mounted');
  private isMounted = false;
  private starts = 0;

  constructor(megabytes = 64) {
    writeFileSync(this.image, '');
    truncateSync(this.image, megabytes * 1024 * 1024);
    run('mkfs.ext4', ['-q', '-F', this.image]);
    mkdirSync(this.path);
    this.mount();
  }

  /** From now on no write reaches the disk, and reads fail. */
  cutPower(): void {
    run('perl', ['-e', shutDown, this.path]);
  }

  /** As the system does after an error of the disk: also files that are open cannot be written. */
  remountReadOnly(): void {
    run('mount', ['-o', 'remount,abort', this.path]);
  }

  /** After one of the others: the disk is there again, with the flushed data only. Files that are still open stay dead. */
  restart(): void {
    // A copy: the dead file system lives on, on the same device, while any process has a file open on it or was started
    // with mount points of its own, and mounting that device again would give the dead one.
    const { image } = this;
    this.starts += 1;
    this.image = join(this.folder, `image-${this.starts}`);
    run('cp', ['--sparse=always', image, this.image]);
    this.unmount();
    rmSync(image);
    this.mount();
  }

  dispose(): void {
    this.unmount();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private mount(): void {
    run('mount', ['-o', 'loop,commit=60', this.image, this.path]);
    this.isMounted = true;
  }

  private unmount(): void {
    if (!this.isMounted) return;
    // Also while the files of a killed process are still being closed.
    run('umount', ['-l', this.path]);
    this.isMounted = false;
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
