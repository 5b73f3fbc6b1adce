import { type RecordFile, type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';

/** Real files on a disk that fails when the test says so. */
export class FaultyFiles implements RecordFiles {
  /** Every write fails with this code; null: the disk works. */
  fault: string | null = null;
  /** Of a write that fails, this many bytes are written before. */
  tornBytes = 0;
  /** Writes that failed. */
  failures = 0;

  async create(path: string): Promise<RecordFile> {
    this.check('EROFS');
    return this.wrap(await recordFiles.create(path));
  }

  async reopen(path: string): Promise<RecordFile> {
    this.check('ENOENT');
    return this.wrap(await recordFiles.reopen(path));
  }

  remove = recordFiles.remove;
  makeFolder = recordFiles.makeFolder;
  syncFolder = recordFiles.syncFolder;

  private wrap(file: RecordFile): RecordFile {
    return {
      writev: async (chunks, position) => {
        if (this.fault !== null && this.tornBytes > 0) {
          await file.writev([Buffer.concat(chunks).subarray(0, this.tornBytes)], position);
        }
        this.check(this.fault);
        return file.writev(chunks, position);
      },
      datasync: () => file.datasync(),
      close: () => file.close(),
    };
  }

  private check(code: string | null): void {
    if (this.fault === null || this.fault !== code) return;
    this.failures += 1;
    throw Object.assign(new Error(`injected ${code}`), { code });
  }
}
