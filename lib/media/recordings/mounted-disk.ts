import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecordFiles } from './segment-file.ts';

/**
 * Files on a disk that may be unmounted while recording: then no file is begun, because it would fill the disk below,
 * unseen.
 */
export class MountedFiles implements RecordFiles {
  private mounts = 0;

  constructor(
    private readonly root: string,
    private readonly files: RecordFiles,
  ) {}

  create = (path: string) => this.files.create(path);
  reopen = (path: string) => this.files.reopen(path);
  remove = (path: string) => this.files.remove(path);
  syncFolder = (path: string) => this.files.syncFolder(path);

  /** Rejects with `ENODEV` if the disk is not mounted. */
  makeFolder = async (path: string): Promise<void> => {
    if (!(await this.isMounted())) throw notMounted();
    await this.files.makeFolder(path);
  };

  /** False if there are fewer mount points on the way to the folder than before. */
  async isMounted(): Promise<boolean> {
    const mounts = await mountsOnTheWay(this.root);
    this.mounts = Math.max(this.mounts, mounts);
    return mounts === this.mounts;
  }
}

export const notMounted = (): NodeJS.ErrnoException =>
  Object.assign(new Error('the disk of the recordings is not mounted'), { code: 'ENODEV' });

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
