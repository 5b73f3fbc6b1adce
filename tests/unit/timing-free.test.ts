import { expect } from 'expect';
import { describe, it } from 'vitest';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { escapeNal } from '../../lib/codec/nal.ts';
import { ParameterSets } from '../../lib/codec/parameter-sets.ts';
import { isSameForDecoder } from '../../lib/codec/timing-free.ts';
import { makePps } from '../kit/h264-bits.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

interface H264 {
  readonly timeScale?: number | null;
  readonly bitRate?: number | null;
  readonly width?: number;
  readonly cropRight?: number;
  readonly profile?: number;
  readonly colour?: number;
  readonly reorder?: number;
}

/** Main profile with a VUI. */
function h264Sps(given: H264): Uint8Array {
  const { timeScale = 50, bitRate = null, width = 640, cropRight = 0, profile = 77 } = given;
  const { colour = 1, reorder = 2 } = given;
  const bits = new BitWriter();
  for (const byte of [0x67, profile, 0, 30]) bits.bits(byte, 8);
  for (const value of [0, 0, 0, 2, 1]) bits.ue(value);
  bits.bits(0, 1);
  bits.ue(width / 16 - 1);
  bits.ue(22);
  bits.bits(0b11, 2);
  bits.bits(cropRight > 0 ? 1 : 0, 1);
  if (cropRight > 0) for (const value of [0, cropRight, 0, 0]) bits.ue(value);
  bits.bits(1, 1);
  bits.bits(0b00, 2); // aspect ratio, overscan
  bits.bits(0b1101_01, 6); // format 5, limited range, colours
  for (const value of [colour, 1, 1]) bits.bits(value, 8);
  bits.bits(0, 1); // chroma location
  bits.bits(timeScale === null ? 0 : 1, 1);
  if (timeScale !== null) {
    bits.bits(1, 32);
    bits.bits(timeScale, 32);
    bits.bits(timeScale % 2, 1);
  }
  bits.bits(bitRate === null ? 0 : 1, 1);
  if (bitRate !== null) {
    bits.ue(0);
    bits.bits(0x34, 8);
    for (const value of [bitRate, bitRate]) bits.ue(value);
    bits.bits(0, 1);
    for (const length of [23, 23, 23, 24]) bits.bits(length, 5);
  }
  bits.bits(0, 1);
  if (bitRate !== null) bits.bits(0, 1);
  bits.bits(0b011, 3); // no picture structure; restrictions, vectors over edges
  for (const value of [0, 0, 16, 16, reorder, 4]) bits.ue(value);
  bits.trailing();
  return escapeNal(bits.written()).slice();
}

describe('H.264 sequence parameter sets', () => {
  it.each([
    ['time scale', { timeScale: 50 }, { timeScale: 51 }],
    ['presence of a time scale', { timeScale: 50 }, { timeScale: null }],
    ['bit rate', { bitRate: 1_000 }, { bitRate: 4_000 }],
  ])('say the same with another %s', (_name, one, other) => {
    expect(h264Sps(one)).not.toEqual(h264Sps(other));
    expect(isSameForDecoder('h264', h264Sps(one), h264Sps(other))).toBe(true);
  });

  it.each([
    ['width', { width: 704 }],
    ['cropping', { cropRight: 4 }],
    ['profile', { profile: 88 }],
    ['colour', { colour: 9 }],
    ['reordering depth', { reorder: 0 }],
  ])('say something else with another %s', (_name, other) => {
    expect(isSameForDecoder('h264', h264Sps({}), h264Sps({ ...other, timeScale: 51 }))).toBe(false);
  });
});

/** By libx265. */
const h265 = {
  rate25: '42010101600000030090000003000003003ca00a080f165959a49395e02dc04080810000030001000003001908',
  rate30: '42010101600000030090000003000003003ca00a080f165959a49395e02dc04080810000030001000003001e08',
  otherColour: '42010101600000030090000003000003003ca00a080f165959a49395e02dc24080810000030001000003001e08',
  buffer1:
    '42010101600000030090000003000003005da00a080f165959a4932bc05a0200000300020000030032c02920bc001e848003d091',
  buffer2:
    '42010101600000030090000003000003005da00a080f165959a4932bc05a020000030002000003003cc129a0dc001e848000b71b10',
  otherLevel: '42010101600000030090000003000003003ca00a080f165959a4932bc05a020000030002000003003210',
};

