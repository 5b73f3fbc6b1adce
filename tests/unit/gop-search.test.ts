import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from 'expect';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { RecordingKey } from '../../lib/media/ports.ts';
import { encodeGops, type Gop, gopRecordBytes } from '../../lib/media/recordings/gop-index.ts';
import { GopSearch } from '../../lib/media/recordings/gop-search.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { dayFolder, dayOf, gopIndexPath, segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2_147_483_647);
globalThis.console.log(`gop-search: ORIEL_SEED=${seed}`);

const key: RecordingKey = { tenantId: 't', channelId: 'c-1', store: 'cloud' };
const noon = Date.UTC(2025, 2, 1, 12);
const hour = 3_600_000;
let root: string;

beforeEach(() => {
  root = scratchFolder('oriel-search-');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A day of GOPs of 2 s in segments of a minute, without files of segments. */
const day = (from: number, count: number): Gop[] =>
  Array.from({ length: count }, (_, at) => ({
    startMs: from + at * 2_000,
    durationMs: 2_000,
    offset: 50 + (at % 30) * 100,
    bytes: 100,
    segmentMs: from + Math.floor(at / 30) * 60_000,
    startsRun: at === 0,
  }));

function write(gops: readonly Gop[], path = gopIndexPath(root, key, dayOf(noon))): string {
  mkdirSync(dayFolder(root, key, dayOf(noon)), { recursive: true });
  writeFileSync(path, encodeGops(gops));
  return path;
}

/** Records in the windows that a look-up reads. */
async function readFor(search: GopSearch, path: string, from: number, to: number): Promise<number> {
  let records = 0;
  for await (const window of search.windows(path, from, to))
    records += (window?.records.length ?? 0) / gopRecordBytes;
  return records;
}

describe('a look-up in the index of a day', () => {
  it('reads the block of 4 KB with its time, of a range those that overlap it', async () => {
    const path = write(day(noon, 21_600));
    const search = new GopSearch();
    expect(await readFor(search, path, noon + 5 * hour, noon + 5 * hour + 1)).toBe(128);
    expect(await readFor(search, path, noon + hour, noon + 2 * hour)).toBeLessThanOrEqual(1_800 + 2 * 128);
    expect(await readFor(search, path, noon - hour, noon)).toBe(0);
  });

  it('finds what was added since, and nothing of a file that was replaced', async () => {
    const path = write(day(noon, 300));
    const search = new GopSearch();
    expect(await search.at(path, noon + 600_000)).toEqual([]);
    const added = day(noon, 400).slice(300);
    appendFileSync(path, encodeGops(added));
    expect(await search.at(path, noon + 600_000)).toEqual([added[0]]);
    const other = day(noon + hour, 500);
    renameSync(write(other, `${path}.new`), path);
    expect(await search.at(path, noon + 600_000)).toEqual([]);
    expect(await search.at(path, noon + hour)).toEqual([other[0]]);
  });

  it('finds what was recorded twice, after the clock was set back, in order of writing', async () => {
    const gops = [...day(noon, 1_000), ...day(noon + 600_000, 1_000)];
    const found = await new GopSearch().at(write(gops), noon + 1_000_500);
    expect(found).toEqual([gops[500], gops[1_200]]);
  });

  it('ends when its signal is aborted, and leaves to the next one what it has examined', async () => {
    const path = write(day(noon, 21_600));
    const search = new GopSearch();
    const reason = new Error('the viewer has left');
    const abort = new AbortController();
    const first = search.at(path, noon, abort.signal);
    const second = search.at(path, noon + hour);
    abort.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(await second).toHaveLength(1);
  });

  it('finds a range again whose index was replaced between any two of its steps', async () => {
    const own = day(noon, 300);
    for (const { segmentMs } of own) {
      mkdirSync(dayFolder(root, key, dayOf(noon)), { recursive: true });
      writeFileSync(segmentPath(root, key, segmentMs), '');
    }
    let steps = 1;
    for (let replacedAt = 1; replacedAt <= steps; replacedAt += 1) {
      const path = write(own);
      steps = 0;
      const signal = {
        throwIfAborted() {
          steps += 1;
          if (steps === replacedAt) renameSync(write(own, `${path}.new`), path);
        },
      };
      const found = createRecordingReader(root).gops(key, noon, noon + hour, signal as AbortSignal);
      expect(await found).toEqual(own);
    }
    expect(steps).toBeGreaterThan(3);
  });

  it('has nothing without a file', async () => {
    expect(await new GopSearch().at(gopIndexPath(root, key, '20250301'), noon)).toEqual([]);
  });
});

/** Runs of a recording: how long after the end of the run before (negative: the clock was set back), and its GOPs. */
const runs = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.integer({ min: 200, max: 600_000 }), fc.integer({ min: -4 * hour, max: 4 * hour })),
    count: fc.integer({ min: 1, max: 500 }),
    gopMs: fc.integer({ min: 40, max: 10_000 }),
    perSegment: fc.integer({ min: 1, max: 50 }),
    removed: fc.array(fc.nat(8), { maxLength: 3 }),
    emptyBehind: fc.nat(40),
  }),
  { minLength: 1, maxLength: 8 },
);
const queries = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    lengthMs: fc.integer({ min: 1, max: 6 * hour }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The files of these runs, and the records of each day: null is an empty one. */
function recorded(made: typeof runs extends fc.Arbitrary<infer T> ? T : never) {
  const records = new Map<string, (Gop | null)[]>();
  const existing = new Set<number>();
  const names = new Set<number>();
  let end = noon;
  for (const { afterMs, count, gopMs, perSegment, removed, emptyBehind } of made) {
    const start = end + afterMs;
    let segmentMs = 0;
    for (let at = 0; at < count; at += 1) {
      const startMs = start + at * gopMs;
      if (at % perSegment === 0) {
        for (segmentMs = startMs; names.has(segmentMs); segmentMs += 1);
        names.add(segmentMs);
        if (!removed.includes(at / perSegment)) existing.add(segmentMs);
      }
      const gop = { startMs, durationMs: gopMs, offset: 50, bytes: 100, segmentMs, startsRun: at === 0 };
      const ofDay = records.get(dayOf(segmentMs)) ?? [];
      records.set(dayOf(segmentMs), [...ofDay, gop]);
    }
    records.get(dayOf(segmentMs))!.push(...Array.from({ length: emptyBehind }, () => null));
    end = start + count * gopMs;
  }
  for (const [name, all] of records) {
    mkdirSync(dayFolder(root, key, name), { recursive: true });
    const bytes = all.map((gop) => (gop ? encodeGops([gop]) : new Uint8Array(gopRecordBytes)));
    writeFileSync(gopIndexPath(root, key, name), Buffer.concat(bytes));
  }
  for (const segmentMs of existing) writeFileSync(segmentPath(root, key, segmentMs), '');
  return { records, existing };
}

/** By reading everything: runs in order of their start. */
function plainScan({ records, existing }: ReturnType<typeof recorded>, from: number, to: number): Gop[] {
  const groups: { readonly runStartMs: number; readonly gops: Gop[] }[] = [];
  let runStartMs = Number.NaN;
  let isBroken = true;
  for (const name of [...records.keys()].sort()) {
    if (isBroken) runStartMs = Number.NaN;
    for (const gop of records.get(name)!) {
      if (!gop) continue;
      if (gop.startsRun || Number.isNaN(runStartMs)) runStartMs = gop.startMs;
      const isFound = gop.startMs < to && gop.startMs + gop.durationMs > from && existing.has(gop.segmentMs);
      const startsRun = gop.startsRun || isBroken;
      isBroken = !isFound;
      if (!isFound) continue;
      if (startsRun) groups.push({ runStartMs, gops: [] });
      groups.at(-1)!.gops.push({ ...gop, startsRun });
    }
  }
  return groups.sort((a, b) => a.runStartMs - b.runStartMs).flatMap(({ gops }) => gops);
}

it('what is found of a random recording is what a plain scan finds', async () => {
  await fc.assert(
    fc.asyncProperty(runs, queries, async (made, asked) => {
      rmSync(root, { recursive: true, force: true });
      const written = recorded(made);
      const all = [...written.records.values()].flat().filter((gop) => gop !== null);
      const first = Math.min(...all.map(({ startMs }) => startMs));
      const last = Math.max(...all.map(({ startMs, durationMs }) => startMs + durationMs));
      const reader = createRecordingReader(root);
      const search = new GopSearch();
      for (const { at, lengthMs } of asked) {
        const from = Math.round(first - hour + at * (last - first + 2 * hour));
        // Days before that of `from` are read only as far as a segment can reach.
        const found = await reader.gops(key, from, from + lengthMs);
        expect(found).toEqual(plainScan(written, from, from + lengthMs));
        for (const [name, ofDay] of written.records) {
          const same = ofDay.filter(
            (gop) => gop && gop.startMs < from + 1 && gop.startMs + gop.durationMs > from,
          );
          expect(await search.at(gopIndexPath(root, key, name), from)).toEqual(same);
        }
      }
    }),
    { seed, numRuns: 40 },
  );
});
