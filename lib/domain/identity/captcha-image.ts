/**
 * Draws a word that people can read and simple programs cannot: a small grey PNG, distorted, rotated and crossed out.
 * About 40,000 samples and 9 kB to compress for any word, so a few milliseconds at most; the rate limit is ten images a
 * minute per address.
 */
import { deflateSync } from 'node:zlib';
import type { Entropy } from '../crypto/entropy.ts';

const width = 168;
const height = 56;
const glyphWidth = 5;
const glyphHeight = 7;
/** Grey level of a pixel without ink, and how much each of its four samples darkens it. */
const background = 245;
const inkOfSample = 55;

/** Rows of 5 bits, from the top. */
const glyphs: Readonly<Record<string, string>> = {
  2: '0E1101020408 1F',
  3: '1F0204020111 0E',
  4: '02060A121F02 02',
  5: '1F101E010111 0E',
  6: '0608101E1111 0E',
  7: '1F0102040808 08',
  8: '0E11110E1111 0E',
  9: '0E11110F0102 0C',
  A: '0E1111111F11 11',
  B: '1E11111E1111 1E',
  C: '0E1110101011 0E',
  D: '1C1211111112 1C',
  E: '1F10101E1010 1F',
  F: '1F10101E1010 10',
  G: '0E1110171111 0F',
  H: '1111111F1111 11',
  J: '070202020212 0C',
  K: '111214181412 11',
  M: '111B15151111 11',
  N: '111119151311 11',
  P: '1E11111E1010 10',
  R: '1E11111E1412 11',
  T: '1F0404040404 04',
  U: '111111111111 0E',
  V: '11111111110A 04',
  W: '111111151515 0A',
  X: '11110A040A11 11',
  Y: '1111110A0404 04',
};

/** Returns a data URL. `word` contains only symbols of the alphabet above. */
export function captchaImage(word: string, entropy: Entropy): string {
  const pixels = draw(word, randomFrom(entropy.bytes(64)));
  return `data:image/png;base64,${encodePng(pixels).toString('base64')}`;
}

/** Numbers from 0 to 1, from a fixed sequence of bytes. */
function randomFrom(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    const value = (bytes[at % bytes.length] ?? 0) / 255;
    at += 1;
    return value;
  };
}

function draw(word: string, random: () => number): Uint8Array {
  const between = (from: number, to: number) => from + (to - from) * random();
  const cell = (width - 24) / word.length;
  const symbols = [...word].map((symbol, index): Placed => {
    const angle = between(-0.3, 0.3);
    return {
      bits: bitsOf(symbol),
      x: 12 + cell * (index + 0.5) + between(-2, 2),
      y: height / 2 + between(-5, 5),
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      scale: between(5.2, 6),
    };
  });
  const wave = (amount: number, length: number) => {
    const start = between(0, 6);
    // Two samples per pixel, in both directions.
    return Float64Array.from({ length: 2 * width }, (_, at) => amount * Math.sin(at / 2 / length + start));
  };
  const bendX = wave(between(1, 2), between(9, 14));
  const bendY = wave(between(1, 2), between(9, 14));
  const lines = [0, 1].map(() => ({
    y: between(12, height - 12),
    wave: wave(between(3, 9), between(14, 30)),
  }));

  /** Coordinates are samples, two per pixel. */
  const isInk = (column: number, row: number): boolean => {
    const x = column / 2 + 0.25;
    const y = row / 2 + 0.25;
    if (lines.some((line) => Math.abs(y - line.y - (line.wave[column] ?? 0)) < 0.6)) return true;
    const bentX = x + (bendX[row] ?? 0);
    const bentY = y + (bendY[column] ?? 0);
    const near = Math.floor((bentX - 12) / cell);
    for (let index = near - 1; index <= near + 1; index += 1) {
      const symbol = symbols[index];
      if (symbol && isInSymbol(symbol, bentX, bentY)) return true;
    }
    return false;
  };

  const pixels = new Uint8Array(width * height).fill(background);
  for (let row = 0; row < 2 * height; row += 1) {
    for (let column = 0; column < 2 * width; column += 1) {
      const at = (row >> 1) * width + (column >> 1);
      if (isInk(column, row)) pixels[at] = (pixels[at] ?? 0) - inkOfSample;
    }
  }
  return pixels;
}

interface Placed {
  readonly bits: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
  readonly scale: number;
}

function isInSymbol({ bits, x: cx, y: cy, cos, sin, scale }: Placed, x: number, y: number): boolean {
  const [dx, dy] = [x - cx, y - cy];
  const u = (dx * cos + dy * sin) / scale + glyphWidth / 2 - 0.5;
  const v = (dy * cos - dx * sin) / scale + glyphHeight / 2 - 0.5;
  if (u < -1 || u > glyphWidth || v < -1 || v > glyphHeight) return false;
  // Interpolates between the centres of four cells, so that strokes look round.
  const [column, row] = [Math.floor(u), Math.floor(v)];
  const [right, low] = [u - column, v - row];
  const above = bitAt(bits, column, row) * (1 - right) + bitAt(bits, column + 1, row) * right;
  const below = bitAt(bits, column, row + 1) * (1 - right) + bitAt(bits, column + 1, row + 1) * right;
  return above * (1 - low) + below * low > 0.42;
}

function bitAt(bits: readonly number[], column: number, row: number): number {
  if (column < 0 || column >= glyphWidth) return 0;
  return ((bits[row] ?? 0) >> (glyphWidth - 1 - column)) & 1;
}

function bitsOf(symbol: string): readonly number[] {
  const rows = glyphs[symbol];
  if (rows === undefined) throw new Error(`there is no glyph for ${symbol}`);
  return (rows.replace(' ', '').match(/../g) ?? []).map((row) => Number.parseInt(row, 16));
}

/** 8-bit greyscale, no filter. */
function encodePng(pixels: Uint8Array): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc32(body), body.length + 4);
  return out;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
