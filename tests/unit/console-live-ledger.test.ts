import { expect } from 'expect';
import { describe, it } from 'vitest';
import { isCreditCode } from '../../lib/contracts/admin/credit-code.ts';
import { liveLedger } from '../../lib/domain/live/live-ledger.ts';
import type { StreamStatus } from '../../lib/media/ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const failing = (serial: string): StreamStatus => ({
  key: { tenantId: 't', deviceSerial: serial, channelNo: 1, profile: 'main' },
  state: 'retrying',
  viewers: 1,
  tracks: null,
  lastFailure: { code: 'source.silent', message: 'no picture', retryable: true },
  retryAt: null,
  since: 0,
  bitrateKbps: 0,
  conversion: null,
});

describe('the ledger of stream failures', () => {
  it('is bounded for any number of failures', () => {
    const clock = new FakeClock();
    const ledger = liveLedger({ clock, streams: () => [] });
    for (let device = 0; device < 6_000; device += 1) ledger.note(failing(`CAM${device}`));
    expect(ledger.alarms('t', null, 10_000)).toHaveLength(500);
    expect(ledger.failures('t', null)).toEqual([{ code: 'source.silent', count: 5_000, cameras: 5_000 }]);
    for (let times = 0; times < 20_000; times += 1) ledger.note(failing('CAM1'));
    expect(ledger.failures('t', null)[0]?.count).toBe(25_000);
    ledger.stop();
    expect(clock.pending).toBe(0);
  });

  it('forgets failures by the time that has passed, whatever the wall clock is set to', async () => {
    const clock = new FakeClock();
    const ledger = liveLedger({ clock, streams: () => [] });
    const tenYears = 3_650 * 24 * 3_600_000;
    ledger.note(failing('CAM1'));
    clock.setWall(clock.now() + tenYears);
    ledger.note(failing('CAM2'));
    expect(ledger.failures('t', null)[0]?.count).toBe(2);
    clock.setWall(clock.now() - tenYears);
    await clock.advance(25 * 3_600_000);
    expect(ledger.failures('t', null)).toEqual([]);
    ledger.stop();
  });

  it('counts a failed conversion once, beside the camera that is live', () => {
    const { lastFailure, ...camera } = failing('CAM1');
    const conversion = { ...camera, lastFailure };
    const live: StreamStatus = { ...failing('CAM1'), state: 'live', lastFailure: null };
    const ledger = liveLedger({ clock: new FakeClock(), streams: () => [{ ...live, conversion }] });
    for (let times = 0; times < 3; times += 1) ledger.note({ ...live, conversion });
    expect(ledger.failures('t', null)).toEqual([{ code: 'source.silent', count: 1, cameras: 1 }]);
    ledger.note({ ...live, conversion: { ...conversion, state: 'live', lastFailure: null } });
    expect(
      ledger
        .alarms('t', null, 10)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(['recovered', 'source.silent']);
    ledger.stop();
  });

  it('distinguishes organisations and devices', () => {
    const ledger = liveLedger({ clock: new FakeClock(), streams: () => [] });
    ledger.note(failing('CAM1'));
    ledger.note(failing('CAM2'));
    expect(ledger.failures('t', new Set(['CAM2']))[0]?.count).toBe(1);
    expect(ledger.failures('other', null)).toEqual([]);
    expect(ledger.alarms('t', new Set(), 10)).toEqual([]);
    ledger.stop();
  });
});

describe('a credit code', () => {
  // Codes published by their companies.
  it.each(['91350100M000100Y43', '9144030071526726XG'])('%s is valid', (code) => {
    expect(isCreditCode(code)).toBe(true);
  });

  it.each(['91350100M000100Y42', '9135010OM000100Y43', '91350100M000100Y4', '', '91350100m000100y43'])(
    '%s is invalid',
    (code) => expect(isCreditCode(code)).toBe(false),
  );
});
