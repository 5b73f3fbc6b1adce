/** Where the bytes of uploaded files are. The rows of files are in the database in any case. */
import type { Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';

export type FileStorage = 'local' | 's3' | 'oss';

export interface NewFile {
  /** Of the file, as in its address. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Hex. */
  readonly sha256: string;
}

/** The columns of a file's row that say where its bytes are. */
export interface FilePlace {
  readonly storage: FileStorage;
  readonly bucket: string | null;
  readonly object: string | null;
  /** The bytes in base64; empty unless they are in the row. */
  readonly content: string;
}

export interface StoredFile extends FilePlace {
  readonly byteSize: number;
  readonly sha256: string;
}

/**
 * Bytes are put first, and become a file when its row is written. A file ends with its row; its bytes are removed
 * afterwards. So there is never a row without bytes. Rejects with `AdminError` (`file-store-errors.ts`).
 */
export interface FileStore {
  readonly storage: FileStorage;
  /** Null: none. */
  readonly bucket: string | null;
  /** Whether this store can read the file. */
  holds(place: Pick<FilePlace, 'storage' | 'bucket'>): boolean;
  /** Bytes that are not kept within an hour are removed by `sweep`. */
  put(file: NewFile): Promise<FilePlace>;
  /** In the transaction that writes the row. Throws if the bytes were put too long ago. */
  keep(transaction: Transaction<Database>, place: FilePlace): Promise<void>;
  /** Complete, and compared with the digest. */
  read(file: StoredFile): Promise<Uint8Array>;
  /** Removes bytes without a row. */
  sweep(signal?: AbortSignal): Promise<void>;
  /** It could not be reached or refused access the last time, in this process, less than ten minutes ago. */
  fails(): boolean;
}

/** Bytes in the rows: one backup contains both, and every process can read them. */
export const databaseFileStore: FileStore = {
  storage: 'local',
  bucket: null,
  holds: ({ storage }) => storage === 'local',
  async put({ bytes }) {
    const content = Buffer.from(bytes).toString('base64');
    return { storage: 'local', bucket: null, object: null, content };
  },
  async keep() {},
  read: async ({ content }) => Buffer.from(content, 'base64'),
  async sweep() {},
  fails: () => false,
};
