/** A disk that fails: injected faults, and a real one that is full where the test may mount it. */
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecorderCondition } from '../../lib/media/ports.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import { reconcileKey } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { scanSegment } from '../../lib/media/recordings/scan-segment.ts';
import { type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';
import { FaultyFiles } from '../kit/faulty-files.ts';
import { packets, probe } from '../kit/recorded-file.ts';
import { RecordingCamera, recordingKey, segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { SmallDisk } from '../kit/small-disk.ts';

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

describe.each(['ENOSPC', 'EIO', 'EDQUOT'])('a disk that fails with %s', (code) => {
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

  it('is noticed by this test: a recorder that appends behind a torn part loses what follows', async () => {
    let shift = 0;
    const careless: RecordFiles = {
      ...recordFiles,
      async create(path) {
        const file = await recordFiles.create(path);
        return {
          datasync: () => file.datasync(),
          close: () => file.close(),
          async writev(chunks, position) {
            if (position > 50_000 && shift === 0) {
              shift = 5_000;
              await file.writev([Buffer.concat(chunks).subarray(0, shift)], position);
            }
            return file.writev(chunks, position + shift);
          },
        };
      },
    };
    const camera = new RecordingCamera(root, { files: careless });
    await camera.record(50_000);
    await camera.stop();
    expect(shift).toBeGreaterThan(0);
    expect(await soundRecordings(root, camera)).toBeLessThan(25_000);
  });
});

const canMount = process.getuid?.() === 0 && canMountTmpfs();
(canMount ? describe : describe.skip)('a file system that is full (needs root, to mount one)', () => {
  it('is recorded on again when there is space, and what was recorded stays', async () => {
    const disk = new SmallDisk(8);
    try {
      const camera = new RecordingCamera(disk.path);
      await camera.record(20_000);
      disk.fill();
      await camera.record(20_000);
      expect(camera.recorder.currentCondition).toMatchObject({
        state: 'failing',
        failure: { code: 'ENOSPC' },
      });
      disk.empty();
      await camera.record(20_000);
      expect(camera.recorder.currentCondition.state).toBe('recording');
      await camera.stop();
      expect(await soundRecordings(disk.path, camera)).toBeGreaterThan(55_000);
    } finally {
      disk.dispose();
    }
  });

  it('that becomes read-only fails without a crash', async () => {
    const disk = new SmallDisk(8);
    try {
      const camera = new RecordingCamera(disk.path);
      await camera.record(65_000);
      await camera.stop();
      disk.remountReadOnly();
      const again = new RecordingCamera(disk.path);
      await again.record(10_000);
      expect(again.recorder.currentCondition).toMatchObject({
        state: 'failing',
        failure: { code: 'EROFS' },
      });
      await again.stop();
      expect((await gopsIn(disk.path)).length).toBeGreaterThan(10);
    } finally {
      disk.dispose();
    }
  });
});

function canMountTmpfs(): boolean {
  try {
    new SmallDisk(1).dispose();
    return true;
  } catch {
    return false; // a container without the right to mount
  }
}
