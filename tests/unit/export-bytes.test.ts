import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { readBoxes } from '../../lib/codec/mp4/boxes.ts';
import { fragment, type Mp4Sample } from '../../lib/codec/mp4/fragment.ts';
import { initSegment, type Mp4Track } from '../../lib/codec/mp4/init-segment.ts';
import { readFragment } from '../../lib/codec/mp4/read-fragment.ts';
import { exportBytes } from '../../lib/media/playback/export-bytes.ts';
import { type ExportFile, planExport } from '../../lib/media/playback/export-plan.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import type { RecordingReader } from '../../lib/media/recordings/recording-reader.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2_147_483_647);
globalThis.console.log(`export-bytes: ORIEL_SEED=${seed}`);

const key = { tenantId: 't', channelId: 'channel-1', store: 'cloud' } as const;
const start = Date.UTC(2025, 2, 1);
const gopMs = 2_000;
const audioRate = 48_000;
const tracks: readonly Mp4Track[] = [
  {
    id: 1,
    kind: 'video',
    timeScale: 90_000,
    config: {
      codec: 'h264',
      codecString: 'avc1.42c01e',
      config: Uint8Array.from([1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0]),
      width: 320,
      height: 180,
    },
  },
  {
    id: 2,
    kind: 'audio',
    config: {
      codec: 'aac',
      codecString: 'mp4a.40.2',
      sampleRate: audioRate,
      channels: 2,
      description: Uint8Array.from([0x11, 0x90]),
    },
  },
];
const head = initSegment(tracks, null);
/** The first audio packet of a GOP begins this much before its key frame. */
const earlyMs = 9;

/** A second with five frames and its audio, in a fragment. */
function second(startMs: number, isKey: boolean): Uint8Array {
  const samples = (count: number, duration: number, bytes: number): Mp4Sample[] =>
    Array.from({ length: count }, (_, at) => ({
      data: new Uint8Array(bytes).fill(at + 1),
      isKey: isKey && at === 0,
      duration,
      composition: 0,
    }));
  const scaled = (ms: number, scale: number) => Math.round((ms * scale) / 1_000);
  return fragment(1, [
    { trackId: 1, time: scaled(startMs, 90_000), samples: samples(5, 18_000, 60) },
    { trackId: 2, time: scaled(startMs - (isKey ? earlyMs : 0), audioRate), samples: samples(50, 960, 7) },
  ]);
}

/** Runs of GOPs with a gap of a minute between them, all in one segment. `reads`: the bytes of each read. */
function recording(runs: readonly number[]) {
  const gops: Gop[] = [];
  const chunks: Uint8Array[] = [head];
  let offset = head.length;
  let startMs = start;
  for (const count of runs) {
    for (let at = 0; at < count; at += 1) {
      const parts = [second(startMs, true), second(startMs + 1_000, false)];
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      gops.push({ startMs, durationMs: gopMs, offset, bytes, segmentMs: start, startsRun: at === 0 });
      chunks.push(...parts);
      offset += bytes;
      startMs += gopMs;
    }
    startMs += 60_000;
  }
  const stored = Buffer.concat(chunks);
  const reads: number[] = [];
  const reader = {
    find: async () => ({
      async *pieces(signal?: AbortSignal) {
        for (let at = 0; at < gops.length; at += 7) {
          signal?.throwIfAborted();
          yield gops.slice(at, at + 7);
        }
      },
    }),
    head: async () => head,
    read: async (_key: unknown, _segmentMs: number, from: number, to: number) => {
      reads.push(to - from);
      return Readable.from([Uint8Array.from(stored.subarray(from, to))]);
    },
  } as unknown as RecordingReader;
  return { reader, reads, end: startMs };
}

const none = new AbortController().signal;
const noWait = async () => {};

function bytesOf(
  reader: RecordingReader,
  file: ExportFile,
  from = 0,
  to = file.bytes,
  signal = none,
): AsyncGenerator<Uint8Array> {
  return exportBytes(reader, key, file, { from, to }, { check: noWait, turn: noWait, signal });
}

