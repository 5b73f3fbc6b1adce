import { expect } from 'expect';
import { describe, it } from 'vitest';
import { FLAC_BLOCK_SAMPLES, flacFrame } from '../../lib/codec/flac-frame.ts';

describe('the head of a FLAC frame', () => {
  it.each([
    [8_000, 4],
    [16_000, 5],
    [32_000, 8],
    [48_000, 10],
    // Without a code: as in STREAMINFO.
    [11_025, 0],
  ])('names the sample rate, without which GStreamer plays nothing: %d Hz', (sampleRate, code) => {
    const frame = flacFrame([new Int16Array(FLAC_BLOCK_SAMPLES)], 0, sampleRate);
    expect(frame[2]! & 0x0f).toBe(code);
  });
});
