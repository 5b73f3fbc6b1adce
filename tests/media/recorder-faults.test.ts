/** A disk that fails: injected faults, and real disks where the test may mount them. */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { RecorderCondition, RecorderStatus, RecordingKey } from '../../lib/media/ports.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import { reconcileKey, storedKeys } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { scanSegment } from '../../lib/media/recordings/scan-segment.ts';
import { type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';
import { countFrames } from '../kit/count-frames.ts';
import { CutDisk } from '../kit/cut-disk.ts';
import { FaultyFiles } from '../kit/faulty-files.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { packets, probe } from '../kit/recorded-file.ts';
import { recorderProcesses } from '../kit/recorder-process.ts';
import { RecordingCamera, recordingKey, segmentFiles } from '../kit/recording-camera.ts';
import { RecordingSite, recordTask } from '../kit/recording-site.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { SmallDisk } from '../kit/small-disk.ts';
import { rounds } from '../kit/soak.ts';
import { until } from '../kit/steady-viewer.ts';

let root: string;
beforeEach(() => {
  root = scratchFolder('oriel-faults-');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const gopsIn = (folder: string) =>
  createRecordingReader(folder).gops(recordingKey, 0, Number.MAX_SAFE_INTEGER);
const recordedMs = (gops: readonly Gop[]) => gops.reduce((sum, { durationMs }) => sum + durationMs, 0);

/** After the correction of the next start, every file is sound. Returns how long the recordings are. */
async function soundRecordings(folder: string, camera: RecordingCamera): Promise<number> {
  await reconcileKey({ root: folder, index: camera.index }, recordingKey, 'recent');
  for (const file of segmentFiles(folder)) {
    expect((await probe(file)).video).not.toBeNull();
    const scanned = await scanSegment(file);
    expect(scanned!.completeBytes).toBe(scanned!.fileBytes);
    const times = (await packets(file)).map(({ timeS }) => timeS);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
    expect(new Set(times).size).toBe(times.length);
  }
  const again = await reconcileKey({ root: folder, index: camera.index }, recordingKey, 'recent');
  expect(again).toEqual({ cut: 0, rows: 0, gopIndexes: 0 });
  return recordedMs(await gopsIn(folder));
}

function faultyCamera(maxQueuedBytes?: number) {
  const files = new FaultyFiles();
  const conditions: RecorderCondition[] = [];
  const camera = new RecordingCamera(root, {
    files,
    onCondition: (condition) => conditions.push(condition),
    ...(maxQueuedBytes ? { maxQueuedBytes } : {}),
  });
  return { files, conditions, camera };
}

describe.each(['ENOSPC', 'EIO', 'EDQUOT', 'EMFILE'])('a disk that fails with %s', (code) => {
  it('for a while loses nothing that fits in memory, and continues within 2 s', async () => {
    const { files, conditions, camera } = faultyCamera();
    await camera.record(20_000);
    files.fault = code;
    files.tornBytes = 700;
    await camera.record(15_000);
    expect(files.failures).toBeGreaterThan(3);
    expect(conditions.at(-1)).toMatchObject({ state: 'failing', failure: { code } });
    files.fault = null;
    await camera.record(2_100);
    expect(conditions.at(-1)).toMatchObject({ state: 'recording', failure: null });
    await camera.record(20_000);
    await camera.stop();
    const gops = await gopsIn(root);
    expect(gops.filter(({ startsRun }) => startsRun)).toHaveLength(1);
    expect(await soundRecordings(root, camera)).toBeGreaterThan(53_000);
  });
});

describe('a disk that fails', () => {
  it('for longer than the memory lasts leaves a gap, and a new run after it', async () => {
    const { files, camera } = faultyCamera(600_000);
    await camera.record(20_000);
    files.fault = 'ENOSPC';
    await camera.record(60_000);
    files.fault = null;
    await camera.record(30_000);
    await camera.stop();
    const gops = await gopsIn(root);
    const runs = gops.filter(({ startsRun }) => startsRun);
    expect(runs).toHaveLength(2);
    expect(camera.clock.now() - 30_000 - runs[1]!.startMs).toBeLessThan(5_000);
    expect(await soundRecordings(root, camera)).toBeGreaterThan(40_000);
  });

  it('while segments begin leaves no empty file', async () => {
    const { files, camera } = faultyCamera();
    files.fault = 'ENOSPC';
    await camera.record(10_000);
    expect(segmentFiles(root)).toEqual([]);
    files.fault = 'EROFS';
    await camera.record(10_000);
    files.fault = null;
    await camera.record(20_000);
    await camera.stop();
    expect(await soundRecordings(root, camera)).toBeGreaterThan(35_000);
  });

  it('by losing the file continues in a new one', async () => {
    const { camera } = faultyCamera();
    await camera.record(20_000);
    rmSync(segmentFiles(root)[0]!.replace(/\/[^/]+$/, ''), { recursive: true });
    await camera.record(65_000);
    await camera.stop();
    expect(await soundRecordings(root, camera)).toBeGreaterThan(15_000);
  });

  it('is noticed by this test: a recorder that appends nothing behind a torn part loses what follows', async () => {
    let isTorn = false;
    const careless: RecordFiles = {
      ...recordFiles,
      async create(path) {
        const file = await recordFiles.create(path);
        return {
          datasync: () => file.datasync(),
          close: () => file.close(),
          async writev(chunks, position) {
            const bytesWritten = chunks.reduce((sum, { length }) => sum + length, 0);
            if (isTorn) return { bytesWritten };
            isTorn = position > 50_000;
            await file.writev(isTorn ? [Buffer.concat(chunks).subarray(0, 5_000)] : chunks, position);
            return { bytesWritten };
          },
        };
      },
    };
    const camera = new RecordingCamera(root, { files: careless });
    await camera.record(50_000);
    await camera.stop();
    expect(isTorn).toBe(true);
    expect(await soundRecordings(root, camera)).toBeLessThan(25_000);
  });
});

const times = rounds(1, 10);
const frameMs = 1_000 / 15;
const smallDisk = () => new SmallDisk(64);
const cutDisk = () => new CutDisk();

/** What happens to a real disk, and how it ends. `noticedMs`: where the open file can still be written. */
const diskFaults = [
  {
    fault: 'full',
    code: 'ENOSPC',
    open: smallDisk,
    begin: (disk: SmallDisk) => disk.fill(),
    end: (disk: SmallDisk) => disk.empty(),
  },
  {
    fault: 'read-only',
    code: 'EROFS',
    open: cutDisk,
    begin: (disk: CutDisk) => disk.remountReadOnly(),
    end: (disk: CutDisk) => disk.restart(),
  },
  {
    fault: 'out of inodes',
    code: 'ENOSPC',
    open: smallDisk,
    begin: (disk: SmallDisk) => disk.fillInodes(),
    end: (disk: SmallDisk) => disk.empty(),
    // Its segment is full after a minute, at the next key frame.
    noticedMs: 65_000,
  },
  {
    fault: 'unmounted',
    code: 'ENODEV',
    open: smallDisk,
    begin: (disk: SmallDisk) => disk.unmount(),
    end: (disk: SmallDisk) => disk.mount(),
  },
  {
    fault: 'failing, and mounted again',
    code: 'EIO',
    open: cutDisk,
    begin: (disk: CutDisk) => disk.cutPower(),
    end: (disk: CutDisk) => disk.restart(),
  },
] as const;

it('a process that may open no more files reports EMFILE, records what it can, and the rest within 5 s of having files again', async () => {
  const cameras = 30;
  const recorders = await recorderProcesses();
  try {
    const recorder = await recorders.start(root, cameras);
    const { report, child } = recorder;
    child.kill('SIGUSR2');
    await until('fewer recordings', () => report().recording === cameras / 3, 5_000);
    execFileSync('prlimit', ['--nofile=64', '--pid', String(child.pid)]);
    child.kill('SIGUSR2');
    await until('failures', () => report().failing > 0, 5_000);
    expect(report().codes).toEqual(['EMFILE']);
    // Live video goes on.
    const { frames } = report();
    await until('frames of two seconds', () => report().frames >= frames + 30, 5_000);
    child.kill('SIGUSR2');
    await until('recordings of all that are left', () => report().recording === cameras / 3, 5_000);
    expect(report().failing).toBe(0);
    await recorder.end('SIGTERM');
    const index = new MemorySegments();
    for (const key of await storedKeys(root)) await reconcileKey({ root, index }, key, 'recent');
    const files = segmentFiles(root);
    expect(files.length).toBeGreaterThanOrEqual(cameras / 3);
    for (const file of files) {
      const { completeBytes, fileBytes } = (await scanSegment(file))!;
      expect(completeBytes).toBe(fileBytes);
    }
  } finally {
    recorders.killAll();
    recorders.dispose();
  }
});

const canMount = process.getuid?.() === 0 && canMountDisks();
const realDisk = `a real disk${canMount ? '' : ' (skipped: needs root, to mount one)'}`;
(canMount ? describe : describe.skip)(realDisk, () => {
  it.each(diskFaults)(
    `that is $fault is reported within 5 s, recorded on within 5 s, and live video goes on (${times} times)`,
    async ({ code, open, begin, end, ...fault }) => {
      const disk = open();
      const folder = join(disk.path, 'recordings');
      const index = new MemorySegments();
      // Retention would make room.
      const measure = async () => ({ freeBytes: 1, totalBytes: 1 });
      const site = new RecordingSite(folder, { index, measure });
      const statuses = () => site.plane.statuses();
      /** The clock of the test does not wait for the disk. */
      const all = (what: string, isSo: (status: RecorderStatus) => boolean) =>
        until(what, () => statuses().length === 2 && statuses().every(isSo), 5_000);
      let frames = 0;
      try {
        site.plans.wanted = [recordTask(1), recordTask(2)];
        await site.plane.start();
        site.live.subscribe(
          { ...recordTask(1).camera, video: 'asSent' },
          countFrames(() => (frames += 1)),
        );
        for (let round = 0; round < times; round += 1) {
          await site.pass(20_000);
          await all('recordings', ({ state }) => state === 'recording');
          const before = frames;
          begin(disk as never);
          await site.pass('noticedMs' in fault ? fault.noticedMs : 5_000);
          await all('failures', ({ state, failure }) => state === 'failing' && failure?.code === code);
          // While it is unmounted, nothing is written below it.
          if (code === 'ENODEV') expect(existsSync(folder)).toBe(false);
          if (code === 'ENOSPC' || code === 'EROFS') await expectPlayed(site, recordTask(1).key);
          await site.pass(10_000);
          end(disk as never);
          const endedAt = site.clock.now();
          await site.pass(5_000);
          await all('recordings again', ({ newestMs }) => newestMs !== null && newestMs > endedAt);
          const shownMs = (frames - before) * frameMs;
          const passedMs = 15_000 + ('noticedMs' in fault ? fault.noticedMs : 5_000);
          expect(Math.abs(shownMs - passedMs)).toBeLessThan(2 * frameMs);
          await expectWhole(folder, index);
        }
        await site.stop();
        for (const { key } of site.plans.wanted) {
          await reconcileKey({ root: folder, index }, key, 'recent');
          const again = await reconcileKey({ root: folder, index }, key, 'recent');
          expect(again).toEqual({ cut: 0, rows: 0, gopIndexes: 0 });
        }
        await expectWhole(folder, index);
      } finally {
        await site.stop();
        disk.dispose();
      }
    },
    60_000 * times,
  );

  it('that is read-only at the start is reported within 5 s, plays what it has, and is recorded on later', async () => {
    const disk = new CutDisk();
    const folder = join(disk.path, 'recordings');
    const index = new MemorySegments();
    const measure = async () => ({ freeBytes: 1, totalBytes: 1 });
    const first = new RecordingSite(folder, { index, measure });
    first.plans.wanted = [recordTask(1)];
    let second: RecordingSite | null = null;
    try {
      await first.plane.start();
      await first.pass(20_000);
      await first.stop();
      disk.remountReadOnly();
      const { clock } = first;
      second = new RecordingSite(folder, { index, measure, clock });
      second.plans.wanted = [recordTask(1)];
      await second.plane.start();
      const status = () => second!.plane.statuses()[0];
      const startedAt = clock.now();
      while (status()?.failure?.code !== 'EROFS' && clock.now() - startedAt < 5_000) await second.pass(500);
      expect(status()).toMatchObject({ state: 'failing', failure: { code: 'EROFS' } });
      await expectPlayed(second, recordTask(1).key);
      expect(index.rows.length).toBeGreaterThan(0);
      disk.restart();
      const endedAt = clock.now();
      while ((status()?.newestMs ?? 0) <= endedAt && clock.now() - endedAt < 10_000) await second.pass(500);
      expect(status()).toMatchObject({ state: 'recording' });
    } finally {
      await first.stop();
      await second?.stop();
      disk.dispose();
    }
  }, 60_000);

  it('that fills up is never more than 95 % full, because the oldest make room, and recording goes on', async () => {
    const disk = new SmallDisk(4);
    const site = new RecordingSite(disk.path);
    try {
      site.plans.wanted = [recordTask(1)];
      await site.plane.start();
      let fullest = 0;
      let first = '';
      for (let second = 0; second < 900 && (first === '' || existsSync(first)); second += 1) {
        await site.pass(1_000);
        const { bavail, blocks } = statfsSync(disk.path);
        fullest = Math.max(fullest, 1 - bavail / blocks);
        first ||= segmentFiles(disk.path)[0] ?? '';
      }
      expect(existsSync(first)).toBe(false);
      expect(fullest).toBeGreaterThan(0.9);
      expect(fullest).toBeLessThan(0.95);
      expect(site.plane.statuses()).toMatchObject([{ state: 'recording' }]);
    } finally {
      await site.stop();
      disk.dispose();
    }
  });
});

/** What was recorded before can be read. */
async function expectPlayed({ plane: { reader } }: RecordingSite, key: RecordingKey): Promise<void> {
  const [gop] = await reader.gops(key, 0, Number.MAX_SAFE_INTEGER);
  expect(await reader.keyFrame(key, gop!.startMs, 0, Number.MAX_SAFE_INTEGER)).not.toBeNull();
  const bytes = await reader.read(key, gop!.segmentMs, gop!.offset, gop!.offset + gop!.bytes);
  expect(Buffer.concat(await bytes!.toArray())).toHaveLength(gop!.bytes);
}

/** Of what is listed, everything is in its file. */
async function expectWhole(folder: string, index: MemorySegments): Promise<void> {
  const reader = createRecordingReader(folder);
  const channels = [recordTask(1).key, recordTask(2).key];
  for (const key of channels) {
    const gops = await reader.gops(key, 0, Number.MAX_SAFE_INTEGER);
    expect(gops.length).toBeGreaterThan(0);
    for (const file of segmentFiles(folder).filter((path) => path.includes(`/${key.channelId}/`))) {
      const scanned = await scanSegment(file);
      const own = gops.filter(({ segmentMs }) => file.endsWith(`/${segmentMs}.mp4`));
      const listed = own.map(({ offset, bytes }) => offset + bytes);
      const rows = index.rows.filter(
        (row) => row.key.channelId === key.channelId && file.endsWith(`/${row.startMs}.mp4`),
      );
      for (const bytes of [...listed, ...rows.map((row) => row.bytes)])
        expect(bytes).toBeLessThanOrEqual(scanned!.completeBytes);
    }
  }
}

function canMountDisks(): boolean {
  try {
    new SmallDisk(1).dispose();
    new CutDisk(8).dispose();
    return true;
  } catch {
    return false; // a container without the right to mount
  }
}
