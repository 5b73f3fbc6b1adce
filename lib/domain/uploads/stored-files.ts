/**
 * The stores of this server together: new files go to one of them, and each file is read from the one that has it. Start
 * reading at `file-store.ts`.
 */
import { transact } from '../../db/transact.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { FileStore, NewFile, StoredFile } from './file-store.ts';
import { FileStoreError } from './file-store-errors.ts';
import { releaseObjects } from './loose-objects.ts';

/** The columns of `upload` that a store reads. */
export const storedColumns = ['storage', 'bucket', 'object', 'content', 'byteSize', 'sha256'] as const;

export interface StoredFiles {
  /** For new files. */
  readonly target: FileStore;
  read(file: StoredFile): Promise<Uint8Array>;
  /** Removes bytes without a row from all stores. */
  sweep(signal?: AbortSignal): Promise<void>;
  /** One of the stores does (`FileStore.fails`). */
  fails(): boolean;
  /** Moves the files of other stores to `target`. They can be read all the time. */
  moveAll(signal: AbortSignal): Promise<MovedFiles>;
}

export interface MovedFiles {
  readonly moved: number;
  /** Files that cannot be read, which stay as they are. */
  readonly unreadable: number;
}

/** `stores`: the first one is the target. */
export function storedFiles(
  { database: { db } }: Pick<ResourceDeps, 'database'>,
  stores: readonly [FileStore, ...FileStore[]],
): StoredFiles {
  const [target] = stores;

  async function read(file: StoredFile): Promise<Uint8Array> {
    const store = stores.find((each) => each.holds(file));
    if (!store) throw new FileStoreError('elsewhere', { bucket: file.bucket });
    return store.read(file);
  }

  /** The next file elsewhere. */
  const nextAfter = (id: number) =>
    db
      .selectFrom('upload')
      .select(['id', 'path', ...storedColumns])
      .where('id', '>', id)
      .where((row) =>
        target.storage === 'local'
          ? row('storage', '!=', 'local')
          : row.or([row('storage', '!=', target.storage), row('bucket', '!=', target.bucket)]),
      )
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();

  /** False: it was deleted meanwhile. */
  async function move(id: number, before: StoredFile, file: NewFile): Promise<boolean> {
    const place = await target.put(file);
    return transact(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('upload')
        .set(place)
        .where('id', '=', id)
        .where('storage', '=', before.storage)
        .where('object', before.object === null ? 'is' : '=', before.object)
        .executeTakeFirstOrThrow();
      if (Number(numUpdatedRows) === 0) return false;
      await target.keep(transaction, place);
      await releaseObjects(transaction, [before]);
      return true;
    });
  }

  return {
    target,
    read,
    fails: () => stores.some((store) => store.fails()),

    async sweep(signal) {
      for (const store of stores) await store.sweep(signal);
    },

    async moveAll(signal) {
      let moved = 0;
      let unreadable = 0;
      for (let last = 0; !signal.aborted; ) {
        const row = await nextAfter(last);
        if (!row) break;
        last = row.id;
        const { id, path, ...file } = row;
        let bytes: Uint8Array;
        try {
          bytes = await read(file);
        } catch (error) {
          if (!isOfThisFile(error)) throw error;
          unreadable += 1;
          continue;
        }
        if (await move(id, file, { path, bytes, sha256: file.sha256 })) moved += 1;
      }
      return { moved, unreadable };
    },
  };
}

/** Not of the whole store. */
const isOfThisFile = (error: unknown): boolean =>
  error instanceof FileStoreError && ['missing', 'damaged', 'elsewhere'].includes(error.fault);