async function planned(runs: readonly number[]) {
  const made = recording(runs);
  const [file] = await planExport(made.reader, key, { begin: start, end: made.end }, none);
  return { ...made, file: file! };
}

describe('a range of an export', () => {
  it('is the same bytes as that part of the whole file, wherever it begins and ends', async () => {
    const runs = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
    const places = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(20_000)), {
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(runs, places, async (counts, asked) => {
        const { reader, file } = await planned(counts);
        const whole = await buffer(bytesOf(reader, file));
        expect(whole).toHaveLength(file.bytes);
        for (const [share, length] of asked) {
          const from = Math.floor(share * (file.bytes - 1));
          const to = Math.min(file.bytes, from + 1 + length);
          const part = await buffer(bytesOf(reader, file, from, to));
          expect(Buffer.compare(part, whole.subarray(from, to))).toBe(0);
        }
      }),
      { seed, numRuns: 25 },
    );
  });

  it('reads its own GOPs and the one before, whatever is left out', async () => {
    const { reader, reads, file } = await planned([100, 100]);
    reads.length = 0;
    expect(await buffer(bytesOf(reader, file, file.bytes - 500))).toHaveLength(500);
    expect(reads).toHaveLength(2);
    reads.length = 0;
    await buffer(bytesOf(reader, file, 10, 20));
    expect(reads).toHaveLength(0);
  });
});

describe('the fragments of an export', () => {
  it('have rising numbers, and samples of a track that follow each other', async () => {
    const { reader, file } = await planned([3, 2]);
    const bytes = await buffer(bytesOf(reader, file));
    const fragments = readBoxes(bytes)
      .filter(({ type }) => type === 'moof')
      .map(({ body }) => readFragment(body)!);
    const numbers = fragments.map(({ sequence }) => sequence);
    expect(numbers.every((number, at) => at === 0 || number > numbers[at - 1]!)).toBe(true);
    for (const trackId of [1, 2]) {
      const samples = fragments.flatMap(({ runs }) =>
        runs.filter((run) => run.trackId === trackId).flatMap((run) => run.samples),
      );
      for (const [at, { time }] of samples.entries()) {
        const before = samples[at - 1];
        if (before) expect(time).toBeGreaterThan(before.time);
        if (before) expect(time).toBeGreaterThanOrEqual(before.time + before.duration);
      }
      // What was moved is behind its place by nothing at the end.
      const scale = trackId === 1 ? 90_000 : audioRate;
      const last = samples.at(-1)!;
      expect((last.time + last.duration) / scale).toBeCloseTo(5 * (gopMs / 1_000), 6);
    }
  });
});

describe('an export whose viewer goes', () => {
  it('is planned no further', async () => {
    const { reader } = recording([100]);
    const gone = new AbortController();
    let heads = 0;
    const slow = {
      ...reader,
      head: async () => {
        heads += 1;
        gone.abort();
        return head;
      },
    };
    await expect(planExport(slow, key, { begin: start, end: start + 1e9 }, gone.signal)).rejects.toThrow(
      'abort',
    );
    expect(heads).toBe(1);
  });

  it.each([
    ['from its begin', 0],
    ['after what a range leaves out', 0.5],
  ])('is read no further %s', async (_name, share) => {
    const { reader, reads, file } = await planned([60]);
    const gone = new AbortController();
    reads.length = 0;
    let chunks = 0;
    const read = async () => {
      for await (const _ of bytesOf(reader, file, Math.floor(file.bytes * share), file.bytes, gone.signal)) {
        chunks += 1;
        if (chunks === 10) gone.abort();
      }
    };
    await expect(read()).rejects.toThrow('abort');
    expect(reads.length).toBeLessThan(10);
  });

  it('is looked up no further', async () => {
    const { reader, reads, file } = await planned([100]);
    reads.length = 0;
    const gone = new AbortController();
    gone.abort();
    await expect(bytesOf(reader, file, file.bytes - 1, file.bytes, gone.signal).next()).rejects.toThrow(
      'abort',
    );
    expect(reads).toHaveLength(0);
  });
});
