import { expect } from 'expect';
import { describe, it } from 'vitest';
import {
  playedAddress,
  readWatchAddress,
  type WatchProblem,
} from '../../lib/contracts/admin/watch-address.ts';
import { watchPath } from '../../lib/contracts/admin/watch-link.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';

const zone = zoneOf('Asia/Shanghai');
const now = Date.parse('2026-11-27T12:00:00Z');
const read = (query: string, camera = { serial: 'DEMO00001', channel: '1' }, inZone = zone) =>
  readWatchAddress(camera, new URLSearchParams(query), { zone: inZone, now });
const momentOf = (query: string) => {
  const result = read(query);
  return result.ok ? result.value.moment : result.error;
};
const at = Date.parse('2026-11-26T02:15:00Z');
const endOfDay = Date.parse('2026-11-26T16:00:00Z');

describe('the address of a camera', () => {
  it('is live in high quality by default, in the language of the person', () => {
    expect(read('')).toEqual({
      ok: true,
      value: {
        ...{ serial: 'DEMO00001', channelNo: 1, template: null, quality: 'hd', language: null },
        moment: { kind: 'live' },
      },
    });
  });

  it('has template, quality and language', () => {
    expect(read('template=security&quality=sd&language=en-US')).toMatchObject({
      value: { template: 'security', quality: 'sd', language: 'en-US' },
    });
  });

  it.each([
    ['the zone of the organisation', 'at=2026-11-26T10:15:00'],
    ['the same with a space and without seconds', 'at=2026-11-26 10:15'],
    ['an offset', 'at=2026-11-26T10:15:00%2B08:00'],
    ['an offset whose plus was not encoded', 'at=2026-11-26T10:15:00+08:00'],
    ['another offset', 'at=2026-11-25T21:45:00-04:30'],
    ['UTC', 'at=2026-11-26T02:15:00Z'],
  ])('has a time in %s', (_, query) => {
    expect(momentOf(query)).toEqual({ kind: 'recorded', begin: at, end: endOfDay });
  });

  it('has a range, and a time within it', () => {
    const end = at + 3_600_000;
    expect(momentOf('from=2026-11-26T10:15&to=2026-11-26T11:15')).toEqual({
      kind: 'recorded',
      begin: at,
      end,
    });
    expect(momentOf('at=2026-11-26T10:15&from=2026-11-26T10:00&to=2026-11-26T11:15')).toEqual({
      ...{ kind: 'recorded', begin: at, end },
    });
  });

  it.each<[string, WatchProblem]>([
    ['at=yesterday', 'time'],
    ['at=2026-02-30T10:15', 'time'],
    ['at=2026-11-26T25:15', 'time'],
    ['at=2026-11-26T10:15:00%2B15:00', 'time'],
    ['to=2026-11-26T10:15', 'time'],
    ['from=2026-11-26T10:15&to=2026-11-26T10:15', 'order'],
    ['at=2026-11-26T09:00&from=2026-11-26T10:15&to=2026-11-26T11:15', 'order'],
    ['from=2026-11-25T10:15&to=2026-11-26T10:16', 'length'],
    ['at=2026-11-28T10:15', 'future'],
    ['template=<script>', 'template'],
    ['template=noSuchOne', 'template'],
    ['quality=4k', 'quality'],
    ['language=de-DE', 'language'],
  ])('%s is reported: %s', (query, problem) => {
    expect(read(query)).toEqual({ ok: false, error: [problem] });
  });

  it('reports all problems at once', () => {
    expect(read('quality=4k&at=x')).toEqual({ ok: false, error: ['quality', 'time'] });
  });

  it.each([
    ['..', '1'],
    ['DEMO 1', '1'],
    ['DEMO00001', '0'],
    ['DEMO00001', '257'],
    ['DEMO00001', '1x'],
  ])('%s/%s is no camera', (serial, channel) => {
    expect(read('', { serial, channel })).toEqual({ ok: false, error: ['camera'] });
  });
});

describe('a link', () => {
  const camera = { serial: 'DEMO00001', channelNo: 2 };

  it('is that of the camera, with the time in the zone of the organisation', () => {
    expect(watchPath(camera)).toBe('/watch/DEMO00001/2');
    expect(watchPath(camera, { at: at + 999, zone })).toBe('/watch/DEMO00001/2?at=2026-11-26T10:15:00');
  });

  it('names every moment, also one whose time occurs twice', () => {
    const berlin = zoneOf('Europe/Berlin');
    // 02:30 for the second time.
    const repeated = Date.parse('2026-10-25T01:30:00Z');
    for (const moment of [repeated - 3_600_000, repeated]) {
      const [, query = ''] = watchPath(camera, { at: moment, zone: berlin }).split('?');
      expect(read(query, undefined, berlin)).toMatchObject({ value: { moment: { begin: moment } } });
    }
  });
});

it('is played in the time of the camera', () => {
  const played = (query: string) => {
    const result = read(query);
    return result.ok ? playedAddress('DEMO00001/1', result.value, zone) : null;
  };
  expect(played('')).toBe('DEMO00001/1.hd.live');
  expect(played('quality=sd')).toBe('DEMO00001/1.live');
  expect(played('at=2026-11-26T02:15:00Z')).toBe(
    'DEMO00001/1.cloud.rec?begin=20261126T101500Z&end=20261126T235959Z',
  );
});

it.each([
  ['the first', '+02:00', '20261025T023000Z&end=20261025T235959Z'],
  ['the second', '+01:00', '2026-10-25T01:30:00Z&end=2026-10-25T22:59:59Z'],
])('plays %s of a time that occurs twice', (_, offset, times) => {
  const berlin = zoneOf('Europe/Berlin');
  const result = read(`at=2026-10-25T02:30:00${offset}`, undefined, berlin);
  expect(result.ok && playedAddress('DEMO00001/1', result.value, berlin)).toBe(
    `DEMO00001/1.cloud.rec?begin=${times}`,
  );
});
