/** Faults of disk and database, as people see them. The text of the driver stays in the log. */
import { adminCodes } from '../../contracts/admin/envelope.ts';
import { type StorageFault, storageFaultOf } from '../../db/storage-fault.ts';
import { matchError } from '../../error-catalogue/match.ts';
import type { Locale } from '../../i18n/translate.ts';
import { AdminError } from './admin-error.ts';

const codes = {
  full: 'storage.full',
  readOnly: 'storage.readOnly',
  failed: 'storage.failed',
  damaged: 'storage.damaged',
} as const satisfies Record<StorageFault, string>;
export type StorageCode = (typeof codes)[StorageFault];

/** The code of the error catalogue. Null for every other error. */
export function storageCodeOf(error: unknown): StorageCode | null {
  const fault = storageFaultOf(error);
  return fault === null ? null : codes[fault];
}

export function storageError(fault: StorageFault): AdminError {
  const { cause, advice } = matchError(codes[fault], 'address').entry;
  const text = (locale: Locale, between: string) => `${cause[locale]}${between}${advice[locale]}`;
  return new AdminError(
    adminCodes.storage,
    { 'zh-CN': text('zh-CN', '，'), 'en-US': `${text('en-US', '. ')}.` },
    { details: { storage: fault } },
  );
}

/** Other errors are returned unchanged. */
export function explainStorageFault(error: unknown): unknown {
  const fault = storageFaultOf(error);
  return fault === null || error instanceof AdminError ? error : storageError(fault);
}
