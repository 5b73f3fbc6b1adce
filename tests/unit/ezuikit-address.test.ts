import { expect } from 'expect';
import { describe, it } from 'vitest';
import { retcodeOf } from '../../host-sdk/ezuikit/payloads.ts';
import { changedAddress } from '../../host-sdk/ezuikit/stream-address.ts';
import { parseEzopen } from '../../lib/ezopen/address.ts';

const current = 'ezopen://open.example.com/CAM1/1.live';

describe('an address from the arguments of older pages', () => {
  it('is the current address with the changed parts', () => {
    expect(changedAddress(current, { deviceSerial: 'CAM2', channelNo: 3, hd: true })).toBe(
      'ezopen://open.example.com/CAM2/3.hd.live',
    );
    expect(changedAddress(current, { validCode: 'ABCDEF' })).toBe(
      'ezopen://ABCDEF@open.example.com/CAM1/1.live',
    );
  });

  it.each([
    [{ type: 'rec' }, '1.rec'],
    [
      { type: 'cloud.rec', begin: '20250301120000', end: '20250301130000' },
      '1.cloud.rec?begin=20250301T120000Z&end=20250301T130000Z',
    ],
    [{ type: 'rec', begin: '2025-03-01 12:00:00' }, '1.rec?begin=20250301T120000Z'],
    [{ type: 'rec', begin: '', end: null }, '1.rec'],
  ])('plays a recording: %j', (change, rest) => {
    expect(changedAddress(current, change)).toBe(`ezopen://open.example.com/CAM1/${rest}`);
  });

  it('is live without the times of the recording before', () => {
    const recorded = `${current.replace('.live', '.rec')}?begin=20250301120000&end=20250301130000`;
    expect(changedAddress(recorded, { type: 'live' })).toBe(current);
    expect(changedAddress(recorded, { type: 'live', hd: true })).toBe(current.replace('.live', '.hd.live'));
    expect(changedAddress(recorded, { type: 'cloud.rec' })).toContain('begin=20250301T120000Z');
  });

  it('with an invalid time is refused by the player, and does not play another one', () => {
    const address = changedAddress(current, { type: 'rec', begin: 'noon&end=1' });
    expect(parseEzopen(address)).toEqual({ ok: false, error: 'ezopen.playbackTime' });
  });

  it.each([
    [{ validCode: 'x@evil.example/OTHER/1.live?' }],
    [{ validCode: 'x@open.example.com/CAM2/1.live#' }],
    [{ deviceSerial: 'CAM2/1.live?' }],
    [{ deviceSerial: 'CAM2/1.live#/x' }],
  ])('is never a camera that was not specified: %j', (change) => {
    expect(changedAddress(current, change)).not.toMatch(/OTHER|CAM2/);
  });
});

describe('error codes of older pages', () => {
  it.each([
    ['10002', 10002],
    ['network.closed', 1003],
    ['ptz.disabled', -1],
    ['__proto__', -1],
    ['constructor', -1],
  ])('%s is %d', (code, retcode) => {
    expect(retcodeOf({ code })).toBe(retcode);
  });
});
