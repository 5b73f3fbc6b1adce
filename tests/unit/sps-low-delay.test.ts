import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAvcRecord, withLowDelay } from '../../lib/codec/avc-config-record.ts';
import { BitReader, BitWriter, escapeNal, unescapeNal } from '../../lib/codec/bits.ts';
import { readSps, withoutReordering } from '../../lib/codec/h264-low-delay.ts';
import { parseH264Sps } from '../../lib/codec/h264-sps.ts';

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** x264, 634x358 at 15 pictures a second. */
const x264 = {
  baseline: bytes('6742c016d900a02fe49b0110000003001000000301e0f162e480'),
  mainWithB: bytes('674d4016eca05017f24d8088000003000800000300f078b16cb0'),
  highZeroLatency: bytes('67640016acb201405fc9360220000003002000000303d1e2c5c9'),
  highWithHrd: bytes('67640016acb201405fc93602d40408050000030001000003001e602001e840007a1392ca01e2c5c9'),
};

/** A camera's way: no VUI at all. */
function plainSps(options: { profile: number; orderCountType: 0 | 2; refFrames: number }): Uint8Array {
  const bits = new BitWriter();
  bits.u(0x67, 8);
  bits.u(options.profile, 8);
  bits.u(0, 8);
  bits.u(31, 8);
  bits.ue(0);
  if (options.profile === 100) {
    bits.ue(1); // 4:2:0
    bits.ue(0);
    bits.ue(0);
    bits.u(0, 2);
  }
  bits.ue(0);
  bits.ue(options.orderCountType);
  if (options.orderCountType === 0) bits.ue(4);
  bits.ue(options.refFrames);
  bits.u(0, 1);
  bits.ue(39); // 640
  bits.ue(22); // 368 …
  bits.u(0b11, 2);
  bits.u(1, 1);
  for (const crop of [0, 0, 0, 4]) bits.ue(crop); // … cropped to 360
  bits.u(0, 1);
  return escapeNal(bits.finish());
}

function avcRecord(sps: Uint8Array): Uint8Array {
  const pps = bytes('68ebe3cb22c0');
  return Uint8Array.from([
    ...[1, sps[1]!, sps[2]!, sps[3]!, 0xff, 0xe1, sps.length >> 8, sps.length & 255, ...sps],
    ...[1, 0, pps.length, ...pps],
  ]);
}

/** The first bit in which two parameter sets differ: where one says that it has a VUI. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const [left, right] = [new BitReader(a), new BitReader(b)];
  while (left.u(1) === right.u(1)) if (left.isOverrun) throw new Error('they do not differ');
  return left.position - 1;
}

describe('reading a sequence parameter set', () => {
  it.each([
    ['baseline', 'told'],
    ['mainWithB', 'unknown'],
    ['highZeroLatency', 'told'],
    ['highWithHrd', 'told'],
  ] as const)('sees in %s that reordering is %s', (name, reordering) => {
    expect(readSps(x264[name])).toMatchObject({ width: 634, height: 358, reordering });
  });

  it.each([
    [{ profile: 66, orderCountType: 0, refFrames: 1 }, 'never'],
    [{ profile: 77, orderCountType: 2, refFrames: 2 }, 'never'],
    [{ profile: 100, orderCountType: 0, refFrames: 4 }, 'unknown'],
  ] as const)('without a VUI goes by profile and order count: %j is %s', (options, reordering) => {
    expect(readSps(plainSps(options))).toMatchObject({ width: 640, height: 360, reordering });
  });

  it('gives null for what is no SPS, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (noise) => {
        const nal = Uint8Array.from([0x67, ...noise]);
        const facts = readSps(nal);
        const rewritten = withoutReordering(nal);
        expect(rewritten === null).toBe(facts === null);
        if (rewritten) expect(readSps(rewritten)?.width).toBe(facts?.width);
      }),
      { numRuns: 5_000, seed: Number(process.env['ORIEL_SEED'] ?? 20_201), verbose: 1 },
    );
  });
});

describe('rewriting it for low delay', () => {
  const sets = {
    ...x264,
    plainHigh: plainSps({ profile: 100, orderCountType: 0, refFrames: 4 }),
    plainMain: plainSps({ profile: 77, orderCountType: 2, refFrames: 1 }),
  };

  it.each(Object.keys(sets) as (keyof typeof sets)[])('%s then says that nothing is reordered', (name) => {
    const before = readSps(sets[name]);
    const after = readSps(withoutReordering(sets[name])!);
    expect(after).toMatchObject({
      width: before?.width,
      height: before?.height,
      maxRefFrames: before?.maxRefFrames,
      reordering: 'told',
    });
  });

  it.each(Object.keys(sets) as (keyof typeof sets)[])(
    '%s is otherwise the same for another parser',
    (name) => {
      const before = parseH264Sps(sets[name]);
      if (!before.ok) throw new Error('the server cannot read it either');
      expect(parseH264Sps(withoutReordering(sets[name])!)).toEqual({
        ok: true,
        value: { ...before.value, reorderDepth: 0 },
      });
    },
  );

  it('asks for the buffer the stream needs, not less', () => {
    const bits = new BitReader(unescapeNal(withoutReordering(sets.plainHigh)!));
    const vuiBit = firstDifference(
      unescapeNal(sets.plainHigh),
      unescapeNal(withoutReordering(sets.plainHigh)!),
    );
    bits.u(vuiBit);
    expect(bits.u(9)).toBe(0b1_0000_0000); // a VUI, and eight parts of it that are absent
    expect(bits.u(2)).toBe(0b11); // restriction, vectors beyond the edge
    const [, , , , reorderFrames, buffering] = Array.from({ length: 6 }, () => bits.ue());
    expect({ reorderFrames, buffering }).toEqual({ reorderFrames: 0, buffering: 4 });
  });

  it('keeps the rest of a decoder configuration record', () => {
    const record = avcRecord(sets.plainHigh);
    const rewritten = withLowDelay(record)!;
    expect(readAvcRecord(rewritten)).toMatchObject({ width: 640, height: 360, reordering: 'told' });
    expect(rewritten.subarray(-9)).toEqual(record.subarray(-9));
    expect(withLowDelay(record.subarray(0, 16))).toBeNull();
  });

  it('escapes what looks like a start code, and back', () => {
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
