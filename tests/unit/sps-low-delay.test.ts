import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { firstSpsOf } from '../../lib/codec/avc-config.ts';
import { BitReader } from '../../lib/codec/bit-reader.ts';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { withLowDelay, withoutReordering } from '../../lib/codec/h264-low-delay.ts';
import { type H264Sps, parseH264Sps } from '../../lib/codec/h264-sps.ts';
import { escapeNal, unescapeNal } from '../../lib/codec/nal.ts';
import { rounds } from '../kit/soak.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** x264, 634x358, 15 frames per second. */
const x264 = {
  baseline: bytes('6742c016d900a02fe49b0110000003001000000301e0f162e480'),
  mainWithB: bytes('674d4016eca05017f24d8088000003000800000300f078b16cb0'),
  highZeroLatency: bytes('67640016acb201405fc9360220000003002000000303d1e2c5c9'),
  highWithHrd: bytes('67640016acb201405fc93602d40408050000030001000003001e602001e840007a1392ca01e2c5c9'),
};

/** As cameras often write it, without VUI. */
function plainSps(options: { profile: number; orderCountType: 0 | 2; refFrames: number }): Uint8Array {
  const bits = new BitWriter();
  bits.bits(0x67, 8);
  bits.bits(options.profile, 8);
  bits.bits(0, 8);
  bits.bits(31, 8);
  bits.ue(0);
  if (options.profile === 100) {
    bits.ue(1); // 4:2:0
    bits.ue(0);
    bits.ue(0);
    bits.bits(0, 2);
  }
  bits.ue(0);
  bits.ue(options.orderCountType);
  if (options.orderCountType === 0) bits.ue(4);
  bits.ue(options.refFrames);
  bits.bits(0, 1);
  bits.ue(39); // 640
  bits.ue(22); // 368 …
  bits.bits(0b11, 2);
  bits.bits(1, 1);
  for (const crop of [0, 0, 0, 4]) bits.ue(crop); // … cropped to 360
  bits.bits(0, 1);
  bits.trailing();
  return escapeNal(bits.written());
}

function avcRecord(sps: Uint8Array): Uint8Array {
  const pps = bytes('68ebe3cb22c0');
  return Uint8Array.from([
    ...[1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1, sps.length >> 8, sps.length & 255, ...sps],
    ...[1, 0, pps.length, ...pps],
  ]);
}

function read(nal: Uint8Array): H264Sps | null {
  const sps = parseH264Sps(nal);
  return sps.ok ? sps.value : null;
}

/** Position of the first different bit, which is the VUI flag. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [new BitReader(a), new BitReader(b)];
  while (left.bit() === right.bit()) if (left.isOverrun) throw new Error('the parameter sets are equal');
  return left.position - 1;
}

describe('reading a sequence parameter set', () => {
  it.each([
    ['baseline', 0],
    ['mainWithB', 2],
    ['highZeroLatency', 0],
    ['highWithHrd', 0],
  ] as const)('reads from %s that %i frames may be reordered', (name, reorderDepth) => {
    expect(read(x264[name])).toMatchObject({ width: 634, height: 358, reorderDepth, isReorderStated: true });
  });

  it.each([
    [{ profile: 66, orderCountType: 0, refFrames: 1 }, 0],
    [{ profile: 77, orderCountType: 2, refFrames: 2 }, 0],
    [{ profile: 100, orderCountType: 0, refFrames: 4 }, null],
  ] as const)('without a VUI derives it from profile and order count: %j is %s', (options, reorderDepth) => {
    const expected = { width: 640, height: 360, reorderDepth, isReorderStated: false };
    expect(read(plainSps(options))).toMatchObject(expected);
  });

  it('returns null for data that is not an SPS, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (noise) => {
        const nal = Uint8Array.from([0x67, ...noise]);
        const sps = read(nal);
        const rewritten = withoutReordering(nal);
        // A truncated VUI can be ignored but not rewritten.
        expect(rewritten !== null).toBe(sps !== null && sps.rewriteBit !== null);
        if (rewritten) expect(read(rewritten)?.width).toBe(sps?.width);
      }),
      { numRuns: rounds(250, 5_000), seed: Number(process.env.ORIEL_SEED ?? 20_201), verbose: 1 },
    );
  });
});

describe('rewriting it for low delay', () => {
  const sets = {
    ...x264,
    plainHigh: plainSps({ profile: 100, orderCountType: 0, refFrames: 4 }),
    plainMain: plainSps({ profile: 77, orderCountType: 2, refFrames: 1 }),
  };

  it.each(Object.keys(sets) as (keyof typeof sets)[])(
    '%s then declares that nothing is reordered, and is otherwise the same',
    (name) => {
      const before = read(sets[name])!;
      const after = read(withoutReordering(sets[name])!);
      const stated = { reorderDepth: 0, isReorderStated: true, hasVui: true };
      const places = { rewriteBit: expect.any(Number), timingBits: expect.any(Array) };
      expect(after).toEqual({ ...before, ...stated, ...places });
    },
  );

  it('requests the buffer the stream needs, not less', () => {
    const bits = new BitReader(unescapeNal(withoutReordering(sets.plainHigh)!));
    const vuiBit = firstDifference(
      unescapeNal(sets.plainHigh),
      unescapeNal(withoutReordering(sets.plainHigh)!),
    );
    bits.skip(vuiBit);
    expect(bits.bits(9)).toBe(0b1_0000_0000); // VUI present, eight absent parts of it
    expect(bits.bits(2)).toBe(0b11); // bitstream restriction, motion vectors over picture boundaries
    const [, , , , reorderFrames, buffering] = Array.from({ length: 6 }, () => bits.ue());
    expect({ reorderFrames, buffering }).toEqual({ reorderFrames: 0, buffering: 4 });
  });

  it('keeps the rest of a decoder configuration record', () => {
    const record = avcRecord(sets.plainHigh);
    const rewritten = withLowDelay(record)!;
    expect(firstSpsOf(rewritten)).toMatchObject({ width: 640, height: 360, isReorderStated: true });
    expect(rewritten.subarray(-9)).toEqual(record.subarray(-9));
    expect(withLowDelay(record.subarray(0, 16))).toBeNull();
  });

  it('escapes and unescapes bytes that look like a start code', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        const rbsp = noise.map((value) => value % 5);
        const nal = Uint8Array.from([...escapeNal(rbsp)]);
        expect(Buffer.from(nal).toString('hex')).not.toMatch(/^(?:..)*00000[0-2]/);
        expect([...unescapeNal(nal)]).toEqual([...rbsp]);
      }),
      { numRuns: 2_000 },
    );
  });
});
