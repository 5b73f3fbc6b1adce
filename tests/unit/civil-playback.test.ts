/** Civil times of recordings across midnight, the end of a month, and the change of clocks, in three zones. */
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { recordedFiles } from '../../lib/domain/recordings/recorded-files.ts';
import { recordedRange } from '../../lib/domain/recordings/recorded-range.ts';
import { parseEzopen } from '../../lib/ezopen/address.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import { parseSeekTime } from '../../player-frame/session/seek-time.ts';
import { MemorySegments } from '../kit/memory-segments.ts';

const hour = 3_600_000;
const [newYork, berlin, lordHowe] = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'].map(zoneOf);

/** What an address with these parameters names, in hours from `at`. */
function rangeOf(query: string, zone = berlin!, now = '2025-06-01T00:00:00Z') {
  const address = parseEzopen(`ezopen://h/S/1.cloud.rec${query}`);
  if (!address.ok) throw new Error(address.error);
  const { fromMs, toMs } = recordedRange(address.value, zone, Date.parse(now));
  return { from: new Date(fromMs).toISOString(), hours: (toMs - fromMs) / hour };
}

describe('the range of a date', () => {
  it.each([
    ['New York, clocks forward', newYork, '20250309', '2025-03-09T05:00:00.000Z', 23],
    ['New York, clocks back', newYork, '20251102', '2025-11-02T04:00:00.000Z', 25],
    ['Berlin, clocks forward', berlin, '20250330', '2025-03-29T23:00:00.000Z', 23],
    ['Berlin, clocks back', berlin, '20251026', '2025-10-25T22:00:00.000Z', 25],
    ['Lord Howe, clocks back by half an hour', lordHowe, '20250406', '2025-04-05T13:00:00.000Z', 24.5],
    ['Lord Howe, clocks forward by half an hour', lordHowe, '20251005', '2025-10-04T13:30:00.000Z', 23.5],
    ['Berlin, the last day of a year', berlin, '20241231', '2024-12-30T23:00:00.000Z', 24],
  ])('%s', (_, zone, date, from, hours) => {
    expect(rangeOf(`?begin=${date}`, zone)).toEqual({ from, hours });
  });

  it('is today in the zone of the organisation, if none is named', () => {
    const now = '2025-03-01T03:30:00Z';
    expect(rangeOf('', newYork, now).from).toBe('2025-02-28T05:00:00.000Z');
    expect(rangeOf('', berlin, now).from).toBe('2025-02-28T23:00:00.000Z');
    expect(rangeOf('', lordHowe, now).from).toBe('2025-02-28T13:00:00.000Z');
  });

  it('over midnight and the end of a month has its true length', () => {
    const query = '?begin=20250331233000&end=20250401002959';
    expect(rangeOf(query, berlin)).toEqual({ from: '2025-03-31T21:30:00.000Z', hours: 1 });
    // Clocks change between begin and end.
    expect(rangeOf('?begin=20250330013000&end=20250330032959', berlin).hours).toBe(1);
    expect(rangeOf('?begin=20251026013000&end=20251026032959', berlin).hours).toBe(3);
    expect(rangeOf('?begin=20250406010000&end=20250406025959', lordHowe).hours).toBe(2.5);
  });

  it('a time that is skipped means the same distance after the jump, one that occurs twice its first', () => {
    expect(rangeOf('?begin=20250309023000&end=20250309035959', newYork).from).toBe(
      '2025-03-09T07:30:00.000Z',
    );
    expect(rangeOf('?begin=20251102013000', newYork).from).toBe('2025-11-02T05:30:00.000Z');
    expect(rangeOf('?begin=20250406014500', lordHowe).from).toBe('2025-04-05T14:45:00.000Z');
  });
});

describe('the zone of an address', () => {
  it.each([
    ['8', '2025-02-28T16:00:00.000Z'],
    ['-3.5', '2025-03-01T03:30:00.000Z'],
    ['5.75', '2025-02-28T18:15:00.000Z'],
    ['+05:30', '2025-02-28T18:30:00.000Z'],
    ['%2B05:30', '2025-02-28T18:30:00.000Z'],
    ['Asia/Kolkata', '2025-02-28T18:30:00.000Z'],
    ['UTC', '2025-03-01T00:00:00.000Z'],
  ])('%s', (timeZone, from) => {
    expect(rangeOf(`?begin=20250301&timeZone=${timeZone}`)).toEqual({ from, hours: 24 });
  });

  it.each(['15', '24', '5.3', '-12.5', '+05:75', '+14:30', '-', '..', 'Asia/Nowhere', 'Infinity'])(
    'does not exist: %s',
    (timeZone) => {
      expect(() => rangeOf(`?begin=20250301&timeZone=${timeZone}`)).toThrow(
        expect.objectContaining({ code: '10001' }),
      );
    },
  );
});

