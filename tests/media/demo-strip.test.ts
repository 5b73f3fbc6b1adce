/** The strip's own encoder against ffmpeg's decoder: every pixel must be unchanged. */
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { BitWriter, writeSe } from '../../lib/codec/bit-writer.ts';
import { escapeInto, joinAnnexB } from '../../lib/codec/nal.ts';
import {
  chromaDcTokens,
  chromaDcTotalZeros,
  coeffTokens,
  runBefore,
  totalZeros,
} from '../../lib/media/sources/demo/cavlc-tables.ts';
import { writeSliceHeader } from '../../lib/media/sources/demo/slice-header.ts';
import { StripEncoder } from '../../lib/media/sources/demo/strip-encoder.ts';
import { randomFrom } from '../../scripts/demo-clip/page/scene.ts';
import { pictureParameterSet, sequenceParameterSet } from '../../scripts/demo-clip/parameter-sets.ts';
import { decodePlanes } from './demo-kit.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
process.stdout.write(`demo strip: ORIEL_SEED=${seed}\n`);

const shape = { columns: 5, rows: 2, width: 80, height: 32 };
const initQp = 23;

type Paint = (random: () => number) => number;
const paints: Readonly<Record<string, Paint>> = {
  noise: (random) => Math.floor(random() * 256),
  'faint noise': (random) => 120 + Math.floor(random() * 16),
  lettering: (random) => (random() < 0.2 ? 235 : 20),
};

const cases = Object.keys(paints).flatMap((paint) =>
  [12, 22, 31, 40].map((qp) => ({ paint, qp, chromaQpOffset: qp % 3 === 0 ? 0 : -2 })),
);

describe('strip encoder', () => {
  it.each(cases)('$paint at quantiser $qp decodes to the pixels it kept', async (wanted) => {
    const random = randomFrom(seed + wanted.qp);
    const draw = (count: number): Uint8Array =>
      Uint8Array.from({ length: count }, () => paints[wanted.paint]!(random));
    const size = shape.width * shape.height;
    const encoder = new StripEncoder({ ...shape, ...wanted }, { u: draw(size / 4), v: draw(size / 4) });
    const writer = new BitWriter();
    const units = [sequenceParameterSet(shape, 4), pictureParameterSet(initQp, wanted.chromaQpOffset)];
    const kept: Buffer[] = [];
    for (let index = 0; index < 24; index += 1) {
      const isKey = index % 8 === 0;
      writer.reset();
      writeSliceHeader(
        writer,
        { frameNumBits: 4, initQp },
        {
          isKey,
          firstMacroblock: 0,
          frameNum: index % 8,
          idrPicId: (index >> 3) & 1,
          qp: wanted.qp,
          deblocking: 1,
        },
      );
      const changed = Uint8Array.from({ length: size / 16 }, () => (random() < 0.15 ? 1 : 0));
      if (isKey) encoder.writeIntra(writer, draw(size));
      else encoder.writeInter(writer, draw(size), changed);
      writer.trailing();
      units.push(nalUnit(isKey ? 0x65 : 0x41, writer.written()));
      kept.push(Buffer.concat(encoder.decoded));
    }
    const decoded = await decodePlanes(joinAnnexB(units), shape.width, shape.height);
    expect(decoded).toHaveLength(kept.length);
    for (const [index, frame] of decoded.entries()) expect(frame.equals(kept[index]!)).toBe(true);
  });

  it('stays close to the target', () => {
    const random = randomFrom(seed);
    const size = shape.width * shape.height;
    const grey = new Uint8Array(size / 4).fill(128);
    const encoder = new StripEncoder({ ...shape, qp: 22, chromaQpOffset: 0 }, { u: grey, v: grey });
    const writer = new BitWriter();
    const everything = new Uint8Array(size / 16).fill(1);
    for (let index = 0; index < 200; index += 1) {
      const target = Uint8Array.from({ length: size }, () => (random() < 0.2 ? 228 : 20));
      writer.reset();
      if (index === 0) encoder.writeIntra(writer, target);
      else encoder.writeInter(writer, target, everything);
      const worst = encoder.decoded[0].reduce(
        (max, value, at) => Math.max(max, Math.abs(value - target[at]!)),
        0,
      );
      expect(worst).toBeLessThan(24);
    }
  });
});

describe('code tables', () => {
  const tables: [string, Uint32Array][] = [
    ...coeffTokens.map((table, index): [string, Uint32Array] => [`coeff_token ${index}`, table]),
    ['coeff_token of chroma DC', chromaDcTokens],
    ...totalZeros.map((table, index): [string, Uint32Array] => [`total_zeros ${index + 1}`, table]),
    ...chromaDcTotalZeros.map((table, index): [string, Uint32Array] => [
      `chroma total_zeros ${index + 1}`,
      table,
    ]),
    ...runBefore.map((table, index): [string, Uint32Array] => [`run_before ${index + 1}`, table]),
  ];

  it.each(tables)('%s: no code is a prefix of another', (_, table) => {
    const codes = [...table]
      .filter((code) => code >>> 16 > 0)
      .map((code) => (code & 0xffff).toString(2).padStart(code >>> 16, '0'));
    expect(
      codes.every(
        (code, index) => code.length === [...table].filter((each) => each >>> 16 > 0)[index]! >>> 16,
      ),
    ).toBe(true);
    for (const [index, code] of codes.entries()) {
      for (const [other, longer] of codes.entries()) {
        if (index !== other) expect(longer.startsWith(code)).toBe(false);
      }
    }
  });
});

describe('bits', () => {
  it('writes Exp-Golomb numbers of every length', () => {
    const writer = new BitWriter();
    for (const value of [0, 1, 2, 3, 7, 255, 65_535, 1_000_000]) writer.ue(value);
    writeSe(writer, -1);
    writeSe(writer, 1);
    writer.trailing();
    expect(Buffer.from(writer.written()).toString('hex')).toBe(
      expectedBits([0, 1, 2, 3, 7, 255, 65_535, 1_000_000, 2, 1]),
    );
  });

  it('keeps start codes out of a unit', () => {
    const target = new Uint8Array(32);
    const end = escapeInto(target, 0, Uint8Array.of(0, 0, 0, 0, 0, 1, 0, 0, 4, 0, 0, 3));
    expect([...target.subarray(0, end)]).toEqual([0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 4, 0, 0, 3, 3]);
  });
});

/** By text, which is slow but simple. */
function expectedBits(values: readonly number[]): string {
  const text = `${values
    .map((value) => (value + 1).toString(2))
    .map((code) => '0'.repeat(code.length - 1) + code)
    .join('')}1`;
  const bytes = text.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
  return Buffer.from(bytes).toString('hex');
}

function nalUnit(header: number, payload: Uint8Array): Uint8Array {
  const testConsole = new Uint8Array(payload.length * 2 + 1);
  testConsole[0] = header;
  return testConsole.slice(0, escapeInto(testConsole, 1, payload));
}
