import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { segmentIndex } from '../../lib/domain/recordings/segment-index.ts';
import type { RecordedSegment, RecordingKey, SegmentIndex } from '../../lib/media/ports.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';

const gate: RecordingKey = { tenantId: 'default', channelId: 'gate', store: 'cloud' };
const card: RecordingKey = { ...gate, store: 'device' };
const hall: RecordingKey = { tenantId: 'default', channelId: 'hall', store: 'cloud' };
const minute = 60_000;

const segment = (key: RecordingKey, startMs: number, bytes = 10): RecordedSegment => ({
  key,
  startMs,
  endMs: startMs + minute,
  bytes,
  kind: 'schedule',
});
const starts = (segments: readonly RecordedSegment[]) => segments.map(({ startMs }) => startMs);

describe.each(engines)('the segment index on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let index: SegmentIndex;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.openEmpty();
    index = segmentIndex(database.db);
  });

  it('returns the segments of one key that overlap [from, to), oldest first', async () => {
    const minutes = [3, 1, 2, 0].map((at) => at * minute);
    await index.put([...minutes.map((at) => segment(gate, at)), segment(card, minute), segment(hall, 0)]);
    expect(starts(await index.between(gate, minute, 3 * minute))).toEqual([minute, 2 * minute]);
    expect(starts(await index.between(gate, minute - 1, 3 * minute + 1))).toEqual(
      [0, 1, 2, 3].map((at) => at * minute),
    );
    expect(starts(await index.between(gate, 0, 9 * minute, 2))).toEqual([0, minute]);
    expect(await index.between(card, 0, 9 * minute)).toEqual([segment(card, minute)]);
    expect(await index.between({ ...gate, tenantId: 'other' }, 0, 9 * minute)).toEqual([]);
  });

  it('replaces a row with the same start, and counts its bytes once', async () => {
    await index.put([segment(gate, 0, 10)]);
    await index.put([{ ...segment(gate, 0, 25), endMs: 90_000, kind: 'alarm' }, segment(gate, minute, 5)]);
    expect((await index.between(gate, 0, minute))[0]).toMatchObject({
      endMs: 90_000,
      bytes: 25,
      kind: 'alarm',
    });
    expect(await index.usage()).toEqual([{ key: gate, bytes: 30 }]);
  });

  it('keeps the bytes of each key while segments are added and removed by several at once', async () => {
    const two = segmentIndex(database.db);
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? index : two).put([segment(gate, at), segment(hall, at), segment(gate, 100 + at)]),
      ),
    );
    await Promise.all([index.remove(gate, [0, 1, 7_777]), two.remove(gate, [1, 2])]);
    expect(await index.usage()).toEqual(
      expect.arrayContaining([
        { key: gate, bytes: 170 },
        { key: hall, bytes: 100 },
      ]),
    );
    await index.remove(hall, starts(await index.between(hall, 0, 9 * minute)));
    expect(await index.usage()).toEqual([{ key: gate, bytes: 170 }]);
    await index.remove(hall, [1]); // nothing is left
  });

  it('counts totals again that no longer agree with the rows, and rows survive totals that are too small', async () => {
    await index.put([0, 1, 2].map((at) => segment(gate, at * minute)));
    await index.put([segment(hall, 0)]);
    expect(await index.recount(gate)).toBe(false);
    await database.db.deleteFrom('recordedSegment').where('startMs', '=', minute).execute();
    expect(await index.recount(gate)).toBe(true);
    expect(await index.usage()).toEqual([
      { key: gate, bytes: 20 },
      { key: hall, bytes: 10 },
    ]);

    // More rows than the totals say.
    const wrong = { segments: 1, bytes: 10 };
    await database.db.updateTable('recording').set(wrong).where('channelId', '=', 'gate').execute();
    await index.remove(gate, [0]);
    expect(starts(await index.between(gate, 0, 9 * minute))).toEqual([2 * minute]);
    expect(await index.recount(gate)).toBe(true);
    expect(await index.usage()).toContainEqual({ key: gate, bytes: 10 });

    // None of the rows that the totals say.
    await database.db.deleteFrom('recordedSegment').execute();
    expect([await index.recount(gate), await index.recount(gate)]).toEqual([true, false]);
    expect(await index.usage()).toEqual([{ key: hall, bytes: 10 }]);
  });

  it('stores thousands of segments in one call', async () => {
    await index.put(Array.from({ length: 1_700 }, (_, at) => segment(gate, at * minute)));
    expect(await index.between(gate, 0, 2_000 * minute)).toHaveLength(1_700);
  });

  it('has every time that the name of a file or a caller can have, and refuses none for its size', async () => {
    const latest = 999_999_999_999_999;
    await index.put([segment(gate, 1), { ...segment(gate, latest), endMs: latest + 0.4, bytes: 4e9 }]);
    expect(starts(await index.between(gate, 0, Number.MAX_SAFE_INTEGER))).toEqual([1, latest]);
    expect(starts(await index.between(gate, -8.64e15, 2))).toEqual([1]);
    expect(starts(await index.between(gate, latest, Number.MAX_SAFE_INTEGER, 1))).toEqual([latest]);
    expect(await index.usage()).toEqual([{ key: gate, bytes: 4e9 + 10 }]);
    await index.remove(gate, [latest, Number.MAX_SAFE_INTEGER, -1]);
    expect(await index.usage()).toEqual([{ key: gate, bytes: 10 }]);
  });

  it('answers many lists, totals and changes of many channels at once, without an error or a lost row', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => ({ ...gate, channelId: `many${at}` }));
    await Promise.all(
      keys.flatMap((key) => [
        index.put(Array.from({ length: 40 }, (_, at) => segment(key, at * minute))),
        index.put(Array.from({ length: 40 }, (_, at) => segment(key, (at + 20) * minute))),
        index.between(key, 0, 99 * minute),
        index.recount(key),
        index.oldest('cloud', 50),
      ]),
    );
    await Promise.all(keys.map((key) => index.remove(key, [0, minute])));
    for (const key of keys) expect(await index.between(key, 0, 99 * minute)).toHaveLength(58);
    expect((await index.usage()).map(({ bytes }) => bytes)).toEqual(keys.map(() => 580));
  });

  it('names the oldest segments of a key, or of all keys of a store', async () => {
    await index.put([
      segment(gate, 50),
      segment(gate, 20),
      segment(hall, 30),
      segment(hall, 40),
      segment(card, 10),
    ]);
    expect(starts(await index.oldest('cloud', 3))).toEqual([20, 30, 40]);
    expect(await index.oldest('device', 3)).toEqual([segment(card, 10)]);
    expect(await index.oldest(hall, 1)).toEqual([segment(hall, 30)]);
  });
});
