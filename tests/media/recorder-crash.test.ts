/**
 * A process that records is killed, or its power is cut, at random times. `npm run soak -- long recorder` repeats it, and
 * prints the worst that was found.
 */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import { reconcileKey, storedKeys } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { scanSegment } from '../../lib/media/recordings/scan-segment.ts';
import { dice } from '../contracts/theme-cases.ts';
import { CutDisk } from '../kit/cut-disk.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { propertySeed } from '../kit/mutation.ts';
import { decodeStrictly, probe } from '../kit/recorded-file.ts';
import { recorderProcesses } from '../kit/recorder-process.ts';
import { segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { rounds } from '../kit/soak.ts';

const cameras = 4;
const kills = rounds(2, 50);
const stops = rounds(1, 20);
const cuts = rounds(1, 20);
const lostMs = 2_000;
const correctedMs = 10_000;
const { roll } = dice(propertySeed);

let recorders: Awaited<ReturnType<typeof recorderProcesses>>;
let root: string;
beforeAll(async () => {
  recorders = await recorderProcesses();
});
afterAll(() => recorders.dispose());
beforeEach(() => {
  root = scratchFolder('oriel-crash-');
});
afterEach(() => recorders.killAll());
afterEach(() => rmSync(root, { recursive: true, force: true }));

const report = (what: string, figures: object) =>
  process.stdout.write(`${what}: ORIEL_SEED=${propertySeed} ${JSON.stringify(figures)}\n`);
const endOf = ({ startMs, durationMs }: Gop) => startMs + durationMs;
const keysIn = async (folder: string) => {
  const keys = await storedKeys(folder);
  expect(keys).toHaveLength(cameras);
  return keys;
};
const gopsIn = async (folder: string) => {
  const reader = createRecordingReader(folder);
  const keys = await keysIn(folder);
  return Promise.all(keys.map((key) => reader.gops(key, 0, Number.MAX_SAFE_INTEGER)));
};

/** The correction at the next start: afterwards indexes equal files. Returns how long it took. */
async function correct(folder = root): Promise<number> {
  const index = new MemorySegments();
  const startedAt = performance.now();
  for (const key of await keysIn(folder)) await reconcileKey({ root: folder, index }, key, 'recent');
  const tookMs = performance.now() - startedAt;
  expect(index.rows).toHaveLength(segmentFiles(folder).length);
  for (const key of await keysIn(folder)) {
    const again = await reconcileKey({ root: folder, index }, key, 'recent');
    expect(again).toEqual({ cut: 0, rows: 0, gopIndexes: 0 });
  }
  return tookMs;
}

/** Every file opens, is complete, and its GOPs are in the index. */
async function expectSound(folder: string): Promise<number> {
  const gops = (await gopsIn(folder)).flat();
  const files = segmentFiles(folder);
  for (const file of files) {
    expect((await probe(file)).video?.codec).toBe('h264');
    const { completeBytes, fileBytes } = (await scanSegment(file))!;
    expect(completeBytes).toBe(fileBytes);
    expect(gops.some(({ segmentMs }) => file.endsWith(`/${segmentMs}.mp4`))).toBe(true);
  }
  return files.length;
}

/** How much of what was recorded until then is missing, of the camera that lost most. */
async function lostUntil(time: number, folder = root): Promise<number> {
  const channels = await gopsIn(folder);
  return Math.max(
    ...channels.map((gops) => time - Math.max(...gops.filter(({ startMs }) => startMs < time).map(endOf))),
  );
}

describe('a recorder that is killed', () => {
  it(
    `loses at most 2 s, ${kills} times; every file opens, and indexes equal files`,
    async () => {
      const killedAt: number[] = [];
      const worst = { lostMs: 0, correctionMs: 0 };
      for (let round = 0; round <= kills; round += 1) {
        const recorder = await recorders.start(root, cameras);
        if (round === kills) {
          await recorder.end('SIGTERM');
          break;
        }
        await delay(500 + roll(2_500));
        killedAt.push(Date.now());
        await recorder.end('SIGKILL');
      }
      for (const at of killedAt) {
        worst.lostMs = Math.max(worst.lostMs, await lostUntil(at));
      }
      worst.correctionMs = await correct();
      const files = await expectSound(root);
      report('kill -9 of a recorder', { kills, files, ...worst });
      expect(files).toBeGreaterThanOrEqual(cameras * kills);
      expect(worst.lostMs).toBeLessThan(lostMs);
      expect(worst.correctionMs).toBeLessThan(correctedMs);
      expect((await decodeStrictly(segmentFiles(root).at(-1)!)).complaints).toBe('');
    },
    60_000 + kills * 10_000,
  );

  it(
    `by SIGTERM loses no frame that was received, ${stops} times`,
    async () => {
      const lost: string[] = [];
      for (let round = 0; round < stops; round += 1) {
        const recorder = await recorders.start(root, cameras);
        await delay(500 + roll(2_000));
        await recorder.end('SIGTERM');
        const { newest = {} } = recorder.report();
        expect(Object.keys(newest)).toHaveLength(cameras);
        for (const [channelId, madeAtMs] of Object.entries(newest)) {
          const file = segmentFiles(root).findLast((path) => path.includes(`/${channelId}/`))!;
          const last = (await decodeStrictly(file)).codes.at(-1);
          if (last?.madeAtMs !== madeAtMs) lost.push(`${channelId}: ${madeAtMs}, not ${last?.madeAtMs}`);
        }
      }
      report('SIGTERM of a recorder', { stops, files: await expectSound(root), lost: lost.length });
      expect(lost).toEqual([]);
    },
    60_000 + stops * 20_000,
  );
});

const canCut = process.getuid?.() === 0 && canMountLoop();
const powerCut = `a power cut${canCut ? '' : ' (skipped: needs root and a loop device)'}`;
(canCut ? describe : describe.skip)(powerCut, () => {
  /** Records on a disk until its power is cut. Returns the time of the cut. */
  async function recordUntilCut(disk: CutDisk, isSynced: boolean): Promise<number> {
    const recorder = await recorders.start(disk.path, cameras, { isSynced });
    await delay(2_500 + roll(1_000));
    const cutAt = Date.now();
    disk.cutPower();
    await recorder.end('SIGKILL');
    disk.restart();
    return cutAt;
  }

  it(
    `loses at most 2 s, ${cuts} times; control: a recorder that does not flush loses more`,
    async () => {
      const disk = new CutDisk();
      const other = new CutDisk();
      try {
        const careless = recordUntilCut(other, false);
        const worst = { lostMs: 0, correctionMs: 0 };
        for (let round = 0; round < cuts; round += 1) {
          const cutAt = await recordUntilCut(disk, true);
          worst.correctionMs = Math.max(worst.correctionMs, await correct(disk.path));
          worst.lostMs = Math.max(worst.lostMs, await lostUntil(cutAt, disk.path));
        }
        const files = await expectSound(disk.path);
        report('power cut of a recorder', { cuts, files, ...worst });
        for (const file of segmentFiles(disk.path)) expect((await decodeStrictly(file)).complaints).toBe('');
        expect(worst.lostMs).toBeLessThan(lostMs);
        expect(worst.correctionMs).toBeLessThan(correctedMs);
        await careless;
        const left = await Promise.all(segmentFiles(other.path).map(scanSegment));
        expect(left.filter((file) => file && file.parts.length > 0)).toEqual([]);
      } finally {
        recorders.killAll();
        disk.dispose();
        other.dispose();
      }
    },
    60_000 + cuts * 20_000,
  );
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
