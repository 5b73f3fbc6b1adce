import { expect } from 'expect';
import { describe, it } from 'vitest';
import { opusHead, opusSamples, opusSilence, readOpusHead } from '../../lib/codec/opus.ts';

describe('Opus', () => {
  it.each([1, 2])('describes %d channels in its header', (channels) => {
    expect(readOpusHead(opusHead(channels))).toBe(channels);
  });

  it('refuses other headers, truncated ones, and more than two channels', () => {
    const surround = opusHead(2).map((byte, index) => (index === 18 ? 1 : byte));
    for (const bytes of [new Uint8Array(0), opusHead(2).subarray(0, 18), opusHead(3), surround])
      expect(readOpusHead(bytes)).toBeNull();
  });

  it.each([
    ['10 ms of SILK', [0 << 3], 480],
    ['60 ms of SILK', [3 << 3], 2_880],
    ['20 ms of hybrid', [13 << 3], 960],
    ['2.5 ms of CELT', [16 << 3], 120],
    ['two frames of 20 ms', [(31 << 3) | 1], 1_920],
    ['three frames of 5 ms', [(17 << 3) | 3, 0x83], 720],
    ['silence', opusSilence, 960],
    ['nothing', [], 0],
    ['a truncated packet', [(31 << 3) | 3], 0],
  ])('counts the samples of %s', (_, bytes, samples) => {
    expect(opusSamples(Uint8Array.from(bytes))).toBe(samples);
  });
});
