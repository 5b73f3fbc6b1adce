import { expect } from 'expect';
import { describe, it } from 'vitest';
import { ceilingFault, ceilings } from '../ceilings.ts';
import { firstFrameBytes, frameBytes, sdkBytes } from '../kit/loaded-bytes.ts';

describe('ceilings of bytes', () => {
  it('hold for the SDK', async () => {
    expect(ceilingFault('sdk', await sdkBytes())).toBe('');
  });

  it('hold for what is loaded before the first frame', async () => {
    const { webcodecs, mediaSource } = firstFrameBytes(await frameBytes());
    expect([ceilingFault('webcodecs', webcodecs), ceilingFault('mediaSource', mediaSource)]).toEqual([
      '',
      '',
    ]);
  });

  it.each([
    [1.006, /^sdk: \d+ bytes, above its ceiling/],
    [1.004, /^$/],
    [0.991, /^$/],
    [0.98, /^sdk: lower the ceiling to \d+$/],
  ])('judge a figure of %s times the ceiling', (factor, fault) => {
    expect(ceilingFault('sdk', Math.round(ceilings.sdk * factor))).toMatch(fault);
  });
});
