import { describe, expect, it } from '@jest/globals';
import type { RecordPlan } from '../../lib/contracts/admin/record-plan.ts';
import { partsOfDay } from '../../lib/domain/recordings/day-parts.ts';
import { daysUntilFull, type GrowingRecording } from '../../lib/domain/recordings/storage-forecast.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';

const day = 24 * 60 * 60_000;

describe('the forecast of the storage', () => {
  const recording = (over: Partial<GrowingRecording> = {}): GrowingRecording => ({
    bytes: 100,
    bytesPerDay: 10,
    ageMs: 10 * day,
    keepMs: 30 * day,
    maxBytes: null,
    ...over,
  });

  it.each([
    ['one recording', 60, [recording()], 6],
    ['a recording that is old enough to lose its oldest part', 60, [recording({ ageMs: 30 * day })], null],
    ['a recording that ends growing before', 60, [recording({ ageMs: 25 * day })], null],
    ['a recording that reaches its own size before', 60, [recording({ maxBytes: 150 })], null],
    // 5 days of both use 100; afterwards one grows by 10.
    ['two recordings, of which one ends growing', 120, [recording(), recording({ ageMs: 25 * day })], 7],
    ['nothing', 60, [], null],
    ['a full disk', 0, [recording()], 0],
  ])('is right for %s', (_, free, recordings, days) => {
    expect(daysUntilFull(free, recordings)).toBe(days);
  });
});

describe('the parts of a day', () => {
  const zone = zoneOf('Asia/Shanghai');
  const from = Date.parse('2026-01-01T00:00:00+08:00');
  const hour = 60 * 60_000;
  const plan: RecordPlan = { enabled: true, mode: 'always', days: [], keepDays: 7, preRecordSec: 5 };
  const file = (begin: number, end: number, videoType: 1 | 2 = 1) => ({
    startTime: from + begin * hour,
    endTime: from + end * hour,
    videoType,
  });
  const parts = (over: Partial<Parameters<typeof partsOfDay>[0]>) =>
    partsOfDay({ from, to: from + day, files: [], plan, store: 'cloud', zone, ...over }).map(
      ({ beginMs, endMs, kind }) => [(beginMs - from) / hour, (endMs - from) / hour, kind],
    );

  it('are what was recorded, and the gaps between', () => {
    expect(parts({ files: [file(-1, 2), file(3, 4, 2), file(4, 25)] })).toEqual([
      [0, 2, 'schedule'],
      [2, 3, 'missing'],
      [3, 4, 'alarm'],
      [4, 24, 'schedule'],
    ]);
  });

  it('divide a gap where the plan begins and ends', () => {
    // 1 January 2026 is a Thursday.
    const weekly: RecordPlan = { ...plan, mode: 'schedule', days: [{ day: 4, from: '08:00', to: '18:00' }] };
    expect(parts({ plan: weekly, files: [file(8, 12)] })).toEqual([
      [0, 8, 'plan'],
      [8, 12, 'schedule'],
      [12, 18, 'missing'],
      [18, 24, 'plan'],
    ]);
  });

  it('have no missing part without a plan, on alarm, or in the time to come', () => {
    expect(parts({ plan: null })).toEqual([[0, 24, 'plan']]);
    expect(parts({ plan: { ...plan, mode: 'alarm' } })).toEqual([[0, 24, 'plan']]);
    expect(parts({ store: 'device' })).toEqual([[0, 24, 'plan']]);
    expect(parts({ to: from + hour, files: [file(0, 1)] })).toEqual([[0, 1, 'schedule']]);
  });
});
