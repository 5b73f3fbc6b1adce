import { isDeepStrictEqual } from 'node:util';
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { type EzopenAddress, parseEzopen, printEzopen, withoutValidCode } from '../../lib/ezopen/address.ts';
import { parseCompactTime } from '../../lib/ezopen/compact-time.ts';
import { playbackWindow } from '../../lib/ezopen/playback-window.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.log(`ezopen: ORIEL_SEED=${seed}`);

const plain: EzopenAddress = {
  host: 'open.example.com',
  validCode: null,
  deviceSerial: 'DEMO00001',
  channelNo: 1,
  mode: 'live',
  hd: false,
  begin: null,
  end: null,
  alarmId: null,
  busType: null,
  spaceId: null,
  timeZone: null,
};

function parsed(text: string): EzopenAddress {
  const result = parseEzopen(text);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

const refused = (text: unknown) => {
  const result = parseEzopen(text);
  return result.ok ? 'accepted' : result.error;
};

describe('parseEzopen', () => {
  it.each([
    ['live', { mode: 'live', hd: false }],
    ['hd.live', { mode: 'live', hd: true }],
    ['rec', { mode: 'rec', hd: false }],
    ['cloud.rec', { mode: 'cloud.rec', hd: false }],
  ] as const)('reads the mode %s', (mode, expected) => {
    expect(parsed(`ezopen://open.example.com/DEMO00001/1.${mode}`)).toEqual({ ...plain, ...expected });
  });

  it('reads the verification code before the @', () => {
    expect(parsed('ezopen://ABCDEF@open.example.com/DEMO00001/1.live').validCode).toBe('ABCDEF');
  });

  it('uses the last @ as the separator, so that a code may contain one', () => {
    expect(parsed('ezopen://a@b@open.example.com/DEMO00001/1.live').validCode).toBe('a@b');
  });

  it('reads every query value', () => {
    const text =
      'ezopen://h.example/S_1/256.rec?begin=20210426&end=20210427010203&alarmId=a-1&busType=7&spaceId=9&timeZone=-8';
    expect(parsed(text)).toMatchObject({
      channelNo: 256,
      begin: '20210426T000000Z',
      end: '20210427T010203Z',
      alarmId: 'a-1',
      busType: 7,
      spaceId: '9',
      timeZone: '-8',
    });
  });

  it('ignores unknown names, empty values, and repeated names', () => {
    const text = 'ezopen://h.example/S/1.live?ssn=x&begin=&busType=7&busType=8#biz=4';
    expect(parsed(text)).toMatchObject({ begin: null, busType: 7 });
  });

  it.each([
    ['', 'ezopen.notAddress'],
    [undefined, 'ezopen.notAddress'],
    [{ toString: (): string => 'ezopen://h/S/1.live' }, 'ezopen.notAddress'],
    ['https://h/S/1.live', 'ezopen.notAddress'],
    ['ezopen://h/S', 'ezopen.notAddress'],
    ['ezopen://h/S/1.live/x', 'ezopen.notAddress'],
    ['ezopen:///S/1.live', 'ezopen.host'],
    ['ezopen://a b/S/1.live', 'ezopen.host'],
    ['ezopen://@h/S/1.live', 'ezopen.validCode'],
    ['ezopen://se cret@h/S/1.live', 'ezopen.validCode'],
    ['ezopen://h/../1.live', 'ezopen.deviceSerial'],
    ['ezopen://h//1.live', 'ezopen.deviceSerial'],
    ['ezopen://h/S/0.live', 'ezopen.channelNo'],
    ['ezopen://h/S/257.live', 'ezopen.channelNo'],
    ['ezopen://h/S/01.live', 'ezopen.channelNo'],
    ['ezopen://h/S/x.live', 'ezopen.channelNo'],
    ['ezopen://h/S/1', 'ezopen.mode'],
    ['ezopen://h/S/1.', 'ezopen.mode'],
    ['ezopen://h/S/1.sd.live', 'ezopen.mode'],
    ['ezopen://h/S/1.local.rec', 'ezopen.mode'],
    ['ezopen://h/S/1.rec?begin=yesterday', 'ezopen.playbackTime'],
    ['ezopen://h/S/1.rec?begin=2021042', 'ezopen.playbackTime'],
    ['ezopen://h/S/1.rec?end=20210426T0102Z', 'ezopen.playbackTime'],
    ['ezopen://h/S/1.rec?timeZone=Asia Kolkata', 'ezopen.query'],
    ['ezopen://h/S/1.rec?begin=2026-11-31T09:00:00Z', 'ezopen.playbackTime'],
    ['ezopen://h/S/1.rec?begin=2026-11-24T09:00:00', 'ezopen.playbackTime'],
    ['ezopen://h/S/1.rec?begin=2026-11-24T09:00:00%2B01', 'ezopen.playbackTime'],
    ['ezopen://h/S/1.rec?begin=%E0%A4%A', 'ezopen.playbackTime'],
    ['ezopen://h/S/1.rec?busType=seven', 'ezopen.query'],
    [`ezopen://h/S/1.live?x=${'y'.repeat(1024)}`, 'ezopen.tooLong'],
  ])('rejects %p', (text, code) => {
    expect(refused(text)).toBe(code);
  });

  it('omits the code from what may be shown', () => {
    const address = parsed('ezopen://SECRET@h.example/S/1.live');
    expect(printEzopen(withoutValidCode(address))).toBe('ezopen://h.example/S/1.live');
  });
});

describe('playback times', () => {
  it.each([
    ['20210426T010203Z', 'begin', '20210426T010203Z'],
    ['20210426', 'begin', '20210426T000000Z'],
    ['20210426', 'end', '20210426T235959Z'],
    ['2021042608', 'begin', '20210426T080000Z'],
    ['202104260815', 'end', '20210426T081559Z'],
    ['20210426081530', 'end', '20210426T081530Z'],
    ['20240229', 'begin', '20240229T000000Z'],
  ] as const)('reads %s as a %s', (text, padAs, expected) => {
    expect(parseCompactTime(text, padAs)).toEqual({ ok: true, value: expected });
  });

  it.each([
    '',
    '2021',
    '202104260815301',
    '20210431',
    '20230229',
    '20211301',
    '20210426246060',
    '20210426t010203z',
  ])('rejects %p', (text) => {
    expect(parseCompactTime(text, 'begin')).toEqual({ ok: false, error: 'ezopen.playbackTime' });
  });

  it('are UTC with dashes and colons, also where a page encodes these', () => {
    for (const begin of ['2026-11-24T09:00:00Z', '2026-11-24T09%3A00%3A00Z']) {
      const address = parsed(`ezopen://h/S/1.rec?begin=${begin}&timeZone=Asia%2FKolkata`);
      expect([address.begin, address.timeZone]).toEqual(['2026-11-24T09:00:00Z', 'Asia/Kolkata']);
      expect(printEzopen(address)).toBe(
        'ezopen://h/S/1.rec?begin=2026-11-24T09:00:00Z&timeZone=Asia/Kolkata',
      );
    }
  });

  it.each([
    ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00Z'],
    ['2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02%3A30%3A00%2B05%3A30', '2026-10-24T21:00:00Z'],
    ['2026-12-31T22:00:00-03:30', '2027-01-01T01:30:00Z'],
  ])('with an offset are read as UTC: %s', (begin, utc) => {
    const address = parsed(`ezopen://h/S/1.rec?begin=${begin}`);
    expect(address.begin).toBe(utc);
    expect(parsed(printEzopen(address))).toEqual(address);
  });

  it.each([
    '2026-02-30T02:30:00+01:00',
    '2026-10-25T25:30:00+01:00',
    '2026-10-25T02:30:00+99:99',
    '2026-10-25T02:30+01:00',
    '20261025T023000+01:00',
    '2026-10-25+01:00',
  ])('with an offset have all parts: %p is rejected', (begin) => {
    expect(parseEzopen(`ezopen://h/S/1.rec?begin=${begin}`)).toEqual({
      ok: false,
      error: 'ezopen.playbackTime',
    });
  });

  const noon = { now: () => new Date(2021, 3, 26, 12, 0, 0).getTime() };
  it('starts at 00:00:00 today when the begin is missing', () => {
    expect(playbackWindow({ begin: null, end: null }, noon)).toEqual({
      ok: true,
      value: { begin: '20210426T000000Z', end: '20210426T235959Z' },
    });
  });

  it('stops at 23:59:59 of the begin date when the end is missing', () => {
    expect(playbackWindow({ begin: '20210101T080000Z', end: null }, noon)).toEqual({
      ok: true,
      value: { begin: '20210101T080000Z', end: '20210101T235959Z' },
    });
  });

  it('rejects an end before its begin', () => {
    expect(playbackWindow({ begin: '20210102T000000Z', end: '20210101T000000Z' }, noon).ok).toBe(false);
  });
});

describe('200,000 addresses', () => {
  const characters = 'ABCXYZabcxyz0189_-';
  const text = (alphabet: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength });
  const time = fc
    .date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString().replace(/[-:]|\.\d+/g, ''));
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
  const address: fc.Arbitrary<EzopenAddress> = fc.record(
    {
      host: fc.constantFrom('open.example.com', 'localhost', '127.0.0.1:7410', 'a', 'x-1.y.example:1'),
      validCode: maybe(text(`${characters}@.!%é中`, 12)),
      deviceSerial: text(characters, 64),
      channelNo: fc.integer({ min: 1, max: 256 }),
      mode: fc.constantFrom('live', 'rec', 'cloud.rec'),
      hd: fc.boolean(),
      begin: maybe(time),
      end: maybe(time),
      alarmId: maybe(text(`${characters}.:`, 40)),
      busType: maybe(fc.integer({ min: 0, max: 9999 })),
      spaceId: maybe(text(characters, 20)),
      timeZone: maybe(fc.constantFrom('0', '-8', '23', '5.5', '+05:30', 'Asia/Kolkata', 'Etc/GMT+3')),
    },
    { noNullPrototype: true },
  );
  const mutated = fc
    .tuple(address, fc.nat(400), fc.nat(20), fc.string({ unit: 'binary', maxLength: 6 }))
    .map(([value, at, removed, inserted]) => {
      const printed = printEzopen(value);
      return printed.slice(0, at) + inserted + printed.slice(at + removed);
    });

  it('prints every valid address to the same text', () => {
    fc.assert(
      fc.property(address, (value) =>
        isDeepStrictEqual(parseEzopen(printEzopen(value)), { ok: true, value }),
      ),
      { seed, numRuns: rounds(3_500, 70_000) },
    );
  }, 120_000);

  it('parses a damaged address to one that is stable under printing, or rejects it', () => {
    fc.assert(
      fc.property(mutated, (damaged) => {
        const result = parseEzopen(damaged);
        if (!result.ok) return /^ezopen\.[a-zA-Z]+$/.test(result.error);
        return isDeepStrictEqual(parseEzopen(printEzopen(result.value)), result);
      }),
      { seed, numRuns: rounds(3_500, 70_000) },
    );
  }, 120_000);

  it('never throws on any input, and takes less than a millisecond on average', () => {
    const anything = fc.oneof(
      fc.anything(),
      fc.string({ unit: 'binary' }),
      fc.string().map((tail) => `ezopen://${tail}`),
      fc.nat(2000).map((length) => `ezopen://${'@/.?&'.repeat(length)}`),
    );
    fc.assert(
      fc.property(anything, (value) => {
        const result = parseEzopen(value);
        return typeof result.ok === 'boolean';
      }),
      { seed, numRuns: rounds(3_000, 60_000) },
    );
  }, 120_000);
});
