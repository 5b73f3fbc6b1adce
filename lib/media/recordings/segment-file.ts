/** A segment while it is written. */
import { mkdir, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { EpochMs } from '../../kernel/units.ts';
import type { RecordingKey } from '../ports.ts';
import { absenceOf, identityOf } from './file-identity.ts';
import { noSpace } from './gop-index.ts';
import { channelFolder, dayFolder, dayOf, segmentPath } from './segment-path.ts';

/** The functions of a file that a segment needs. */
export interface RecordFile {
  writev(chunks: Uint8Array[], position: number): Promise<{ readonly bytesWritten: number }>;
  datasync(): Promise<void>;
  close(): Promise<void>;
}

/** How files are created. Tests let it fail. */
export interface RecordFiles {
  /** Fails with `EEXIST` if there is a file: nothing recorded is overwritten. */
  create(path: string): Promise<RecordFile>;
  /** Opens an existing file for writing. */
  reopen(path: string): Promise<RecordFile>;
  remove(path: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
}

/** Recordings are readable by their owner only. */
export const recordFiles: RecordFiles = {
  create: (path) => open(path, 'wx', 0o600),
  reopen: (path) => open(path, 'r+'),
  remove: unlink,
  makeFolder: async (path) => void (await mkdir(path, { recursive: true, mode: 0o700 })),
  async syncFolder(path) {
    const folder = await open(path, 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

/** Next names that are tried after the clock was set back. */
const maxNames = 10_000;

/** Append only. After an error, the same bytes can be appended again: they replace what was written in part. */
export class SegmentFile {
  private size = 0;
  private isBroken = false;

  private constructor(
    private readonly files: RecordFiles,
    private readonly path: string,
    private file: RecordFile,
    /** Its name. */
    readonly startMs: EpochMs,
    /** Of the file with this name. */
    private identity: string | null,
  ) {}

  /** `startMs` or the next free millisecond of that day. */
  static async create(
    root: string,
    key: RecordingKey,
    at: EpochMs,
    files: RecordFiles,
  ): Promise<SegmentFile> {
    const first = Math.floor(at);
    await files.makeFolder(dayFolder(root, key, dayOf(first)));
    for (let startMs = first; startMs < first + maxNames; startMs += 1) {
      const path = segmentPath(root, key, startMs);
      try {
        const file = await files.create(path);
        return new SegmentFile(files, path, file, startMs, await identityOf(path).catch(() => null));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
    throw new Error('no free name for a segment');
  }

  /** Bytes that a power cut does not remove. */
  get durableBytes(): number {
    return this.size;
  }

  /** Why the file is not found by its name any more; null: it is. */
  absence(): Promise<NodeJS.ErrnoException | null> {
    return absenceOf(this.path, this.identity);
  }

  /** Resolves when the bytes are on the disk. */
  async append(chunks: readonly Uint8Array[]): Promise<void> {
    if (this.isBroken) await this.openAgain();
    try {
      const bytes = await this.write(chunks);
      await this.file.datasync();
      this.size += bytes;
    } catch (error) {
      this.isBroken = true;
      throw error;
    }
  }

  /** Makes the name of the file durable. Call after the first part. */
  async syncFolders(root: string, key: RecordingKey): Promise<void> {
    const channel = channelFolder(root, key);
    for (const folder of [dirname(this.path), channel, dirname(channel), root]) {
      await this.files.syncFolder(folder);
    }
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** Removes the file. Never rejects: what remains of it is removed at the next start. */
  async discard(): Promise<void> {
    await this.file.close().catch(() => {});
    await this.files.remove(this.path).catch(() => {});
  }

  private async write(chunks: readonly Uint8Array[]): Promise<number> {
    const expected = chunks.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await this.file.writev([...chunks], this.size);
    if (bytesWritten < expected) throw noSpace();
    return bytesWritten;
  }

  private async openAgain(): Promise<void> {
    await this.file.close().catch(() => {
      /* closed by an error of the disk */
    });
    this.file = await this.files.reopen(this.path);
    this.identity = await identityOf(this.path).catch(() => null);
    this.isBroken = false;
  }
}
