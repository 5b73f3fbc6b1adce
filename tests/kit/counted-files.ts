import { type RecordFile, type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';

/** Files whose calls are counted while they run, so that a test with a clock of its own can wait for the disk. */
export class CountedFiles implements RecordFiles {
  running = 0;

  constructor(private readonly files: RecordFiles = recordFiles) {}

  create = async (path: string) => this.wrap(await this.count(this.files.create(path)));
  reopen = async (path: string) => this.wrap(await this.count(this.files.reopen(path)));
  remove = (path: string) => this.count(this.files.remove(path));
  makeFolder = (path: string) => this.count(this.files.makeFolder(path));
  syncFolder = (path: string) => this.count(this.files.syncFolder(path));

  private wrap(file: RecordFile): RecordFile {
    return {
      writev: (chunks, position) => this.count(file.writev(chunks, position)),
      datasync: () => this.count(file.datasync()),
      close: () => this.count(file.close()),
    };
  }

  private async count<T>(call: Promise<T>): Promise<T> {
    this.running += 1;
    try {
      return await call;
    } finally {
      this.running -= 1;
    }
  }
}
