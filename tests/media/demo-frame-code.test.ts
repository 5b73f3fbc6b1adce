/** The reader of the frame code: what it must read, and what it must reject. */
import { expect } from 'expect';
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { encodeFrameCode, frameCodeCells } from '../../lib/media/sources/demo/frame-code.ts';
import { type FrameCode, readFrameCode } from '../kit/frame-number.ts';
import { annexB, decodeRgba, record } from './demo-kit.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 1_000_000);
process.stdout.write(`demo frame code: ORIEL_SEED=${seed}\n`);

const width = 320;
const height = 180;
const lineHeight = 3;
const cellWidth = width / frameCodeCells;

/** A frame that contains only the code. */
function drawn(cells: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(width * height * 4).fill(70);
  for (let cell = 0; cell < frameCodeCells; cell += 1) setCell(rgba, cell, cells[cell] === 1 ? 180 : 25);
  return rgba;
}

function setCell(rgba: Uint8Array, cell: number, value: number): void {
  for (let y = 0; y < lineHeight; y += 1) {
    const from = (y * width + cell * cellWidth) * 4;
    rgba.fill(value, from, from + cellWidth * 4);
  }
}

describe('frame code', () => {
  let rgba: Buffer;
  let code: FrameCode;

  beforeAll(async () => {
    const recording = await record('yard', 'sub', 1);
    rgba = (await decodeRgba(annexB(recording), width, height))[9]!;
    code = readFrameCode(rgba, width, height)!;
    expect(code).not.toBeNull();
  });

  it('round-trips any frame number and any time', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_500_000_000_000, max: 4_000_000_000_000 }),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        (madeAtMs, offset) => {
          const frame = Math.floor((madeAtMs * 15) / 1000) + offset;
          const cells = new Uint8Array(frameCodeCells);
          encodeFrameCode(cells, frame, madeAtMs);
          expect(readFrameCode(drawn(cells), width, height)).toEqual({ frame, madeAtMs });
        },
      ),
      { seed },
    );
  });

  it('rejects a decoded frame with one to three inverted cells', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 79 }), { minLength: 1, maxLength: 3 }),
        (turned) => {
          const damaged = new Uint8Array(rgba);
          for (const cell of turned) {
            const at = (width + cell * cellWidth + 2) * 4;
            setCell(damaged, cell, rgba[at]! > 100 ? 25 : 190);
          }
          expect(readFrameCode(damaged, width, height)).toBeNull();
        },
      ),
      { seed },
    );
  });

  it('rejects a frame without a code, too few bytes, and noise', () => {
    expect(readFrameCode(new Uint8Array(width * height * 4), width, height)).toBeNull();
    expect(readFrameCode(rgba.subarray(0, 1000), width, height)).toBeNull();
    const blank = new Uint8Array(rgba);
    blank.copyWithin(0, width * 4 * 60, width * 4 * 70);
    expect(readFrameCode(blank, width, height)).toBeNull();
  });

  it('reads a crop of a larger frame', () => {
    const large = new Uint8Array(500 * 300 * 4);
    for (let y = 0; y < height; y += 1) {
      large.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), ((y + 40) * 500 + 100) * 4);
    }
    expect(readFrameCode(large, 500, 300, { x: 100, y: 40, width, height })).toEqual(code);
    expect(readFrameCode(large, 500, 300)).toBeNull();
  });

  it('reads scaled frames and JPEG-like noise', async () => {
    const recording = await record('harbour', 'main', 1);
    for (const [toWidth, toHeight] of [
      [640, 360],
      [320, 180],
      [160, 90],
      [500, 281],
      [1280, 720],
    ] as const) {
      const scaled = nearest((await decodeRgba(annexB(recording), 640, 360))[3]!, toWidth, toHeight);
      for (let at = 0; at < scaled.length; at += 3) scaled[at] = Math.max(0, scaled[at]! - ((at * 7) % 24));
      expect(readFrameCode(scaled, toWidth, toHeight)?.madeAtMs).toBe(recording.video[3]!.wallMs);
    }
  });
});

function nearest(rgba: Uint8Array, toWidth: number, toHeight: number): Uint8Array {
  const scaled = new Uint8Array(toWidth * toHeight * 4);
  for (let y = 0; y < toHeight; y += 1) {
    for (let x = 0; x < toWidth; x += 1) {
      const from =
        (Math.floor(((y + 0.5) * 360) / toHeight) * 640 + Math.floor(((x + 0.5) * 640) / toWidth)) * 4;
      scaled.set(rgba.subarray(from, from + 4), (y * toWidth + x) * 4);
    }
  }
  return scaled;
}
