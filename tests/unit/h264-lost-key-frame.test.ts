import { expect } from 'expect';
import { describe, it } from 'vitest';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { type H264Counting, sliceNumbers, withSliceNumbers } from '../../lib/codec/h264-counting.ts';
import { escapeNal, unescapeNal } from '../../lib/codec/nal.ts';
import { LostKeyFrame } from '../../lib/media/sources/rtsp/lost-key-frame.ts';
import { lossOf } from '../kit/rtp-footage.ts';
import { rounds } from '../kit/soak.ts';

const byOrder: H264Counting = { frameNumBits: 4, orderBits: 6, framesOnly: true, hasColourPlanes: false };
const byFrameNum: H264Counting = { ...byOrder, orderBits: null };

interface Slice {
  readonly frameNum: number;
  readonly order?: number;
  readonly isIdr?: boolean;
  readonly isReference?: boolean;
  readonly firstBlock?: number;
  readonly rest?: Uint8Array;
}

function slice(counting: H264Counting, given: Slice): Uint8Array {
  const { frameNum, order = 0, isIdr = false, isReference = true, firstBlock = 0 } = given;
  const bits = new BitWriter();
  bits.bits((isReference ? 0x60 : 0) | (isIdr ? 5 : 1), 8);
  for (const value of [firstBlock, isIdr ? 7 : 5, 0]) bits.ue(value);
  if (counting.hasColourPlanes) bits.bits(1, 2);
  bits.bits(frameNum, counting.frameNumBits);
  if (!counting.framesOnly) bits.bits(0b11, 2);
  if (isIdr) bits.ue(3);
  if (counting.orderBits !== null) bits.bits(order, counting.orderBits);
  for (const byte of given.rest ?? [0x55, 0xaa]) bits.bits(byte, 8);
  bits.trailing();
  return escapeNal(bits.written()).slice();
}

describe('the numbers of an H.264 slice', () => {
  it('are replaced without changing anything else, whatever bytes surround them', () => {
    for (let round = 0; round < rounds(400, 100_000); round += 1) {
      const seed = Number(process.env.ORIEL_SEED ?? Math.floor(Math.random() * 2 ** 31));
      const isZero = lossOf(seed, 60);
      const coin = lossOf(seed + 1, 50);
      const number = (bits: number) =>
        Array.from({ length: bits }, () => Number(coin())).reduce((sum, bit) => sum * 2 + bit, 0);
      const counting: H264Counting = {
        frameNumBits: 4 + number(3),
        orderBits: coin() ? 4 + number(3) : null,
        framesOnly: coin(),
        hasColourPlanes: coin(),
      };
      // Many zero bytes, so that emulation prevention begins and ends near the numbers.
      const rest = Uint8Array.from({ length: number(6) }, () => (isZero() ? 0 : number(2)));
      const made = (frameNum: number, order: number) =>
        slice(counting, { frameNum, order, firstBlock: 7, isIdr: false, rest });
      const numbers = () => ({
        frameNum: number(counting.frameNumBits),
        order: counting.orderBits === null ? 0 : number(counting.orderBits),
      });
      const [before, after] = [numbers(), numbers()];
      const changed = withSliceNumbers(made(before.frameNum, before.order), counting, after)!;
      const what = `ORIEL_SEED=${seed}`;
      expect([what, Buffer.from(changed).toString('hex')]).toEqual([
        what,
        Buffer.from(made(after.frameNum, after.order)).toString('hex'),
      ]);
      expect(sliceNumbers(changed, counting)).toEqual(after);
      expect(unescapeNal(changed).length).toBe(unescapeNal(made(0, 0)).length);
    }
  });

  it('are not read from a header that ends early', () => {
    expect(sliceNumbers(Uint8Array.of(0x61), byOrder)).toBeNull();
    expect(withSliceNumbers(Uint8Array.of(0x61, 0x9a), byOrder, { frameNum: 1, order: 1 })).toBeNull();
  });
});

describe('H.264 after a loss', () => {
  function passedOn(counting: H264Counting, frames: readonly (Slice | 'gap' | 'key lost')[]) {
    const continuity = new LostKeyFrame();
    continuity.configure(counting);
    return frames.flatMap((frame) => {
      if (frame === 'gap' || frame === 'key lost') {
        continuity.gap();
        if (frame === 'key lost') continuity.lost();
        return [];
      }
      const { frameNum, order } = sliceNumbers(continuity.continued([slice(counting, frame)])[0]!, counting)!;
      return [counting.orderBits === null ? frameNum : ([frameNum, order] as const)];
    });
  }

  it('stays as it is without a loss, and after the loss of other frames', () => {
    const frames = [{ frameNum: 0, isIdr: true }, { frameNum: 1 }, 'gap', { frameNum: 4 }] as const;
    expect(passedOn(byFrameNum, frames)).toEqual([0, 1, 4]);
  });

  it('continues to count when a key frame is lost, until the next one', () => {
    expect(
      passedOn(byOrder, [
        { frameNum: 0, order: 0, isIdr: true },
        { frameNum: 14, order: 60 },
        { frameNum: 15, order: 62 },
        'key lost',
        { frameNum: 1, order: 2 },
        { frameNum: 2, order: 4 },
        { frameNum: 0, order: 0, isIdr: true },
        { frameNum: 1, order: 2 },
      ]),
    ).toEqual([
      [0, 0],
      [14, 60],
      [15, 62],
      [0, 0],
      [1, 2],
      [0, 0],
      [1, 2],
    ]);
  });

  it('keeps the order of the second field of a frame', () => {
    const continuity = new LostKeyFrame();
    continuity.configure(byOrder);
    continuity.continued([slice(byOrder, { frameNum: 14, order: 58 })]);
    continuity.gap();
    continuity.lost();
    const fields = [slice(byOrder, { frameNum: 1, order: 2 }), slice(byOrder, { frameNum: 1, order: 3 })];
    expect(continuity.continued(fields).map((nal) => sliceNumbers(nal, byOrder))).toEqual([
      { frameNum: 15, order: 60 },
      { frameNum: 15, order: 61 },
    ]);
  });

  it('continues after the loss of two key frames in a row', () => {
    const frames = [
      { frameNum: 3, isIdr: true },
      'key lost',
      { frameNum: 1 },
      'key lost',
      { frameNum: 1 },
    ] as const;
    expect(passedOn(byFrameNum, frames)).toEqual([3, 4, 5]);
  });

  it('does not count frames that no other refers to', () => {
    expect(
      passedOn(byFrameNum, [
        { frameNum: 0, isIdr: true },
        { frameNum: 1 },
        { frameNum: 2, isReference: false },
        'key lost',
        { frameNum: 1 },
      ]),
    ).toEqual([0, 1, 2, 2]);
  });

  it('leaves no gap in which frame_num begins anew, where order follows from it', () => {
    const frames = [{ frameNum: 15, isIdr: true }, 'gap', { frameNum: 1 }, { frameNum: 2 }] as const;
    expect(passedOn(byFrameNum, frames)).toEqual([15, 0, 1]);
    expect(passedOn(byOrder, frames)).toEqual([
      [15, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  it('is not changed where a camera begins anew without a loss', () => {
    expect(passedOn(byFrameNum, [{ frameNum: 9, isIdr: true }, { frameNum: 10 }, { frameNum: 0 }])).toEqual([
      9, 10, 0,
    ]);
  });
});
