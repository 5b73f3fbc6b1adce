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
  private readonly image = join(this.folder, 'image');
  /** Mount point. */
  readonly path = join(this.folder, 'mounted');
  private isMounted = false;

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

  /** Mounts the disk again, with the flushed data only. No process may have a file open on it. */
  restart(): void {
    this.unmount();
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
    // The system closes the files of a killed process shortly after its end.
    run('sh', [
      '-c',
      'for try in 1 2 3 4 5 6 7 8 9; do umount "$0" 2>&- && exit; sleep 0.2; done; umount "$0"',
      this.path,
    ]);
    this.isMounted = false;
  }
}

function run(program: string, args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
