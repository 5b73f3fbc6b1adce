import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { RecordPlan } from '../../lib/contracts/admin/record-plan.ts';
import { clockTimesOf, partsOfDay } from '../../lib/domain/recordings/day-parts.ts';
import { downTimes } from '../../lib/domain/recordings/gap-reasons.ts';
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

describe('the times of a part of a day', () => {
  const zone = zoneOf('Asia/Shanghai');
  const from = Date.parse('2026-01-01T00:00:00+08:00');

  it.each([
    [11_200, 42_900, '00:00:11', '00:00:42'],
    // Shorter than a second.
    [11_200, 11_900, '00:00:11', '00:00:12'],
    [11_900, 12_300, '00:00:11', '00:00:12'],
    [day - 60_000, day, '23:59:00', '24:00:00'],
    [day - 700, day - 100, '23:59:59', '24:00:00'],
  ])('from %i to %i ms are %s and %s', (begin, end, beginTime, endTime) => {
    const part = { beginMs: from + begin, endMs: from + end };
    expect(clockTimesOf(part, from + day, zone)).toEqual({ beginTime, endTime });
  });
});

describe('the times in which no server was running', () => {
  const run = (startedAt: number, aliveAt: number, stoppedAt: number | null = null) => ({
    startedAt: startedAt * 1_000,
    aliveAt: aliveAt * 1_000,
    stoppedAt: stoppedAt === null ? null : stoppedAt * 1_000,
  });
  const times = (...runs: readonly ReturnType<typeof run>[]) =>
    downTimes(runs).map(({ code, fromMs, toMs }) => [code, fromMs / 1_000, toMs / 1_000]);

  it.each([
    ['none for the first one', [run(0, 500)], []],
    ['from a stop to the next start', [run(0, 90, 95), run(200, 500)], [['server.stopped', 95, 200]]],
    ['from when a killed one was last seen', [run(0, 90), run(200, 500)], [['server.killed', 90, 200]]],
    ['the take-over, if another one was running', [run(0, 90), run(10, 500)], [['server.killed', 90, 105]]],
    ['none while two are running', [run(0, 490), run(10, 500)], []],
  ])('are %s', (_, runs, expected) => {
    expect(times(...runs)).toEqual(expected);
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
    partsOfDay({
      from,
      to: from + day,
      since: 0,
      isToday: false,
      files: [],
      troubles: [],
      plan,
      store: 'cloud',
      zone,
      ...over,
    }).map(({ beginMs, endMs, kind }) => [(beginMs - from) / hour, (endMs - from) / hour, kind]);

  it('are what was recorded, and the gaps between', () => {
    expect(parts({ files: [file(-1, 2), file(3, 4, 2), file(4, 25)] })).toEqual([
      [0, 2, 'schedule'],
      [2, 3, 'missing'],
      [3, 4, 'alarm'],
      [4, 24, 'schedule'],
    ]);
  });

  it('do not call missing what is being recorded now: its last minute may not be stored yet', () => {
    const kinds = (count: number, over: Parameters<typeof parts>[0] = {}) =>
      parts({ to: from + hour + count * 1_000, files: [file(0, 1)], isToday: true, ...over }).map(
        ([, , kind]) => kind,
      );
    for (const count of [12, 16, 59]) expect(kinds(count)).toEqual(['schedule']);
    expect(kinds(61)).toEqual(['schedule', 'missing']);
    // A day that has passed is known, and so is a failure.
    expect(kinds(12, { isToday: false })).toEqual(['schedule', 'missing']);
    const lost = { code: 'source.unreachable', fromMs: from + hour, toMs: from + hour + 10_000 };
    expect(kinds(12, { troubles: [lost] })).toEqual(['schedule', 'missing']);
    // The first minute of a day.
    expect(parts({ to: from + 50_000, isToday: true })).toEqual([]);
  });

  it('begin with the camera: nothing is missing before there was one', () => {
    expect(parts({ since: from + 6 * hour, files: [file(8, 24)] })).toEqual([
      [6, 8, 'missing'],
      [8, 24, 'schedule'],
    ]);
    expect(parts({ since: from + 2 * day })).toEqual([]);
    // What was recorded for another camera in its place is listed.
    expect(parts({ since: from + 6 * hour, files: [file(1, 2), file(6, 24)] })).toEqual([
      [1, 2, 'schedule'],
      [6, 24, 'schedule'],
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

  it('name the troubles of a gap, and what was not to be recorded is not missing', () => {
    const trouble = (code: string, begin: number, end: number) => ({
      code,
      fromMs: from + begin * hour,
      toMs: from + end * hour,
    });
    const explained = (over: Partial<Parameters<typeof partsOfDay>[0]>) =>
      partsOfDay({
        from,
        to: from + day,
        since: 0,
        isToday: false,
        files: [],
        troubles: [],
        plan,
        store: 'cloud',
        zone,
        ...over,
      })
        .filter(({ kind }) => kind === 'missing' || kind === 'plan')
        .map(({ beginMs, endMs, kind, codes }) => [
          (beginMs - from) / hour,
          (endMs - from) / hour,
          kind,
          codes,
        ]);
    const files = [file(0, 2), file(4, 6), file(8, 10), file(12, 24)];
    const troubles = [
      trouble('server.stopped', 2, 3),
      trouble('source.auth', 3, 4),
      trouble('source.auth', 3.5, 4),
      trouble('plan.off', 6, 8),
      trouble('disk.ENOSPC', 13, 14),
    ];
    expect(explained({ files, troubles })).toEqual([
      [2, 4, 'missing', ['server.stopped', 'source.auth']],
      [6, 8, 'plan', ['plan.off']],
      [10, 12, 'missing', []],
    ]);
    // The plan was removed meanwhile.
    expect(explained({ files, troubles, plan: null })).toEqual([
      [2, 4, 'missing', ['server.stopped', 'source.auth']],
      [6, 8, 'plan', ['plan.off']],
      [10, 12, 'plan', []],
    ]);
  });

  it('have no missing part without a plan, on alarm, or in the time to come', () => {
    expect(parts({ plan: null })).toEqual([[0, 24, 'plan']]);
    expect(parts({ plan: { ...plan, mode: 'alarm' } })).toEqual([[0, 24, 'plan']]);
    expect(parts({ store: 'device' })).toEqual([[0, 24, 'plan']]);
    expect(parts({ to: from + hour, files: [file(0, 1)] })).toEqual([[0, 1, 'schedule']]);
  });
});
