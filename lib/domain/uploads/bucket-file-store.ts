/** Uploaded files in a bucket. What fails is tried again a few times, within a limit that users can wait for. */
import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { OpenDatabase } from '../../db/client.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import type { ObjectStore } from '../../media/ports.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { FileStorage, FileStore, NewFile } from './file-store.ts';
import { FileStoreError } from './file-store-errors.ts';
import { looseObjects } from './loose-objects.ts';

/** The bucket of the configuration. */
export interface FileBucket {
  readonly objects: ObjectStore;
  /** As in the rows of its files. */
  readonly bucket: string;
  readonly storage: Exclude<FileStorage, 'local'>;
  /** For all attempts of one call together. Default 20 s. */
  readonly withinMs?: Ms;
  /** Before each further attempt. Their number is that of attempts, less one. */
  readonly pausesMs?: readonly Ms[];
}

const defaultWithinMs: Ms = 20_000;
const defaultPausesMs: readonly Ms[] = [200, 1_000];
/** A service that fails so often in sequence is left alone until the next time. */
const maxFailuresInRow = 3;
/** Without another attempt, nobody knows whether it still fails. */
const failingMs: Ms = 10 * 60_000;

export function bucketFileStore(
  { objects, bucket, storage, withinMs = defaultWithinMs, pausesMs = defaultPausesMs }: FileBucket,
  {
    database: { db },
    clock,
    entropy,
    log,
  }: {
    readonly database: Pick<OpenDatabase, 'db'>;
    readonly clock: Clock;
    readonly entropy: Entropy;
    readonly log: Logger;
  },
): FileStore {
  const loose = looseObjects(db, bucket, clock);
  let failedAt: Ms | null = null;

  async function attempt<T>(what: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(withinMs);
    for (let failures = 0; ; failures += 1) {
      try {
        const result = await run(signal);
        failedAt = null;
        return result;
      } catch (error) {
        const wait = pausesMs[failures];
        if (wait === undefined || signal.aborted || !mayPass(error)) throw explained(what, error);
        await pause(wait);
      }
    }
  }

  function explained(what: string, error: unknown): unknown {
    const known = error instanceof FileStoreError ? error : faultOf(error);
    if (!known) return error;
    if (known.fault === 'unavailable' || known.fault === 'refused') failedAt = clock.monotonic();
    log.error({ what, bucket, ...known.details }, 'the bucket of uploaded files failed');
    return known;
  }

  async function write(object: string, { bytes, sha256 }: NewFile, signal: AbortSignal): Promise<void> {
    const body = { bytes: bytes.length, sha256, read: () => Readable.from([bytes]) };
    await objects.put(object, body, signal);
    const info = await objects.info(object, signal);
    const isSame = info?.bytes === bytes.length && (info.sha256 ?? sha256) === sha256;
    // A service that computes no digests is believed after reading the object once.
    const isStored =
      isSame && (info.sha256 !== null || (await contentOf(object, info.bytes, signal)).sha256 === sha256);
    if (!isStored)
      throw new AppError('objects.failed', 'The object store has stored something else than was sent.');
  }

  async function contentOf(object: string, byteSize: number, signal: AbortSignal) {
    const found = await objects.read(object, undefined, signal);
    if (!found) throw new FileStoreError('missing');
    const hash = createHash('sha256');
    const chunks: Uint8Array[] = [];
    let length = 0;
    try {
      for await (const chunk of addAbortSignal(signal, found) as AsyncIterable<Uint8Array>) {
        length += chunk.length;
        if (length > byteSize) break;
        hash.update(chunk);
        chunks.push(chunk);
      }
    } catch {
      throw new AppError('objects.unreachable', 'The object store stopped sending.');
    }
    return { bytes: Buffer.concat(chunks), sha256: length > byteSize ? '' : hash.digest('hex') };
  }

  return {
    storage,
    bucket,
    fails: () => failedAt !== null && clock.monotonic() - failedAt < failingMs,
    holds: (place) => place.storage !== 'local' && place.bucket === bucket,

    async put(file) {
      // A new name each time: what is removed late, or written late, is never an object of another file.
      const object = `files/${file.path}.${Buffer.from(entropy.bytes(8)).toString('hex')}`;
      await loose.note(object);
      await attempt('put', (signal) => write(object, file, signal));
      return { storage, bucket, object, content: '' };
    },

    async keep(transaction, { object }) {
      if (object === null || !(await loose.keep(transaction, object)))
        throw new FileStoreError('unavailable');
    },

    async read({ object, byteSize, sha256 }) {
      return attempt('read', async (signal) => {
        if (object === null) throw new FileStoreError('missing');
        const found = await contentOf(object, byteSize, signal);
        if (found.sha256 !== sha256) throw new FileStoreError('damaged');
        return found.bytes;
      });
    },

    async sweep(stop) {
      let failure: unknown = null;
      let failures = 0;
      for (let after = ''; ; ) {
        const due = await loose.due(after);
        for (const object of due) {
          if (stop?.aborted) return;
          try {
            await attempt('remove', (signal) => objects.remove(object, signal));
            await loose.forget(object);
            failures = 0;
          } catch (error) {
            failure ??= error;
            failures += 1;
            if (failures >= maxFailuresInRow) throw failure;
          }
          after = object;
        }
        if (due.length > 0) continue;
        if (failure) throw failure;
        return;
      }
    },
  };
}

/** Whether another attempt may succeed: damaged on the way, for example. */
function mayPass(error: unknown): boolean {
  if (error instanceof FileStoreError) return error.fault === 'damaged';
  const { code, details } = error as Partial<AppError>;
  return code === 'objects.unreachable' || (code === 'objects.failed' && details?.status !== 404);
}

/** Null: of something else than the bucket. */
function faultOf(error: unknown): FileStoreError | null {
  const { code, details } = error as Partial<AppError>;
  if (code === 'objects.refused' || (code === 'objects.failed' && details?.status === 404)) {
    return new FileStoreError('refused', details);
  }
  return code === 'objects.unreachable' || code === 'objects.failed'
    ? new FileStoreError('unavailable', details)
    : null;
}
