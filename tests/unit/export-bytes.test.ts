import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { readBoxes } from '../../lib/codec/mp4/boxes.ts';
import { fragment, type Mp4Sample } from '../../lib/codec/mp4/fragment.ts';
import { initSegment, type Mp4Track } from '../../lib/codec/mp4/init-segment.ts';
import { readFragment } from '../../lib/codec/mp4/read-fragment.ts';
import { exportBytes, measured } from '../../lib/media/playback/export-bytes.ts';
import { type ExportFile, gapsOf, planExport } from '../../lib/media/playback/export-plan.ts';
import type { Gop } from '../../lib/media/recordings/gop-index.ts';
import type { RecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { rounds } from '../kit/soak.ts';

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

/** A second with five frames and its audio, in a fragment. `delaysMs`: between decoding and showing each frame. */
function second(startMs: number, isKey: boolean, delaysMs: readonly number[]): Uint8Array {
  const scaled = (ms: number, scale: number) => Math.round((ms * scale) / 1_000);
  const samples = (
    count: number,
    duration: number,
    bytes: number,
    delays: readonly number[] = [],
  ): Mp4Sample[] =>
    Array.from({ length: count }, (_, at) => ({
      data: new Uint8Array(bytes).fill(at + 1),
      isKey: isKey && at === 0,
      duration,
      composition: scaled(delays[at] ?? 0, 90_000),
    }));
  return fragment(1, [
    { trackId: 1, time: scaled(startMs, 90_000), samples: samples(5, 18_000, 60, delaysMs) },
    { trackId: 2, time: scaled(startMs - (isKey ? earlyMs : 0), audioRate), samples: samples(50, 960, 7) },
  ]);
}

/**
 * Runs of GOPs with a gap of a minute between them, all in one segment, which `damage` changes or shortens. `reads`: the
 * bytes of each read.
 */
function recording(
  runs: readonly number[],
  damage: (stored: Buffer, gops: readonly Gop[]) => Buffer = (all) => all,
  delaysMs: readonly number[] = [],
) {
  const gops: Gop[] = [];
  const chunks: Uint8Array[] = [head];
  let offset = head.length;
  let startMs = start;
  for (const count of runs) {
    for (let at = 0; at < count; at += 1) {
      const parts = [second(startMs, true, delaysMs), second(startMs + 1_000, false, delaysMs)];
      const bytes = parts.reduce((sum, { length }) => sum + length, 0);
      gops.push({ startMs, durationMs: gopMs, offset, bytes, segmentMs: start, startsRun: at === 0 });
      chunks.push(...parts);
      offset += bytes;
      startMs += gopMs;
    }
    startMs += 60_000;
  }
  const stored = damage(Buffer.concat(chunks), gops);
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
    size: async () => stored.length,
    read: async (_key: unknown, _segmentMs: number, from: number, to: number) => {
      reads.push(to - from);
      return Readable.from([Uint8Array.from(stored.subarray(from, to))]);
    },
  } as unknown as RecordingReader;
  return { reader, reads, gops, end: startMs };
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

describe('the duration in the head of an export', () => {
  const durationOf = (file: ExportFile): number => {
    const movie = readBoxes(file.head).find(({ type }) => type === 'moov')!;
    const { body } = readBoxes(movie.body).find(({ type }) => type === 'mvhd')!;
    return Buffer.from(body).readUInt32BE(16);
  };

  it.each([
    ['of frames that are shown when they are decoded', [], 0],
    ['of B frames', [200, 600, 200, 0, 0], 600],
    // Until such a frame comes, nothing says that the stream has B frames.
    ['of B frames that nobody expected', [0, 0, -400, -200, 0], 400],
  ])('lasts until the last one is shown, %s', async (_, delaysMs, moreMs) => {
    const { reader, end } = recording([3, 2], undefined, delaysMs);
    const [file] = await planExport(reader, key, { begin: start, end }, none);
    const whole = await measured(reader, key, file!, none);
    expect(durationOf(whole)).toBe(5 * gopMs + moreMs);
    expect(await buffer(bytesOf(reader, whole))).toHaveLength(whole.bytes);
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

describe('an export of damaged recordings', () => {
  /** `moof` of the second part of a GOP. */
  const secondTable = (stored: Buffer, { offset }: Gop): number => {
    const first = stored.readUInt32BE(offset);
    return offset + first + stored.readUInt32BE(offset + first);
  };

  async function exported(damage: (stored: Buffer, gops: readonly Gop[]) => Buffer) {
    const made = recording([4], damage);
    const [file] = await planExport(made.reader, key, { begin: start, end: made.end }, none);
    const damaged: Gop[] = [];
    const pace = { check: noWait, turn: noWait, signal: none, onDamaged: (gop: Gop) => damaged.push(gop) };
    const bytes = await buffer(exportBytes(made.reader, key, file!, { from: 0, to: file!.bytes }, pace));
    const boxes = readBoxes(bytes).map(({ type }) => type);
    return { ...made, file: file!, bytes, boxes, damaged: damaged.map(({ startMs }) => startMs - start) };
  }
  const head = ['ftyp', 'moov'];
  const gop = ['moof', 'mdat', 'moof', 'mdat'];

  it.each<[string, (stored: Buffer, gop: Gop) => void, readonly string[]]>([
    ['whose table has another type', (stored, { offset }) => stored.write('moov', offset + 4), ['free']],
    ['whose table is zeros', (stored, { offset }) => stored.fill(0, offset, offset + 200), ['free']],
    ['that is zeros', (stored, { offset, bytes }) => stored.fill(0, offset, offset + bytes), ['free']],
    [
      'whose second table is missing',
      (stored, one) => stored.fill(0, secondTable(stored, one), secondTable(stored, one) + 64),
      ['moof', 'mdat', 'free'],
    ],
    [
      'whose samples reach behind it',
      (stored, one) => stored.writeUInt32BE(stored.readUInt32BE(one.offset) + 1, one.offset),
      ['free'],
    ],
    [
      'whose table claims two billion bytes',
      (stored, { offset }) => stored.writeUInt32BE(0x7fff_ffff, offset),
      ['free'],
    ],
    [
      'whose second table is of last year',
      (stored, one) => {
        const at = stored.indexOf('tfdt', secondTable(stored, one)) + 8;
        stored.writeBigUInt64BE(stored.readBigUInt64BE(at) - BigInt(365 * 86_400 * 90_000), at);
      },
      ['moof', 'mdat', 'free'],
    ],
    [
      'whose frames are shown in a million seconds',
      (stored, one) => stored.writeInt32BE(2 ** 31 - 1, stored.indexOf('trun', one.offset) + 16 + 12),
      ['free'],
    ],
  ])('leaves out what is behind the damage in a GOP %s, and says so', async (_, harm, left) => {
    const { boxes, bytes, file, damaged } = await exported((stored, gops) => {
      harm(stored, gops[1]!);
      return stored;
    });
    expect(boxes).toEqual([...head, ...gop, ...left, ...gop, ...gop]);
    expect(bytes).toHaveLength(file.bytes);
    expect(damaged).toEqual([gopMs]);
  });

  it('has a gap where the end of a file was cut off', async () => {
    const { boxes, file, end } = await exported((stored, gops) => stored.subarray(0, gops[3]!.offset + 20));
    expect(boxes).toEqual([...head, ...gop, ...gop, ...gop]);
    expect(gapsOf([file], { begin: start, end })[0]).toEqual({ begin: start + 3 * gopMs, end });
  });

  it('leaves out what an object store has lost', async () => {
    const made = recording([4]);
    const lost = made.gops[2]!.offset;
    const reader: RecordingReader = {
      ...made.reader,
      read: async (...args) => (args[2] === lost ? null : made.reader.read(...args)),
    };
    const [file] = await planExport(reader, key, { begin: start, end: made.end }, none);
    const types = readBoxes(await buffer(bytesOf(reader, file!))).map(({ type }) => type);
    expect(types).toEqual([...head, ...gop, ...gop, 'free', ...gop]);
  });

  it('ends, is as long as it says, and has whole fragments whose times rise, whatever is damaged', async () => {
    const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    const harm = fc.record({ at: place, bytes: fc.constantFrom(1, 1, 4, 40, 900), value: fc.nat(255) });
    const harms = fc.array(harm, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(harms, place, async (all, share) => {
        const { reader, bytes, file, boxes, damaged, end } = await exported((stored, gops) => {
          const from = gops[0]!.offset;
          for (const { at, bytes: length, value } of all) {
            const first = from + Math.floor(at * (stored.length - from));
            stored.fill(value, first, Math.min(first + length, stored.length));
          }
          return stored;
        });
        expect(bytes).toHaveLength(file.bytes);
        expect(boxes.includes('free')).toBe(damaged.length > 0);
        let at = 0;
        const ends = new Map<number, number>();
        for (const { type, body } of readBoxes(bytes)) {
          const read = type === 'moof' ? readFragment(body) : null;
          if (type === 'moof') expect(read).not.toBeNull();
          const length = body.length + 8;
          const data = read ? length + bytes.readUInt32BE(at + length) : 0;
          for (const { trackId, time, samples } of read?.runs ?? []) {
            expect(time).toBeGreaterThanOrEqual(ends.get(trackId) ?? 0);
            expect(Math.max(...samples.map((sample) => sample.offset + sample.bytes))).toBeLessThanOrEqual(
              data,
            );
            ends.set(
              trackId,
              samples.reduce((sum, { duration }) => sum + duration, time),
            );
          }
          at += length;
        }
        expect(at).toBe(bytes.length);
        for (const track of ends.values())
          expect(track).toBeLessThan(((end - start + 30_000) / 1_000) * 90_000);
        const from = Math.floor(share * file.bytes);
        expect(await buffer(bytesOf(reader, file, from))).toEqual(bytes.subarray(from));
      }),
      { seed, numRuns: rounds(60, 400) },
    );
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
