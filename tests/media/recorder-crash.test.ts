/** A process that records and is killed: `ORIEL_SOAK=1` repeats it, `npm run soak -- long recorder` does so. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { reconcileKey, storedKeys } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { buildChildProgram } from '../kit/child-program.ts';
import { CutDisk } from '../kit/cut-disk.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { decodeStrictly, probe } from '../kit/recorded-file.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { rounds } from '../kit/soak.ts';

const cameras = 4;
const killings = rounds(2, 50);
const clips = fileURLToPath(new URL('../../lib/media/sources/demo/clips', import.meta.url));
let child: Awaited<ReturnType<typeof buildChildProgram>>;
let root: string;
const running: ChildProcess[] = [];
beforeAll(async () => {
  child = await buildChildProgram(new URL('../kit/recorder-child.ts', import.meta.url));
});
afterAll(() => child.dispose());
beforeEach(() => {
  root = scratchFolder('oriel-crash-');
});
afterEach(() => {
  // Also after a test that failed.
  for (const one of running.splice(0)) one.kill('SIGKILL');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function startRecording(folder = root): Promise<ChildProcess> {
  const recorder = spawn('node', [child.program, folder, String(cameras), clips], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(recorder);
  await once(recorder.stdout!, 'data');
  return recorder;
}

async function end(recorder: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  recorder.kill(signal);
  await once(recorder, 'exit');
}

/** The correction at the next start. Returns how much of each camera's newest recording is missing at `until`. */
async function correct(until: number, folder = root): Promise<number[]> {
  const index = new MemorySegments();
  const keys = await storedKeys(folder);
  expect(keys).toHaveLength(cameras);
  const startedAt = performance.now();
  for (const key of keys) await reconcileKey({ root: folder, index }, key, 'recent');
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(index.rows).toHaveLength(segmentFiles(folder).length);
  const reader = createRecordingReader(folder);
  const missing: number[] = [];
  for (const key of keys) {
    const gops = await reader.gops(key, 0, Number.MAX_SAFE_INTEGER);
    const last = gops.at(-1)!;
    const { size } = statSync(segmentFiles(folder).find((file) => file.includes(`${last.segmentMs}.mp4`))!);
    expect(size).toBeGreaterThan(0);
    missing.push(until - (last.startMs + last.durationMs));
    const again = await reconcileKey({ root: folder, index }, key, 'recent');
    expect(again).toEqual({ cut: 0, rows: 0, gopIndexes: 0 });
  }
  return missing;
}

describe('a recorder that is killed', () => {
  it(
    `loses at most 2 s, ${killings} times; every file opens, and indexes equal files`,
    async () => {
      for (let round = 0; round < killings; round += 1) {
        const recorder = await startRecording();
        await delay(500 + Math.random() * 2_500);
        await end(recorder, 'SIGKILL');
        const killedAt = Date.now();
        expect(Math.max(...(await correct(killedAt)))).toBeLessThan(2_000);
      }
      const files = segmentFiles(root);
      expect(files.length).toBeGreaterThanOrEqual(cameras * killings);
      for (const file of files) expect((await probe(file)).video?.codec).toBe('h264');
      expect((await decodeStrictly(files.at(-1)!)).complaints).toBe('');
    },
    60_000 + killings * 10_000,
  );

  it('by SIGTERM loses nothing but the frame that is under way', async () => {
    const recorder = await startRecording();
    await delay(2_300);
    const stoppedAt = Date.now();
    await end(recorder, 'SIGTERM');
    expect(Math.max(...(await correct(stoppedAt)))).toBeLessThan(150);
  });
});

const canCut = process.getuid?.() === 0 && canMountLoop();
(canCut ? describe : describe.skip)('a power cut (needs root and a loop device)', () => {
  it('loses at most 2 s', async () => {
    const disk = new CutDisk();
    const recorder = await startRecording(disk.path);
    try {
      await delay(3_000);
      disk.cutPower();
      const cutAt = Date.now();
      await end(recorder, 'SIGKILL');
      disk.restart();
      expect(Math.max(...(await correct(cutAt, disk.path)))).toBeLessThan(2_000);
      for (const file of segmentFiles(disk.path)) {
        expect((await decodeStrictly(file)).complaints).toBe('');
      }
    } finally {
      recorder.kill('SIGKILL');
      disk.dispose();
    }
  });
});

function canMountLoop(): boolean {
  try {
    const disk = new CutDisk(8);
    try {
      disk.cutPower();
    } finally {
      disk.dispose();
    }
    return true;
  } catch {
    return false; // no loop device, or no tools for it
  }
}