describe('times in UTC', () => {
  it('are the same in every zone, and reach the second of an hour that occurs twice', () => {
    const query = '?begin=2025-10-26T01:30:00Z&end=2025-10-26T01:59:59Z';
    for (const zone of [berlin, newYork])
      expect(rangeOf(query, zone)).toEqual({ from: '2025-10-26T01:30:00.000Z', hours: 0.5 });
    // 02:30 in Berlin means the first.
    expect(rangeOf('?begin=20251026023000&end=2025-10-26T01:59:59Z').hours).toBe(1.5);
  });

  it('without an end are played to the end of their day in the zone', () => {
    expect(rangeOf('?begin=2025-03-31T22:00:00Z')).toEqual({ from: '2025-03-31T22:00:00.000Z', hours: 24 });
    expect(rangeOf('?begin=2025-03-31T22:00:00Z', newYork).hours).toBe(6);
  });
});

describe('a range that cannot be played', () => {
  it.each([
    ['the first year', '?begin=00010101'],
    ['before 1970', '?begin=19691231'],
    ['before 1970 in UTC', '?begin=1969-12-31T00:00:00Z&end=1969-12-31T23:59:59Z'],
    ['in a zone', '?begin=197001010000&end=197001010059'],
    ['reversed', '?begin=20250302&end=20250301'],
    ['of no form', '?begin=20250301-T12:00:00Z'],
    ['reversed, of both forms', '?begin=20250301120000&end=2025-03-01T10:00:00Z'],
  ])('is refused: %s', (_, query) => {
    expect(() => rangeOf(query)).toThrow(
      expect.objectContaining({ code: '10001', details: { field: 'ezopen.playbackTime' } }),
    );
  });

  it('begins in 1970, where nothing is recorded, if it names more', () => {
    expect(rangeOf('?begin=19700101')).toEqual({ from: '1970-01-01T00:00:00.000Z', hours: 23 });
    expect(rangeOf('?begin=00010101&end=19700101').from).toBe('1970-01-01T00:00:00.000Z');
  });
});

describe('a seek on a day on which clocks change', () => {
  it.each([
    ['forward, before', newYork, '2025-03-09T12:00:00Z', '013000', '2025-03-09T06:30:00.000Z'],
    ['forward, after', newYork, '2025-03-09T12:00:00Z', '033000', '2025-03-09T07:30:00.000Z'],
    // The closest to what is playing.
    ['back, the first', berlin, '2025-10-26T00:50:00Z', '023000', '2025-10-26T00:30:00.000Z'],
    ['back, the first, from the begin', berlin, '2025-10-25T22:00:00Z', '023000', '2025-10-26T00:30:00.000Z'],
    ['back, the second', berlin, '2025-10-26T01:10:00Z', '023000', '2025-10-26T01:30:00.000Z'],
    [
      'back, the second, from the end',
      berlin,
      '2025-10-26T12:00:00Z',
      '20251026T023000Z',
      '2025-10-26T01:30:00.000Z',
    ],
    ['back, after', berlin, '2025-10-26T12:00:00Z', '033000', '2025-10-26T02:30:00.000Z'],
    ['half an hour', lordHowe, '2025-10-04T20:00:00Z', '20251005T030000Z', '2025-10-04T16:00:00.000Z'],
    ['the last second', berlin, '2025-10-25T23:00:00Z', '235959', '2025-10-26T22:59:59.000Z'],
  ])('%s', (_, zone, playing, text, at) => {
    const found = parseSeekTime(text, Date.parse(playing), zone!);
    expect(found.ok && new Date(found.value).toISOString()).toBe(at);
  });

  it('is for the date of the camera, whatever date it is elsewhere: seek时间不能跨日期', () => {
    const playing = Date.parse('2025-03-31T22:30:00Z'); // 1 April in Berlin, 31 March in New York
    expect(parseSeekTime('20250331T120000Z', playing, berlin!)).toEqual({
      ok: false,
      error: 'seek.otherDate',
    });
    expect(parseSeekTime('20250401T120000Z', playing, berlin!)).toMatchObject({ ok: true });
    expect(parseSeekTime('20250331T120000Z', playing, newYork!)).toMatchObject({ ok: true });
  });
});

describe('the days of a month with recordings', () => {
  const key = { tenantId: 't', channelId: 'c', store: 'cloud' } as const;

  it.each([
    // 10 s before and after a midnight of the month, in each zone.
    ['New York', newYork, '202503', '2025-03-10T03:59:50Z', ['20250309']],
    ['New York', newYork, '202503', '2025-03-10T04:00:00Z', ['20250310']],
    ['Berlin', berlin, '202503', '2025-03-31T21:59:50Z', ['20250331']],
    ['Berlin, next month', berlin, '202503', '2025-03-31T22:00:00Z', []],
    ['Berlin, next month', berlin, '202504', '2025-03-31T22:00:00Z', ['20250401']],
    ['Lord Howe', lordHowe, '202504', '2025-04-06T13:29:50Z', ['20250406']],
    ['Lord Howe', lordHowe, '202504', '2025-04-06T13:30:00Z', ['20250407']],
    ['Lord Howe, over midnight', lordHowe, '202504', '2025-04-06T13:29:55Z', ['20250406', '20250407']],
  ])('%s %#', async (_, zone, month, begin, days) => {
    const segments = new MemorySegments();
    const startMs = Date.parse(begin);
    await segments.put([{ key, startMs, endMs: startMs + 10_000, bytes: 1, kind: 'schedule' }]);
    expect(await recordedFiles(segments).days(key, month, zone!)).toEqual(days);
  });
});
