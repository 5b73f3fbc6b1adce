/** The encoder of a moved view against ffmpeg's decoder: every pixel must be unchanged. */
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { BitWriter } from '../../lib/codec/bit-writer.ts';
import { escapeInto, joinAnnexB } from '../../lib/codec/nal.ts';
import { writeSliceHeader } from '../../lib/media/sources/demo/slice-header.ts';
import { SliceEncoder } from '../../lib/media/sources/demo/view-encoder.ts';
import { randomFrom } from '../../scripts/demo-clip/page/scene.ts';
import { pictureParameterSet, sequenceParameterSet } from '../../scripts/demo-clip/parameter-sets.ts';
import { decodePlanes } from './demo-kit.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
process.stdout.write(`demo view encoder: ORIEL_SEED=${seed}\n`);

const initQp = 23;
const cases = [
  { columns: 6, split: 2, rows: 5, keyQp: 22, otherQp: 24, chromaQpOffset: 0 },
  { columns: 6, split: 1, rows: 4, keyQp: 30, otherQp: 20, chromaQpOffset: -2 },
  { columns: 1, split: 1, rows: 3, keyQp: 26, otherQp: 26, chromaQpOffset: 2 },
  { columns: 2, split: 1, rows: 2, keyQp: 18, otherQp: 34, chromaQpOffset: 0 },
];

/** A world with edges, slopes and noise, slightly different at every `time`. */
function worldPixel(x: number, y: number, time: number, noise: number): number {
  const slope = (x * 3 + y * 2) % 200;
  const squares = ((x >> 4) ^ (y >> 3)) & 1 ? 40 : 0;
  const moving = (x + time * 5) % 61 < 9 && y % 29 < 11 ? 70 : 0;
  return Math.max(0, Math.min(255, slope + squares + moving + noise));
}

describe.each(cases)('two slices of $columns columns, $split of $rows rows above', (shape) => {
  it('decode to the reconstructed pixels for any movement of the view', async () => {
    const random = randomFrom(seed + shape.columns);
    const { columns, split, rows } = shape;
    const [width, height] = [columns * 16, rows * 16];
    const encoders = [
      new SliceEncoder({ ...shape, rows: split, hasOverlay: true }),
      new SliceEncoder({ ...shape, rows: rows - split, hasOverlay: false }),
    ] as const;
    const writer = new BitWriter();
    const units = [
      sequenceParameterSet({ columns, rows, width, height }, 4),
      pictureParameterSet(initQp, shape.chromaQpOffset),
    ];
    const kept: Buffer[] = [];
    let view = { x: 400, y: 200 };
    let noisiness = 0;
    for (let index = 0; index < 60; index += 1) {
      const isKey = index % 20 === 0;
      const move = {
        right: random() < 0.3 ? 0 : 2 * Math.floor(random() * 26 - 13),
        down: random() < 0.5 ? 0 : 2 * Math.floor(random() * 26 - 13),
      };
      view = { x: view.x + move.right, y: view.y + move.down };
      if (random() < 0.2) noisiness = random() < 0.5 ? 0 : random() * 40;
      const plane = (divisor: number, offset: number): Uint8Array =>
        Uint8Array.from({ length: (width * height) / divisor ** 2 }, (_, at) => {
          const x = (at % (width / divisor)) + view.x / divisor;
          const y = Math.floor(at / (width / divisor)) + view.y / divisor;
          return worldPixel(x + offset, y, index, random() * noisiness);
        });
      const target = { y: plane(1, 0), u: plane(2, 37), v: plane(2, 91) };
      const rowsOf = (from: number, to: number) => ({
        y: target.y.subarray(from * 256 * columns, to * 256 * columns),
        u: target.u.subarray(from * 64 * columns, to * 64 * columns),
        v: target.v.subarray(from * 64 * columns, to * 64 * columns),
      });
      for (const [part, encoder] of encoders.entries()) {
        const [from, to] = part === 0 ? [0, split] : [split, rows];
        writer.reset();
        writer.bits(isKey ? 0x65 : 0x41, 8);
        writeSliceHeader(
          writer,
          { frameNumBits: 4, initQp },
          {
            isKey,
            firstMacroblock: from * columns,
            frameNum: index % 20,
            idrPicId: (index / 20) & 1,
            qp: isKey ? shape.keyQp : shape.otherQp,
            deblocking: 1,
          },
        );
        if (isKey) encoder.writeIntra(writer, rowsOf(from, to));
        else encoder.writeInter(writer, rowsOf(from, to), move.right, move.down);
        writer.trailing();
        const testConsole = new Uint8Array(writer.written().length * 2);
        units.push(testConsole.slice(0, escapeInto(testConsole, 0, writer.written())));
      }
      const planes = [0, 1, 2].map((component) => encoders.map(({ decoded }) => decoded[component]!.slice()));
      kept.push(Buffer.concat(planes.flat()));
    }
    const decoded = await decodePlanes(joinAnnexB(units), width, height);
    expect(decoded).toHaveLength(kept.length);
    for (const [index, frame] of decoded.entries())
      expect([index, frame.equals(kept[index]!)]).toEqual([index, true]);
  });
});

describe('vectors', () => {
  it('predict moving content without encoding it again', () => {
    const shape = { columns: 20, rows: 10, keyQp: 22, otherQp: 24, chromaQpOffset: 0, hasOverlay: false };
    const encoder = new SliceEncoder(shape);
    const writer = new BitWriter();
    const shown = (left: number) => {
      const plane = (divisor: number) =>
        Uint8Array.from({ length: (320 * 160) / divisor ** 2 }, (_, at) =>
          worldPixel((at % (320 / divisor)) + left / divisor, Math.floor(at / (320 / divisor)), 0, 0),
        );
      return { y: plane(1), u: plane(2), v: plane(2) };
    };
    encoder.writeIntra(writer, shown(0));
    const keyBits = writer.written().length;
    writer.reset();
    encoder.writeInter(writer, shown(8), 8, 0);
    // Half of one of twenty columns came into view; the other nineteen cost almost nothing.
    expect(writer.written().length).toBeLessThan(keyBits / 8);
    writer.reset();
    encoder.writeInter(writer, shown(16), 0, 0);
    expect(writer.written().length).toBeGreaterThan(keyBits / 3);
  });
});