/** With timing and the bit rates of one buffer. */
function h265Vps(timeScale: number, bitRate: number, temporalLayers = 1, isExtended = false): Uint8Array {
  const bits = new BitWriter();
  bits.bits(0x4001, 16);
  bits.bits(0x0c, 8);
  bits.bits(0, 4);
  bits.bits(temporalLayers - 1, 3);
  bits.bits(1, 1);
  bits.bits(0xffff, 16);
  for (const byte of [1, 0x60, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, 0x5d]) bits.bits(byte, 8);
  if (temporalLayers > 1) bits.bits(0, 16);
  bits.bits(0, 1);
  for (const value of [4, 2, 0]) bits.ue(value);
  bits.bits(0, 6);
  bits.ue(0);
  bits.bits(1, 1);
  bits.bits(1_001, 32);
  bits.bits(timeScale, 32);
  bits.bits(0, 1);
  bits.ue(1);
  bits.ue(0);
  bits.bits(0b100, 3); // buffers of the stream, no sub-pictures
  bits.bits(0x11, 8);
  for (const length of [23, 23, 23]) bits.bits(length, 5);
  for (let layer = 0; layer < temporalLayers; layer += 1) {
    bits.bits(0b000, 3); // neither a fixed rate nor low delay
    bits.ue(0);
    for (const value of [bitRate, bitRate * 2]) bits.ue(value);
    bits.bits(0, 1);
  }
  bits.bits(isExtended ? 1 : 0, 1);
  bits.trailing();
  return escapeNal(bits.written()).slice();
}

describe('H.265 parameter sets', () => {
  it.each([
    ['rate25', 'rate30', true],
    ['buffer1', 'buffer2', true],
    ['rate30', 'otherColour', false],
    ['buffer1', 'otherLevel', false],
  ] as const)('%s and %s say the same: %s', (one, other, isSame) => {
    expect(isSameForDecoder('h265', bytes(h265[one]), bytes(h265[other]))).toBe(isSame);
  });

  it.each([1, 3])('of the video say the same with other timing, and %i temporal layers', (layers) => {
    const vps = h265Vps(25_000, 1_000, layers);
    expect(isSameForDecoder('h265', vps, h265Vps(50_000, 2_000, layers))).toBe(true);
    expect(isSameForDecoder('h265', vps, h265Vps(50_000, 2_000, layers, true))).toBe(false);
    expect(isSameForDecoder('h265', vps, h265Vps(25_000, 1_000, 4 - layers))).toBe(false);
  });
});

describe('the description of a stream', () => {
  it('does not change with the timing of its parameter sets', () => {
    const sets = new ParameterSets('h264');
    sets.offer([h264Sps({ timeScale: 50 }), makePps()]);
    const { track } = sets.takeChange()!;
    for (const timeScale of [51, 50, 51]) {
      sets.offer([h264Sps({ timeScale }), makePps()]);
      expect(sets.takeChange()).toBeNull();
    }
    sets.offer([h264Sps({ timeScale: 51, cropRight: 4 }), makePps()]);
    expect(sets.takeChange()?.track.width).toBe(track.width - 8);
    sets.offer([h264Sps({ timeScale: 50 }), makePps()]);
    expect(sets.takeChange()?.track).toEqual(track);
  });

  it('does not change with the timing of H.265', () => {
    const sets = new ParameterSets('h265');
    const pps = Uint8Array.of(0x44, 1, 0xc1, 0x72);
    sets.offer([h265Vps(25_000, 1_000), bytes(h265.rate25), pps]);
    expect(sets.takeChange()).not.toBeNull();
    sets.offer([h265Vps(30_000, 2_000), bytes(h265.rate30), pps]);
    expect(sets.takeChange()).toBeNull();
    sets.offer([bytes(h265.otherColour)]);
    expect(sets.takeChange()).not.toBeNull();
  });
});
