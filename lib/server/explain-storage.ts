import { type StorageFault, storageFaultOf } from '../db/storage-fault.ts';
import { AppError } from '../kernel/app-error.ts';

const reasons: Readonly<Record<StorageFault, readonly [code: string, text: (dataDir: string) => string]>> = {
  full: [
    'data.full',
    (dataDir) =>
      `The disk that holds ${dataDir} is full. Free some space, or set ORIEL_DATA_DIR to a folder on another disk`,
  ],
  readOnly: ['data.readOnly', (dataDir) => `The storage of ${dataDir} is read-only. Mount it writable`],
  failed: ['data.failed', (dataDir) => `The disk that holds ${dataDir} reports errors. Check it`],
  damaged: [
    'data.damaged',
    (dataDir) =>
      `The database of ${dataDir} is damaged. Restore it from a backup, or run "oriel doctor" for details`,
  ],
};

/** The error to report for `error`: what is wrong with the storage, if that caused it, else `error` itself. */
export function explainStorage(dataDir: string, error: unknown): unknown {
  const fault = storageFaultOf(error);
  if (fault === null) return error;
  const [code, text] = reasons[fault];
  return new AppError(code, text(dataDir), {}, { cause: error });
}
