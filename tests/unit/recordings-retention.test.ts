import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { silentLogger } from '../../lib/kernel/logger.ts';
import type { RecordingKey, RecordRetention } from '../../lib/media/ports.ts';
import { Retention } from '../../lib/media/recordings/retention.ts';
import { dayFolder, dayOf, segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const one: RecordingKey = { tenantId: 't', channelId: 'one', store: 'cloud' };
const other: RecordingKey = { tenantId: 'u', channelId: 'other', store: 'cloud' };
const card: RecordingKey = { tenantId: 't', channelId: 'one', store: 'device' };
let root: string;
let clock: FakeClock;
let index: MemorySegments;
let rules: RecordRetention[];
let open: number[];
let disk: { freeBytes: number; totalBytes: number };

beforeEach(() => {
  root = scratchFolder('oriel-retention-');
  clock = new FakeClock(Date.UTC(2025, 2, 30, 12));
  index = new MemorySegments();
  rules = [];
  open = [];
  disk = { freeBytes: 500, totalBytes: 1_000 };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const retention = () =>
  new Retention({
    root,
    index,
    retention: async () => rules,
    openSegments: () => open,
    clock,
    logger: silentLogger,
    measure: async () => disk,
  });

/** A minute of 10 bytes that ended this long ago. Returns its start. */
async function segment(key: RecordingKey, agoMs: number, bytes = 10): Promise<number> {
  const endMs = clock.now() - agoMs;
  const startMs = endMs - minuteMs;
  mkdirSync(dirname(segmentPath(root, key, startMs)), { recursive: true });
  writeFileSync(segmentPath(root, key, startMs), Buffer.alloc(bytes));
  await index.put([{ key, startMs, endMs, bytes, kind: 'schedule' }]);
  return startMs;
}
const exists = (key: RecordingKey, startMs: number) => existsSync(segmentPath(root, key, startMs));

describe('recordings that are too old', () => {
  it('are removed with row and file, and their day with its last one', async () => {
    rules = [{ key: one, keepMs: 7 * dayMs, maxBytes: null }];
    const old = await segment(one, 8 * dayMs);
    const kept = await segment(one, 7 * dayMs - minuteMs);
    const foreign = await segment(other, 30 * dayMs);
    expect(await retention().removeOld()).toBe(1);
    expect([exists(one, old), exists(one, kept), exists(other, foreign)]).toEqual([false, true, true]);
    expect(existsSync(dayFolder(root, one, dayOf(old)))).toBe(false);
    expect(index.rows.map(({ startMs }) => startMs).sort()).toEqual([foreign, kept].sort());
  });

  it('are not removed for a day after the clock was set 10 years ahead, nor after it was set back', async () => {
    rules = [{ key: one, keepMs: 7 * dayMs, maxBytes: null }];
    const kept = await segment(one, dayMs);
    const running = retention();
    await running.removeOld();
    const right = clock.now();
    clock.setWall(right + 3_650 * dayMs);
    expect(await running.removeOld()).toBe(0);
    // A restart does not change that.
    expect(await retention().removeOld()).toBe(0);
    await clock.advance(dayMs / 2);
    expect(await running.removeOld()).toBe(0);
    clock.setWall(right + dayMs / 2);
    expect(await running.removeOld()).toBe(0);
    expect(exists(one, kept)).toBe(true);
    clock.setWall(right + 3_650 * dayMs);
    await running.removeOld();
    await clock.advance(dayMs + minuteMs);
    expect(await running.removeOld()).toBe(1);
  });
});

describe('recordings beyond the limit of a channel', () => {
  it('are removed from the oldest on, only as many as needed', async () => {
    rules = [{ key: one, keepMs: 365 * dayMs, maxBytes: 25 }];
    const starts = [];
    for (const minutes of [50, 40, 30, 20]) starts.push(await segment(one, minutes * minuteMs));
    await segment(card, 60 * minuteMs);
    expect(await retention().removeOld()).toBe(2);
    expect(starts.map((start) => exists(one, start))).toEqual([false, false, true, true]);
    expect(index.rows).toHaveLength(3);
  });

  it('are fewer by those that were removed because of their age', async () => {
    rules = [{ key: one, keepMs: 7 * dayMs, maxBytes: 25 }];
    const starts = [];
    for (const days of [10, 9, 3, 2]) starts.push(await segment(one, days * dayMs));
    expect(await retention().removeOld()).toBe(2);
    expect(starts.map((start) => exists(one, start))).toEqual([false, false, true, true]);
  });
});

it('a disk on which the time cannot be stored does not keep old recordings', async () => {
  mkdirSync(join(root, 'clock'));
  rules = [{ key: one, keepMs: 7 * dayMs, maxBytes: 5 }];
  const [old, beyond] = [await segment(one, 8 * dayMs), await segment(one, dayMs)];
  expect(await retention().removeOld()).toBe(2);
  expect([exists(one, old), exists(one, beyond)]).toEqual([false, false]);
});

describe('a disk that is more than 90 % full', () => {
  it('loses the oldest recordings of all channels, and not the one that is being written', async () => {
    const oldest = await segment(one, 50 * minuteMs);
    const second = await segment(other, 40 * minuteMs);
    const third = await segment(one, 30 * minuteMs);
    open = [oldest];
    disk = { freeBytes: 95, totalBytes: 1_000 };
    expect(await retention().freeSpace()).toBe(1);
    expect([exists(one, oldest), exists(other, second), exists(one, third)]).toEqual([true, false, true]);
  });

  it('keeps everything while it is less full', async () => {
    await segment(one, 50 * minuteMs);
    disk = { freeBytes: 101, totalBytes: 1_000 };
    expect(await retention().freeSpace()).toBe(0);
  });

  it('stops when there is nothing left to remove', async () => {
    await segment(one, 50 * minuteMs);
    disk = { freeBytes: 0, totalBytes: 1_000 };
    expect(await retention().freeSpace()).toBe(1);
  });

  it('loses the next ones instead of one that cannot be removed', async () => {
    const stuck = await segment(one, 50 * minuteMs);
    const [next, newest] = [await segment(other, 40 * minuteMs), await segment(one, 30 * minuteMs)];
    rmSync(segmentPath(root, one, stuck));
    mkdirSync(segmentPath(root, one, stuck)); // a folder is no file: it cannot be unlinked
    disk = { freeBytes: 91, totalBytes: 1_000 };
    expect(await retention().freeSpace()).toBe(1);
    expect([exists(other, next), exists(one, newest)]).toEqual([false, true]);
    expect(index.rows.map(({ startMs }) => startMs)).toContain(stuck);
  });

  it('loses the next ones however many cannot be removed', async () => {
    for (let at = 0; at < 150; at += 1) {
      const stuck = await segment(one, (200 - at) * minuteMs);
      rmSync(segmentPath(root, one, stuck));
      mkdirSync(segmentPath(root, one, stuck));
    }
    const next = await segment(other, 40 * minuteMs);
    disk = { freeBytes: 91, totalBytes: 1_000 };
    expect(await retention().freeSpace()).toBe(1);
    expect(exists(other, next)).toBe(false);
  });
});
