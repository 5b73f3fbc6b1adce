import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { Logger } from '../../../lib/kernel/logger.ts';
import { DiskReserve, reserveBytes } from '../../../lib/server/disk-reserve.ts';
import { minFreeBytes } from '../../../lib/server/storage-reserve.ts';
import { storageWatch } from '../../../lib/server/storage-watch.ts';
import { FakeClock } from '../../kit/fake-clock.ts';
import { recordLog } from '../../kit/record-log.ts';

const gigabyte = 1024 ** 3;
const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
const readOnly = Object.assign(new Error('attempt to write a readonly database'), {
  code: 'SQLITE_READONLY',
});

let dataDir: string;
let clock: FakeClock;
let reserve: DiskReserve;
let freeBytes: number;
let writeError: Error | null;
let isReadOnly: boolean;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oriel-watch-'));
  clock = new FakeClock();
  reserve = new DiskReserve(join(dataDir, 'oriel.reserve'));
  freeBytes = 50 * gigabyte;
  writeError = null;
  isReadOnly = false;
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const probe = () => ({
  async write() {
    if (writeError) throw writeError;
  },
  isReadOnly: async () => isReadOnly,
  reserve,
});

async function started(log?: Logger) {
  const watch = storageWatch({
    dataDir,
    clock,
    log: log ?? recordLog().log,
    measure: async () => ({ freeBytes, totalBytes: 100 * gigabyte }),
  });
  await watch.start(probe());
  const stateAfter = async (ms: number) => {
    await clock.advance(ms);
    // The check that the clock has started reads the file system.
    await watch.stop();
    await watch.start(probe());
    return watch.state();
  };
  return { watch, stateAfter };
}

describe('the watch of the storage', () => {
  it('holds space in reserve while there is enough', async () => {
    const { watch } = await started();
    expect([watch.state(), await reserve.isHeld()]).toEqual(['ok', true]);
  });

  it('warns when little space is left', async () => {
    const { stateAfter } = await started();
    freeBytes = gigabyte - 1;
    expect([await stateAfter(2_000), await reserve.isHeld()]).toEqual(['low', true]);
    freeBytes = gigabyte;
    expect(await stateAfter(2_000)).toBe('ok');
  });

  it('releases the reserve when the disk is full, and holds it again when there is space for it', async () => {
    const { stateAfter } = await started();
    freeBytes = minFreeBytes - 1;
    expect([await stateAfter(2_000), await reserve.isHeld()]).toEqual(['full', false]);
    freeBytes = minFreeBytes + reserveBytes - 1;
    expect(await stateAfter(2_000)).toBe('full');
    freeBytes = minFreeBytes + reserveBytes;
    expect([await stateAfter(2_000), await reserve.isHeld()]).toEqual(['low', true]);
  });

  it('releases the reserve as soon as a write fails, until a write succeeds', async () => {
    const { watch, stateAfter } = await started();
    watch.note(new Error('wrapped', { cause: full }));
    expect([watch.state(), await reserve.isHeld()]).toEqual(['full', false]);
    writeError = full;
    expect(await stateAfter(2_000)).toBe('full');
    writeError = null;
    expect([await stateAfter(2_000), await reserve.isHeld()]).toEqual(['ok', true]);
  });

  it('notices read-only storage', async () => {
    const { watch, stateAfter } = await started();
    isReadOnly = true;
    expect(await stateAfter(2_000)).toBe('readOnly');
    isReadOnly = false;
    expect(await stateAfter(2_000)).toBe('ok');
    watch.note(readOnly);
    expect(watch.state()).toBe('readOnly');
  });

  it('ignores errors that are no fault of the storage', async () => {
    const { watch } = await started();
    watch.note(Object.assign(new Error('UNIQUE constraint failed'), { code: 'SQLITE_CONSTRAINT_UNIQUE' }));
    expect(watch.state()).toBe('ok');
  });

  it('reports damage until the next start', async () => {
    const { watch, stateAfter } = await started();
    watch.note(Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' }));
    expect(await stateAfter(10_000)).toBe('damaged');
  });

  it('logs each change once', async () => {
    const records = recordLog();
    const { watch, stateAfter } = await started(records.log);
    watch.note(full);
    watch.note(full);
    writeError = full;
    await stateAfter(10_000);
    writeError = null;
    await stateAfter(10_000);
    expect(records.lines).toEqual([
      expect.stringMatching(/^error the disk is full/),
      expect.stringMatching(/^info the storage works again/),
    ]);
  });
});
