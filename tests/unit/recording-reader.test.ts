import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { expect } from 'expect';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { RecordingKey } from '../../lib/media/ports.ts';
import {
  encodeGops,
  type Gop,
  GopIndexFile,
  gopRecordBytes,
  readGops,
} from '../../lib/media/recordings/gop-index.ts';
import { createRecordingReader, type RecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { dayFolder, dayOf, gopIndexPath, segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { rounds } from '../kit/soak.ts';

const key: RecordingKey = { tenantId: 't', channelId: 'c-1', store: 'cloud' };
const noon = Date.UTC(2025, 2, 1, 12);
const midnight = Date.UTC(2025, 2, 2);
let root: string;
let reader: RecordingReader;

beforeEach(() => {
  root = scratchFolder('oriel-reader-');
  reader = createRecordingReader(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A segment of `count` GOPs of 2 s and 100 bytes, behind a head of 50 bytes. */
function segment(startMs: number, count: number, startsRun = false, name = startMs): Gop[] {
  const day = dayOf(name);
  mkdirSync(dayFolder(root, key, day), { recursive: true });
  const bytes = Uint8Array.from({ length: 50 + count * 100 }, (_, index) => index);
  writeFileSync(segmentPath(root, key, name), bytes);
  const gops = Array.from({ length: count }, (_, index) => ({
    startMs: startMs + index * 2_000,
    durationMs: 2_000,
    offset: 50 + index * 100,
    bytes: 100,
    segmentMs: name,
    startsRun: startsRun && index === 0,
  }));
  appendFileSync(gopIndexPath(root, key, day), encodeGops(gops));
  return gops;
}
const starts = (gops: readonly Gop[]) => gops.map(({ startMs }) => startMs);

describe('GOPs of a range', () => {
  it('are those that overlap it, and the first begins a run', async () => {
    const gops = segment(noon, 30, true);
    const found = await reader.gops(key, noon + 3_000, noon + 6_000);
    expect(found).toEqual([{ ...gops[1]!, startsRun: true }, gops[2]]);
  });

  it('continue over segments, midnight and month, with a run for each gap', async () => {
    segment(midnight - 60_000, 30, true);
    segment(midnight, 30);
    segment(midnight + 90_000, 5, true);
    const found = await reader.gops(key, midnight - 4_000, midnight + 94_000);
    expect(starts(found)).toHaveLength(2 + 30 + 2);
    expect(found.filter(({ startsRun }) => startsRun).map(({ startMs }) => startMs)).toEqual([
      midnight - 4_000,
      midnight + 90_000,
    ]);
  });

  it('of a segment that began on the day before are found', async () => {
    segment(midnight - 1_000, 30, true);
    expect(starts(await reader.gops(key, midnight + 5_500, midnight + 6_000))).toEqual([midnight + 5_000]);
  });

  it('recorded after the clock was set back follow those recorded before as a whole', async () => {
    segment(noon, 30, true);
    segment(noon + 60_000, 30);
    segment(noon + 10_000, 3, true, noon + 10_001);
    const found = await reader.gops(key, noon, noon + 120_000);
    expect(starts(found).slice(60)).toEqual([noon + 10_000, noon + 12_000, noon + 14_000]);
    expect(found[60]).toMatchObject({ startsRun: true, segmentMs: noon + 10_001 });
  });

  it('of removed segments are left out, and the gap begins a run', async () => {
    segment(noon, 30, true);
    segment(noon + 60_000, 30);
    segment(noon + 120_000, 30);
    rmSync(segmentPath(root, key, noon + 60_000));
    const found = await reader.gops(key, noon, noon + 180_000);
    expect(found).toHaveLength(60);
    expect(found[30]).toMatchObject({ startMs: noon + 120_000, startsRun: true });
  });

  it('do not exist for a channel without recordings', async () => {
    expect(await reader.gops(key, 0, midnight)).toEqual([]);
    expect(await reader.segment(key, noon)).toBeNull();
    expect(await reader.read(key, noon, 0, 10)).toBeNull();
  });

  it('refuses an identity that is a path', async () => {
    await expect(reader.gops({ ...key, channelId: '../x' }, 0, midnight)).rejects.toThrow('not safe');
  });
});

it('bytes of a segment are exactly those requested', async () => {
  segment(noon, 3, true);
  const stream = await reader.read(key, noon, 50, 150);
  expect([...(await buffer(stream!))]).toEqual(Array.from({ length: 100 }, (_, index) => 50 + index));
});

it('a segment of another organisation does not exist, whatever the key permits', async () => {
  await recordMinutes({ root, key, from: noon, durationMs: 3_000 });
  const shown = (of: RecordingKey) =>
    Promise.all([
      reader.segment(of, noon),
      reader.head(of, noon),
      reader.keyFrame(of, noon + 100, noon, noon + 1_000),
    ]);
  expect((await shown(key)).every((found) => found !== null)).toBe(true);
  expect(await shown({ ...key, tenantId: 'u' })).toEqual([null, null, null]);
});

it('of a damaged index, what cannot be in a file is left out, and the rest is found', async () => {
  const place = fc.nat(30 * gopRecordBytes - 1);
  const harm = fc.record({ at: place, bytes: fc.constantFrom(1, 1, 4, 32, 100), value: fc.nat(255) });
  const gops = segment(noon, 30, true);
  const path = gopIndexPath(root, key, dayOf(noon));
  const whole = readFileSync(path);
  await fc.assert(
    fc.asyncProperty(fc.array(harm, { minLength: 1, maxLength: 3 }), async (all) => {
      const bytes = Buffer.from(whole);
      const harmed = new Set<number>();
      for (const { at, bytes: count, value } of all) {
        const end = Math.min(at + count, bytes.length);
        bytes.fill(value, at, end);
        for (let one = at; one < end; one += 1) harmed.add(Math.floor(one / gopRecordBytes));
      }
      writeFileSync(path, bytes);
      const found = await createRecordingReader(root).gops(key, noon - 1_000_000, noon + 1_000_000);
      for (const { startMs, durationMs, offset, segmentMs } of found) {
        expect(segmentMs).toBe(noon);
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(Math.abs(startMs - noon) + durationMs).toBeLessThan(2_000_000);
      }
      const sound = gops.filter((_gop, at) => !harmed.has(at)).map(({ startMs }) => startMs);
      expect(starts(found)).toEqual(expect.arrayContaining(sound));
      await createRecordingReader(root).keyFrame(key, noon + 3_000, 0, noon * 2);
    }),
    { numRuns: rounds(60, 2_000) },
  );
});

it('an index continues after its last complete record', async () => {
  const [first, second] = segment(noon, 2, true);
  const path = gopIndexPath(root, key, dayOf(noon));
  writeFileSync(path, Buffer.concat([encodeGops([first!]), Buffer.alloc(31, 7)]));
  expect(await readGops(path)).toEqual([first]);
  const index = await GopIndexFile.open(path);
  await index.append([second!]);
  await index.close();
  expect(await readGops(path)).toEqual([first, second]);
});
