import { readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { type Gop, readGops } from '../../lib/media/recordings/gop-index.ts';
import { reconcileKey } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { scanSegment } from '../../lib/media/recordings/scan-segment.ts';
import { type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';
import { gopIndexPath } from '../../lib/media/recordings/segment-path.ts';
import { dice } from '../contracts/theme-cases.ts';
import { ClipSource } from '../kit/clip-source.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { propertySeed } from '../kit/mutation.ts';
import { audioSamples, decodeStrictly, packets, probe } from '../kit/recorded-file.ts';
import { RecordingCamera, recordingKey, segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { rounds } from '../kit/soak.ts';

const noon = Date.UTC(2025, 2, 1, 12);
const hourMs = 3_600_000;
let root: string;
beforeEach(() => {
  root = scratchFolder('oriel-recorder-');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const gopsOf = (from = 0, to = Number.MAX_SAFE_INTEGER) =>
  createRecordingReader(root).gops(recordingKey, from, to);
const runStarts = (gops: readonly Gop[]) => gops.filter(({ startsRun }) => startsRun);

/** Every frame's number, and the difference between its time in the file and that in its line. */
async function framesOf(file: string): Promise<{ numbers: number[]; differencesMs: number[] }> {
  const { complaints, codes } = await decodeStrictly(file);
  expect(complaints).toBe('');
  const times = (await packets(file)).map(({ timeS }) => timeS * 1_000);
  expect(codes).toHaveLength(times.length);
  return {
    numbers: codes.map((code) => code!.frame),
    differencesMs: codes.map((code, index) => Math.abs(times[index]! - code!.madeAtMs)),
  };
}

describe('a recorded camera', () => {
  it('gives segments of a minute with every frame at its wall time, and an index of their GOPs', async () => {
    const camera = new RecordingCamera(root);
    await camera.record(150_000);
    await camera.stop();
    const files = segmentFiles(root);
    expect(files).toHaveLength(3);
    expect(files[0]).toMatch(/\/cloud\/channel-1\/20250301\/\d+\.mp4$/);
    const numbers: number[] = [];
    for (const file of files) {
      const { format, video, audio } = await probe(file);
      expect(format).toContain('mp4');
      expect(video).toMatchObject({ codec: 'h264' });
      expect(audio).toMatchObject({ codec: 'aac' });
      const frames = await framesOf(file);
      expect(Math.max(...frames.differencesMs)).toBeLessThan(2);
      numbers.push(...frames.numbers);
    }
    const [first] = numbers;
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => first! + index));
    // A recording begins with the first key frame.
    expect(numbers.length).toBeGreaterThan(146 * 15);

    const gops = await gopsOf();
    expect(runStarts(gops)).toHaveLength(1);
    for (const [index, gop] of gops.slice(1).entries()) {
      expect(gop.startMs).toBeCloseTo(gops[index]!.startMs + gops[index]!.durationMs, -1);
    }
    for (const { key, startMs, endMs, bytes } of camera.index.rows) {
      const own = gops.filter(({ segmentMs }) => segmentMs === startMs);
      expect(key).toEqual(recordingKey);
      expect(own.at(-1)!.offset + own.at(-1)!.bytes).toBe(bytes);
      expect(own.at(-1)!.startMs + own.at(-1)!.durationMs).toBeCloseTo(endMs, -1);
    }
  });

  it('has parts of at most a second, and none contains the start of a GOP inside', async () => {
    const camera = new RecordingCamera(root);
    await camera.record(70_000);
    await camera.stop();
    for (const file of segmentFiles(root)) {
      const scanned = await scanSegment(file);
      expect(scanned!.completeBytes).toBe(scanned!.fileBytes);
      expect(Math.max(...scanned!.parts.map(({ durationMs }) => durationMs))).toBeLessThanOrEqual(1_001);
      const begun = scanned!.parts.filter(({ beginsGop }) => beginsGop).length;
      expect((await packets(file)).filter(({ isKey }) => isKey)).toHaveLength(begun);
    }
  });

  it('can be read while its segment is written, up to the last complete GOP', async () => {
    const camera = new RecordingCamera(root);
    await camera.record(20_000);
    const gops = await gopsOf();
    const newest = gops.at(-1)!;
    expect(camera.clock.now() - (newest.startMs + newest.durationMs)).toBeLessThan(4_100);
    await camera.stop();
  });

  it.each([
    ['H.264 with B-frames and AAC', { video: 'h264', audio: 'aac' }, 'h264', 'aac'],
    ['H.265 and G.711 A-law', { video: 'h265', audio: 'pcma' }, 'hevc', 'flac'],
    ['H.264 and G.711 µ-law', { video: 'h264', audio: 'pcmu' }, 'h264', 'flac'],
    ['H.264 and Opus', { video: 'h264', audio: 'opus' }, 'h264', 'opus'],
    ['video only', { video: 'h264', audio: null }, 'h264', null],
    ['audio only', { video: null, audio: 'aac' }, null, 'aac'],
  ] as const)('stores %s', async (_name, options, videoCodec, audioCodec) => {
    const clip = makeClip({ seconds: 4, fps: 25, ...options });
    const camera = new RecordingCamera(root, { source: (clock) => new ClipSource(clip, clock) });
    await camera.record(12_000);
    await camera.stop();
    const [file] = segmentFiles(root);
    const { video, audio } = await probe(file!);
    expect([video?.codec ?? null, audio?.codec ?? null]).toEqual([videoCodec, audioCodec]);
    if (video) expect((await decodeStrictly(file!)).complaints).toBe('');
    const times = (await packets(file!, video ? 'video' : 'audio')).map(({ timeS }) => timeS);
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(11);
    if (!audio) return;
    const heard = (await audioSamples(file!)).length / audio.channels / audio.sampleRate;
    expect(heard).toBeGreaterThan(11.5);
  });

  it('begins a new segment and run after an interruption, with nothing lost before it', async () => {
    const clip = makeClip({ seconds: 4, fps: 25 });
    const camera = new RecordingCamera(root, { source: (clock) => new ClipSource(clip, clock) });
    await camera.record(5_500);
    (camera.sources[0] as ClipSource).fail({ code: 'source.ended', message: 'ended', retryable: true });
    const interruptedAt = camera.clock.now();
    await camera.record(10_000);
    await camera.stop();
    expect(segmentFiles(root)).toHaveLength(2);
    const gops = await gopsOf();
    const [, second] = runStarts(gops);
    const last = gops[gops.indexOf(second!) - 1]!;
    expect(Math.abs(last.startMs + last.durationMs - interruptedAt)).toBeLessThan(50);
    expect(second!.startMs).toBeGreaterThan(interruptedAt + 300);
  });

  it('loses at most 2 s when the process is killed, and nothing when it is stopped', async () => {
    const camera = new RecordingCamera(root);
    await camera.record(31_700);
    // What is on the disk now is what a killed process leaves.
    const killed = await scanSegment(segmentFiles(root)[0]!);
    const last = killed!.parts.at(-1)!;
    expect(camera.clock.now() - (last.startMs + last.durationMs)).toBeLessThan(2_000);
    await camera.stop();
    const stopped = await scanSegment(segmentFiles(root)[0]!);
    const end = stopped!.parts.at(-1)!;
    expect(camera.clock.now() - (end.startMs + end.durationMs)).toBeLessThan(67);
  });
});

const jumps = rounds(2, 20);
const steps = [hourMs, -hourMs, -24 * hourMs, 10 * 365 * 24 * hourMs];
/** Nights in which clocks change in a zone, which a recorder must not notice, and a leap day. */
const nights = [
  ['a leap day', Date.UTC(2028, 1, 28, 23, 59)],
  ['the end of summer time in Berlin', Date.UTC(2025, 9, 26, 0, 59)],
  ['the beginning of summer time in New York', Date.UTC(2025, 2, 9, 6, 59)],
  ['the half hour of Lord Howe', Date.UTC(2025, 3, 5, 14, 59)],
] as const;

/** Records 30 s at each of random settings of the clock; the second recorder begins at the time of the first. */
async function recordWithJumps(folder: string, startMs: number, files: RecordFiles) {
  const { pick } = dice(propertySeed + startMs);
  const written = new Map<string, Buffer>();
  let overwritten = 0;
  const compare = () => {
    for (const file of segmentFiles(folder)) {
      const bytes = readFileSync(file);
      const before = written.get(file);
      if (before && Buffer.compare(bytes.subarray(0, before.length), before) !== 0) overwritten += 1;
      written.set(file, bytes);
    }
  };
  let expectedMs = 0;
  const index = new MemorySegments();
  for (let recorder = 0; recorder < 2; recorder += 1) {
    const camera = new RecordingCamera(folder, { clock: new FakeClock(startMs), files });
    for (let jump = 0; jump <= jumps; jump += 1) {
      if (jump > 0) camera.clock.setWall(camera.clock.now() + pick(steps));
      await camera.record(30_000);
      compare();
      // A recording begins with the first key frame.
      if (jump === 0) expectedMs -= camera.index.rows[0]!.startMs - startMs;
    }
    await camera.stop();
    compare();
    expectedMs += 30_000 * (jumps + 1);
  }
  const { cut } = await reconcileKey({ root: folder, index }, recordingKey, 'recent');
  await reconcileKey({ root: folder, index }, recordingKey, 'older');
  const again = await reconcileKey({ root: folder, index }, recordingKey, 'recent');
  const gops = await createRecordingReader(folder).gops(recordingKey, 0, Number.MAX_SAFE_INTEGER);
  const starts = runStarts(gops).map((gop) => gop.startMs);
  return {
    files: written.size,
    runs: starts.length,
    overwritten,
    missingMs: expectedMs - gops.reduce((sum, { durationMs }) => sum + durationMs, 0),
    isAscending: starts.every((at, run) => run === 0 || at >= starts[run - 1]!),
    corrections: cut + again.cut + again.rows + again.gopIndexes,
  };
}

describe('a clock that is set', () => {
  it.each([
    ['+1 h', hourMs],
    ['-1 h', -hourMs],
    ['-1 d', -24 * hourMs],
    ['+10 y', 10 * 365 * 24 * hourMs],
  ])('by %s begins a run at the new time and overwrites nothing', async (_name, byMs) => {
    const camera = new RecordingCamera(root);
    await camera.record(90_000);
    const firstMs = camera.index.rows[0]!.startMs;
    const before = segmentFiles(root).map((file) => [file, readFileSync(file)] as const);
    camera.clock.setWall(camera.clock.now() + byMs);
    const setAt = camera.clock.now();
    await camera.record(90_000);
    await camera.stop();
    for (const [file, bytes] of before) {
      expect(Buffer.compare(readFileSync(file).subarray(0, bytes.length), bytes)).toBe(0);
    }
    const gops = await gopsOf();
    expect(runStarts(gops)).toHaveLength(2);
    const atNewTime = gops.filter(({ startMs }) => startMs >= setAt - 5_000 && startMs < setAt + 95_000);
    const recordedMs = atNewTime.reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(recordedMs).toBeGreaterThan(85_000);
    const total = gops.reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(Math.abs(total - (180_000 - (firstMs - noon)))).toBeLessThan(150);
  });

  it.each(nights.slice(0, rounds(2, nights.length)))(
    `again and again, around %s: nothing is lost or overwritten, ${jumps} times`,
    async (night, startMs) => {
      const found = await recordWithJumps(root, startMs, recordFiles);
      process.stdout.write(`clock, ${night}: ORIEL_SEED=${propertySeed} ${JSON.stringify(found)}\n`);
      expect(found).toMatchObject({ overwritten: 0, isAscending: true, corrections: 0 });
      expect(Math.abs(found.missingMs)).toBeLessThan(150);
    },
  );

  it('control: a recorder that overwrites is noticed by this test', async () => {
    const [[, startMs]] = nights;
    const careless: RecordFiles = { ...recordFiles, create: (path) => open(path, 'w') };
    expect((await recordWithJumps(root, startMs, careless)).overwritten).toBeGreaterThan(0);
  });

  it('to a time that is already recorded gives the next free name', async () => {
    const camera = new RecordingCamera(root);
    await camera.record(30_000);
    const start = camera.index.rows[0]!.startMs;
    await camera.stop();
    const again = new RecordingCamera(root);
    await again.record(30_000);
    await again.stop();
    expect(again.index.rows[0]!.startMs).toBe(start + 1);
    expect(segmentFiles(root)).toHaveLength(2);
    expect(runStarts(await readGops(gopIndexPath(root, recordingKey, '20250301')))).toHaveLength(2);
    expect(noon).toBeLessThanOrEqual(start);
  });

  it('slightly is followed by 2 ms per frame, without a gap', async () => {
    const camera = new RecordingCamera(root);
    await camera.record(20_000);
    camera.clock.setWall(camera.clock.now() + 1_500);
    await camera.record(90_000);
    await camera.stop();
    expect(runStarts(await gopsOf())).toHaveLength(1);
    const { differencesMs } = await framesOf(segmentFiles(root).at(-1)!);
    expect(Math.max(...differencesMs.slice(-15 * 15))).toBeLessThan(20);
    const times = (await packets(segmentFiles(root)[0]!)).map(({ timeS }) => timeS * 1_000);
    const intervals = times.slice(1).map((time, index) => time - times[index]!);
    expect(Math.max(...intervals)).toBeLessThan(1_000 / 15 + 2.1);
  });
});
