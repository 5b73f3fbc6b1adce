import { expect } from 'expect';
import { describe, it } from 'vitest';
import { storageFaultOf } from '../../lib/db/storage-fault.ts';

const withCode = (code: string) => Object.assign(new Error('some text'), { code });

describe('a fault of the storage', () => {
  it.each([
    ['SQLITE_FULL', 'full'],
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['53100', 'full'], // PostgreSQL: disk_full
    ['SQLITE_READONLY', 'readOnly'],
    ['SQLITE_READONLY_DBMOVED', 'readOnly'],
    ['EROFS', 'readOnly'],
    ['25006', 'readOnly'], // PostgreSQL: read_only_sql_transaction
    ['SQLITE_IOERR_WRITE', 'failed'],
    ['58030', 'failed'], // PostgreSQL: io_error
    ['SQLITE_CORRUPT', 'damaged'],
    ['SQLITE_NOTADB', 'damaged'],
    ['XX001', 'damaged'], // PostgreSQL: data_corrupted
    ['SQLITE_BUSY', null],
    ['SQLITE_CONSTRAINT_UNIQUE', null],
    ['23505', null],
  ])('%s is %s', (code, fault) => {
    expect(storageFaultOf(withCode(code))).toBe(fault);
    expect(storageFaultOf(new Error('outer', { cause: withCode(code) }))).toBe(fault);
  });

  it.each([[null], ['SQLITE_FULL'], [{ message: 'SQLITE_FULL' }]])('is not %j', (value) => {
    expect(storageFaultOf(value)).toBeNull();
  });
});
