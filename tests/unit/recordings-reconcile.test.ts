import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { RecordedSegment } from '../../lib/media/ports.ts';
import { encodeGops, type Gop, readGops } from '../../lib/media/recordings/gop-index.ts';
import { reconcileKey, storedKeys } from '../../lib/media/recordings/reconcile.ts';
import type { ScannedSegment } from '../../lib/media/recordings/scan-segment.ts';
import { dayOf, gopIndexPath } from '../../lib/media/recordings/segment-path.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { recordingKey as key, RecordingCamera, segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

/** 150 s before midnight: recordings of two days. */
const evening = Date.UTC(2025, 1, 28, 23, 57, 30);
let original: string;
let rows: readonly RecordedSegment[];
let root: string;
let index: MemorySegments;
beforeAll(async () => {
  original = scratchFolder('oriel-recorded-');
  const camera = new RecordingCamera(original, { clock: new FakeClock(evening) });
  await camera.record(280_000);
  await camera.stop();
  ({ rows } = camera.index);
});
afterAll(() => rmSync(original, { recursive: true, force: true }));
beforeEach(async () => {
  root = scratchFolder('oriel-reconcile-');
  cpSync(original, root, { recursive: true });
  index = new MemorySegments();
  await index.put(rows);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const reconcile = (part: 'recent' | 'older' = 'recent') => reconcileKey({ root, index }, key, part);
const nothing = { cut: 0, rows: 0, gopIndexes: 0 };
const indexPath = (day = '20250301') => gopIndexPath(root, key, day);
const rounded = (gops: readonly Gop[]) =>
  gops.map((gop) => ({ ...gop, startMs: Math.round(gop.startMs), durationMs: Math.round(gop.durationMs) }));
const rowsText = (rows: readonly RecordedSegment[]) =>
  rows.map((row) => ({ ...row, endMs: Math.round(row.endMs) }));

describe('after a clean stop', () => {
  it('there is nothing to correct', async () => {
    expect(segmentFiles(root).length).toBeGreaterThanOrEqual(5);
    expect(await reconcile()).toEqual(nothing);
    expect(await reconcile('older')).toEqual(nothing);
  });
});

describe('the files alone restore', () => {
  it('the GOP index of each day, as it was written', async () => {
    const before = [await readGops(indexPath('20250228')), await readGops(indexPath())];
    rmSync(indexPath('20250228'));
    rmSync(indexPath());
    expect(await reconcile()).toEqual({ ...nothing, gopIndexes: 2 });
    const [first, second] = [await readGops(indexPath('20250228')), await readGops(indexPath())];
    expect(rounded(first)).toEqual(rounded(before[0]!));
    // The first segment of a day continues that of the day before, which is not looked at.
    expect(rounded(second).slice(1)).toEqual(rounded(before[1]!).slice(1));
  });

  it('the rows in the database, with organisation and kind', async () => {
    const before = rowsText(index.rows);
    index = new MemorySegments();
    expect(await storedKeys(root)).toEqual([key]);
    await reconcile();
    expect(rowsText(index.rows)).toEqual(before);
  });
});

it('files and folders of others beside the channels do not count', async () => {
  // A disk that is mounted here has the latter.
  writeFileSync(join(root, 'cloud', 'notes.txt'), '');
  mkdirSync(join(root, 'cloud', 'lost+found'));
  writeFileSync(join(root, 'cloud', 'notes'), '');
  expect(await storedKeys(root)).toEqual([key]);
});

/** As if a segment of this size had been read before, and fails now. */
const brokenScan = (fileBytes: number) =>
  ({
    fileBytes,
    get parts(): never {
      throw new Error('unreadable');
    },
  }) as unknown as ScannedSegment;

const freeBoxes = (count: number): Buffer => Buffer.alloc(count * 8, Buffer.from('\0\0\0\x08free'));
/** Where the time of the first track of a part is. */
const tfdt = (bytes: Buffer, offset: number): number => bytes.indexOf('tfdt', offset) + 8;

describe('after a crash', () => {
  it('a torn part at the end is cut off, and what is complete is kept', async () => {
    const last = segmentFiles(root).at(-1)!;
    const { size } = statSync(last);
    for (const torn of [1, 8, 900, 3_000]) {
      appendFileSync(last, readFileSync(last).subarray(700, 700 + torn));
      expect(await reconcile()).toMatchObject({ cut: 1 });
      expect(statSync(last).size).toBe(size);
    }
    expect(await reconcile()).toEqual(nothing);
  });

  it('data that is zeros after a power cut is cut off', async () => {
    const last = segmentFiles(root).at(-1)!;
    const bytes = readFileSync(last);
    bytes.fill(0, bytes.length - 500);
    writeFileSync(last, bytes);
    const gopsBefore = await readGops(indexPath());
    rmSync(indexPath());
    expect(await reconcile()).toMatchObject({ cut: 1, gopIndexes: 1 });
    const gops = await readGops(indexPath());
    expect(gops.at(-1)!.offset + gops.at(-1)!.bytes).toBe(statSync(last).size);
    expect(gops.length).toBeGreaterThanOrEqual(gopsBefore.length - 1);
  });

  it('a GOP and a row that were not written any more are added', async () => {
    const gops = await readGops(indexPath());
    writeFileSync(indexPath(), encodeGops(gops.slice(0, -2)));
    const row = index.rows.at(-1)!;
    await index.put([{ ...row, endMs: row.endMs - 9_000, bytes: row.bytes - 1_000 }]);
    expect(await reconcile()).toEqual({ cut: 0, rows: 1, gopIndexes: 1 });
    expect(rounded(await readGops(indexPath()))).toEqual(rounded(gops));
    expect(index.rows.at(-1)!.bytes).toBe(row.bytes);
  });

  it('a file without a complete part leaves no row, and is set aside', async () => {
    const last = segmentFiles(root).at(-1)!;
    truncateSync(last, 900);
    expect(await reconcile()).toMatchObject({ cut: 1, rows: 1, gopIndexes: 1 });
    expect(segmentFiles(root)).not.toContain(last);
    expect(readdirSync(join(last, '..')).some((name) => name.endsWith('.mp4.damaged'))).toBe(true);
    expect(await reconcile()).toEqual(nothing);
  });

  it.each<[string, (path: string) => void]>([
    [
      'four gigabytes of empty boxes',
      (path) => {
        writeFileSync(path, freeBoxes(2_000));
        truncateSync(path, 4 * 1024 ** 3);
      },
    ],
    ['a million empty boxes', (path) => writeFileSync(path, freeBoxes(1_000_000))],
    [
      'a head that claims four gigabytes',
      (path) => {
        const bytes = readFileSync(path);
        bytes.writeUInt32BE(0xffff_ffff, 0);
        writeFileSync(path, bytes);
      },
    ],
    [
      'a table with four billion samples',
      (path) => {
        const bytes = readFileSync(path);
        for (let at = bytes.indexOf('trun'); at >= 0; at = bytes.indexOf('trun', at + 4))
          bytes.writeUInt32BE(0xffff_ffff, at + 8);
        writeFileSync(path, bytes);
      },
    ],
    [
      'a hundred thousand begins of parts',
      (path) => {
        const head = readFileSync(path).subarray(0, 700);
        writeFileSync(
          path,
          Buffer.concat([head, ...Array(100_000).fill(Buffer.from('\0\0\0\x10moof\0\0\0\x08mdat'))]),
        );
      },
    ],
  ])('a file that is none (%s) is set aside, and costs neither time nor the others', async (_, harm) => {
    const [first] = segmentFiles(root).filter((path) => path.includes('/20250301/'));
    harm(first!);
    rmSync(indexPath());
    await reconcile();
    expect(segmentFiles(root)).not.toContain(first);
    expect(readdirSync(join(first!, '..')).some((name) => name.endsWith('.mp4.damaged'))).toBe(true);
    expect(await reconcile()).toEqual(nothing);
    expect(index.rows).toHaveLength(rows.length - 1);
  });

  it.each<[string, (bytes: Buffer, gop: Gop) => void]>([
    ['a table of another type', (bytes, { offset }) => bytes.write('moov', offset + 4)],
    ['zeros', (bytes, { offset, bytes: length }) => bytes.fill(0, offset, offset + length)],
    ['a time of 1970', (bytes, { offset }) => bytes.fill(0, tfdt(bytes, offset), tfdt(bytes, offset) + 8)],
    ['a time in a thousand years', (bytes, { offset }) => bytes.writeUInt16BE(9, tfdt(bytes, offset))],
  ])('damage in the middle of a file (%s) costs a GOP, not the rest', async (_, harm) => {
    const last = segmentFiles(root).at(-1)!;
    const before = (await readGops(indexPath())).filter(({ segmentMs }) => last.includes(`${segmentMs}`));
    expect(before.length).toBeGreaterThan(4);
    const bytes = readFileSync(last);
    harm(bytes, before[2]!);
    writeFileSync(last, bytes);
    rmSync(indexPath());
    await reconcile();
    expect(statSync(last).size).toBe(bytes.length);
    const after = (await readGops(indexPath())).filter(({ segmentMs }) => last.includes(`${segmentMs}`));
    const starts = (gops: readonly Gop[]) => gops.map(({ startMs }) => Math.round(startMs));
    expect(starts(after)).toEqual(starts(before.filter((_gop, at) => at !== 2)));
    expect(await reconcile()).toEqual(nothing);
  });

  it('rows and GOPs of missing files are removed, also those of missing days', async () => {
    const [first] = segmentFiles(root);
    rmSync(first!);
    expect(await reconcile()).toEqual({ cut: 0, rows: 1, gopIndexes: 1 });
    rmSync(join(root, 'cloud', 'channel-1', '20250228'), { recursive: true });
    await reconcile();
    expect(await reconcile('older')).toMatchObject({ rows: 2 });
    expect(index.rows.every(({ startMs }) => dayOf(startMs) === '20250301')).toBe(true);
  });

  it('an unmounted disk, where every file is missing, leaves the rows', async () => {
    const { rows: before } = index;
    rmSync(join(root, 'cloud', 'channel-1', '20250228'), { recursive: true });
    rmSync(segmentFiles(root)[0]!);
    const unmounted = { root, index, isMounted: async () => false };
    for (const part of ['recent', 'older'] as const)
      await expect(reconcileKey(unmounted, key, part)).rejects.toMatchObject({ code: 'ENODEV' });
    expect(index.rows).toEqual(before);
  });

  it('what is named like a segment and is no file does not end the comparison', async () => {
    const before = rowsText(index.rows);
    index = new MemorySegments();
    const day = Date.UTC(2025, 2, 1);
    for (const name of [`${day + 5}.mp4`, `${day + 6}.moved`, '1.mp4'])
      mkdirSync(join(root, 'cloud', 'channel-1', '20250301', name));
    symlinkSync('/dev/zero', join(root, 'cloud', 'channel-1', '20250301', `${day + 7}.mp4`));
    await index.put([{ ...before[0]!, startMs: day + 5, endMs: day + 6, bytes: 4_096 }]);
    await reconcile();
    await reconcile('older');
    expect(rowsText(index.rows)).toEqual(before);
    expect(await storedKeys(root)).toEqual([key]);
    expect(await reconcile()).toEqual(nothing);
  });

  it('a folder in place of the index is set aside', async () => {
    const before = await readGops(indexPath());
    rmSync(indexPath());
    mkdirSync(indexPath());
    expect(await reconcile()).toEqual({ ...nothing, gopIndexes: 1 });
    expect(rounded(await readGops(indexPath())).slice(1)).toEqual(rounded(before).slice(1));
  });

  it('a file that cannot be read leaves its entries, and the others are compared', async () => {
    const [first, ...others] = index.rows.filter(({ startMs }) => dayOf(startMs) === '20250301');
    const gops = await readGops(indexPath());
    const path = segmentFiles(root).find((file) => file.endsWith(`/${first!.startMs}.mp4`))!;
    appendFileSync(path, 'torn');
    const unreadable = new Map([[first!.startMs, brokenScan(statSync(path).size)]]);
    await index.remove(key, [others[0]!.startMs]);
    const options = { root, index, scans: unreadable };
    await expect(reconcileKey(options, key, 'recent')).rejects.toThrow('unreadable');
    expect(index.rows.map(({ startMs }) => startMs)).toEqual(rows.map(({ startMs }) => startMs));
    expect(await readGops(indexPath())).toEqual(gops);
    expect(await reconcile()).toEqual({ cut: 1, rows: 0, gopIndexes: 0 });
  });

  it('an index that ends within a record is written again', async () => {
    appendFileSync(indexPath(), Buffer.alloc(7, 1));
    expect(await reconcile()).toEqual({ ...nothing, gopIndexes: 1 });
  });
});
