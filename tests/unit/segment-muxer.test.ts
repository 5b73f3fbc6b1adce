import { expect } from 'expect';
import { describe, it } from 'vitest';
import { readBoxes } from '../../lib/codec/mp4/boxes.ts';
import { readFragment } from '../../lib/codec/mp4/read-fragment.ts';
import type { VideoTrack } from '../../lib/codec/tracks.ts';
import { SegmentMuxer } from '../../lib/media/outputs/recorder/segment-muxer.ts';

const video: VideoTrack = {
  codec: 'h264',
  codecString: 'avc1.42c01e',
  // Baseline, with one parameter set of each kind.
  config: Uint8Array.from([
    1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 2, 0x68, 0xce,
  ]),
  width: 320,
  height: 180,
};
const data = Uint8Array.from([0, 0, 0, 2, 0x65, 1]);

/** Times of decoding and showing, in 1/90000 s, of frames that arrive at these. */
function muxed(times: readonly { readonly wallMs: number; readonly laterMs: number }[]): number[] {
  const written: number[] = [];
  const muxer = new SegmentMuxer({ video, audio: null }, ({ chunks }) => {
    const table = readBoxes(Buffer.concat(chunks)).find(({ type }) => type === 'moof')!;
    for (const { samples } of readFragment(table.body)!.runs)
      for (const { time, composition } of samples) written.push(time, time + composition);
  });
  for (const { wallMs, laterMs } of times)
    muxer.unit({ kind: 'video', dtsMs: 0, ptsMs: laterMs, wallMs, isKey: true, data }, wallMs);
  muxer.interrupt();
  return written;
}

describe('times of recorded frames', () => {
  it('are whole microseconds, so that none becomes negative when hls.js subtracts the first one', () => {
    const begin = 1_795_968_877_691;
    const times = Array.from({ length: 90 }, (_, at) => ({
      wallMs: begin + at * (1_000 / 15) + at / 90,
      laterMs: (at % 3) * (1_000 / 15),
    }));
    const written = muxed(times);
    expect(written).toHaveLength(180);
    const inMicroseconds = written.map((time) => (time * 100) / 9);
    expect(inMicroseconds.filter((time) => !Number.isInteger(time))).toEqual([]);
    for (const [at, { wallMs }] of times.entries())
      expect(Math.abs(written[2 * at]! / 90 - wallMs)).toBeLessThanOrEqual(0.051);
  });
});
