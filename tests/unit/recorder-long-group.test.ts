import { rmSync } from 'node:fs';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import { readFragment } from '../../lib/codec/mp4/read-fragment.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { ChannelRecorder, recorderPolicy } from '../../lib/media/outputs/recorder/channel-recorder.ts';
import { exportBytes } from '../../lib/media/playback/export-bytes.ts';
import { planExport, rangeOf } from '../../lib/media/playback/export-plan.ts';
import { recordedParts } from '../../lib/media/playback/recorded-parts.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { scanSegment } from '../../lib/media/recordings/scan-segment.ts';
import type { ReaderSubscription } from '../../lib/media/stream/reader.ts';
import { RecordingCamera, recordingKey, segmentFiles } from '../kit/recording-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { StampedSource } from '../kit/stamped-source.ts';

const groupMs = 120_000;
const fps = 5;
const { signal } = new AbortController();
let root: string;
let startedAt: number;
let gops: readonly Gop[];

beforeAll(async () => {
  root = scratchFolder('oriel-long-group-');
  const camera = new RecordingCamera(root, { source: (clock) => new StampedSource(clock, { fps, groupMs }) });
  startedAt = camera.clock.now();
  await camera.record(3.5 * groupMs);
  await camera.stop();
  gops = await createRecordingReader(root).gops(recordingKey, 0, Number.MAX_SAFE_INTEGER);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the recording of a camera with two minutes between key frames', () => {
  it('is complete: its groups follow each other in one run, and are on the disk after a second', async () => {
    expect(gops.map(({ startsRun }) => startsRun)).toEqual([true, false, false, false]);
    expect(gops.map(({ startMs }) => Math.round((startMs - startedAt) / groupMs))).toEqual([0, 1, 2, 3]);
    expect(gops.slice(0, 3).map(({ durationMs }) => durationMs)).toEqual([groupMs, groupMs, groupMs]);
    for (const file of segmentFiles(root)) {
      const { parts } = (await scanSegment(file))!;
      expect(Math.max(...parts.map(({ durationMs }) => durationMs))).toBeLessThanOrEqual(1_001);
    }
  });

  it('is found at every time, and begins with the key frame before it', async () => {
    const reader = createRecordingReader(root);
    for (const minute of [0.1, 1.9, 2.1, 3.9, 5.5]) {
      const at = startedAt + minute * 60_000;
      const [found] = await reader.gops(recordingKey, at, at + 1);
      expect(found!.startMs).toBe(gops[Math.floor(minute / 2)]!.startMs);
    }
    const parts: RecordedPart[] = [];
    const found = await reader.find(recordingKey, 0, Number.MAX_SAFE_INTEGER);
    for await (const piece of recordedParts(reader, recordingKey, found, signal)) parts.push(...piece);
    expect(parts.map(({ durationMs }) => durationMs)).toEqual(gops.map(({ durationMs }) => durationMs));
    expect(parts.map(({ startsRun }) => startsRun)).toEqual([true, false, false, false]);
  });

  it('is exported from the key frame before the range to the end of its last group', async () => {
    const reader = createRecordingReader(root);
    const range = { begin: startedAt + 100_000, end: startedAt + 130_000 };
    const files = await planExport(reader, recordingKey, range, signal);
    expect(files).toHaveLength(1);
    const [run] = files[0]!.runs;
    expect(rangeOf(run!)).toEqual({ begin: gops[0]!.startMs, end: gops[1]!.startMs + groupMs });
    const pace = { check: async () => {}, turn: async () => {}, signal };
    const all = { from: 0, to: files[0]!.bytes };
    const bytes = await collected(exportBytes(reader, recordingKey, files[0]!, all, pace));
    expect(bytes).toHaveLength(files[0]!.bytes);
    expect(samplesOf(bytes)).toBe((2 * groupMs * fps) / 1_000);
  });
});

describe('a recorder that starts within a group', () => {
  it('asks for a key frame after 1.5 s until it comes, and then no more', async () => {
    const folder = scratchFolder('oriel-within-group-');
    const sources: StampedSource[] = [];
    const camera = new RecordingCamera(folder, {
      source: (clock) => {
        sources.push(new StampedSource(clock, { fps, groupMs }));
        return sources.at(-1)!;
      },
    });
    const ignore = () => {};
    const viewer = { tracks: ignore, unit: ignore, restarted: ignore, status: ignore, end: ignore };
    const watching = camera.stream.subscribe(viewer, recorderPolicy);
    let subscription: ReaderSubscription | null = null;
    const late = new ChannelRecorder({
      ...{ root: folder, key: { ...recordingKey, channelId: 'late' }, when: 'always', clock: camera.clock },
      ...{ logger: silentLogger, onSegment: ignore, onCondition: ignore, onEnd: ignore },
      requestKeyFrame: () => subscription?.requestKeyFrame?.(),
    });
    try {
      await camera.record(10_000);
      // Its own recorder began with the first frame.
      expect(sources[0]!.asked).toBe(0);
      subscription = camera.stream.subscribe(late, recorderPolicy);
      await camera.record(1_000);
      expect(sources[0]!.asked).toBe(0);
      await camera.record(4_000);
      await late.flushed();
      expect(late.currentCondition).toMatchObject({ state: 'recording' });
      const { asked } = sources[0]!;
      expect(asked).toBeGreaterThan(0);
      await camera.record(20_000);
      expect(sources[0]!.asked).toBe(asked);
    } finally {
      subscription?.close();
      watching.close();
      await late.close();
      await camera.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

async function collected(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

/** In all fragments of a file. */
function samplesOf(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) !== 'moof') continue;
    const table = bytes.subarray(at + 8, at + bytes.readUInt32BE(at));
    count += readFragment(table)!.runs.reduce((sum, { samples }) => sum + samples.length, 0);
  }
  return count;
}
