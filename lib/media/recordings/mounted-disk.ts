import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecordFiles } from './segment-file.ts';

/**
 * Files in a folder that may disappear while recording: its disk is unmounted, it is removed, or another one or a link
 * takes its place. Then no file is begun, because it would be where nobody looks for it, or fill another disk.
 */
export class MountedFiles implements RecordFiles {
  private mounts = 0;
  /** Without links. Null: the folder was not there yet. */
  private place: string | null = null;

  constructor(
    private readonly root: string,
    private readonly files: RecordFiles,
  ) {}

  create = (path: string) => this.files.create(path);
  reopen = (path: string) => this.files.reopen(path);
  remove = (path: string) => this.files.remove(path);
  syncFolder = (path: string) => this.files.syncFolder(path);

  /** Rejects as `absence`, and with `ELOOP` if a link leads out of the folder of recordings. */
  makeFolder = async (path: string): Promise<void> => {
    const absence = await this.absence();
    if (absence) throw absence;
    await this.files.makeFolder(path);
    const place = await realpath(path);
    if (this.place !== null && !place.startsWith(`${this.place}/`)) throw linked();
  };

  /**
   * Why the folder is not the one that was there: `ENODEV`, its disk is not mounted; `ENOENT`, it was removed; `ELOOP`,
   * a link leads elsewhere. Null: it is.
   */
  async absence(): Promise<NodeJS.ErrnoException | null> {
    // Fewer mount points on the way to it than before.
    const mounts = await mountsOnTheWay(this.root);
    if (mounts < this.mounts) {
      // The next disk may be an empty one, on which the folder is to be made.
      this.place = null;
      return notMounted();
    }
    this.mounts = mounts;
    const place = await realpath(this.root).catch(() => null);
    if (this.place !== null && place === null) return removed();
    if (this.place !== null && place !== this.place) return linked();
    this.place = place;
    return null;
  }

  isMounted = async (): Promise<boolean> => (await this.absence()) === null;
}

const failure = (code: string, message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code });

export const notMounted = () => failure('ENODEV', 'the disk of the recordings is not mounted');
const removed = () => failure('ENOENT', 'the folder of the recordings is missing');
const linked = () => failure('ELOOP', 'a link leads out of the folder of the recordings');

/** Each has a device of its own. Folders that do not exist yet are left out. */
async function mountsOnTheWay(folder: string): Promise<number> {
  let mounts = 0;
  let below: number | null = null;
  for (let at = folder; ; at = dirname(at)) {
    const device = await stat(at).then(
      ({ dev }) => dev,
      () => null,
    );
    if (device !== null && below !== null && device !== below) mounts += 1;
    below = device ?? below;
    if (at === dirname(at)) return mounts;
  }
}
