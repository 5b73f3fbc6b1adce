import { expect } from 'expect';
import { describe, it } from 'vitest';
import { PictureReader } from '../../scripts/first-picture.mjs';

const header = Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]);

function tag(type: number, atMs: number, body: readonly number[]): Buffer {
  const bytes = Buffer.alloc(11 + body.length + 4);
  bytes[0] = type;
  bytes.writeUIntBE(body.length, 1, 3);
  bytes.writeUIntBE(atMs, 4, 3);
  bytes.set(body, 11);
  bytes.writeUInt32BE(11 + body.length, 11 + body.length);
  return bytes;
}
/** A unit of H.264 behind its length: its type, and one byte. */
const unit = (type: number) => [0, 0, 0, 2, type, 0x80];
const configuration = tag(9, 0, [0x17, 0, 0, 0, 0, 1, 0x64, 0, 0x1f]);
const keyFrame = (atMs: number, ...types: number[]) =>
  tag(9, atMs, [0x17, 1, 0, 0, 0, ...types.flatMap(unit)]);
const frame = (atMs: number) => tag(9, atMs, [0x27, 1, 0, 0, 0, ...unit(0x61)]);
const audio = tag(8, 0, [0xaf, 1, 0]);

function read(...pieces: readonly Uint8Array[]): PictureReader {
  const reader = new PictureReader();
  for (const piece of pieces) reader.push(piece);
  return reader;
}

describe('the check for a first picture', () => {
  const stream = [header, audio, configuration, keyFrame(100, 0x67, 0x65), frame(140), frame(180)];

  it('measures the video from its first key frame on', () => {
    expect(read(...stream)).toMatchObject({ keyFrame: { bytes: 12, atMs: 100 }, frames: 3, durationMs: 80 });
  });

  it('does so wherever the bytes are divided', () => {
    const bytes = [...Buffer.concat(stream)].map((byte) => Uint8Array.of(byte));
    expect(read(...bytes)).toMatchObject({ frames: 3, durationMs: 80 });
  });

  it.each([
    ['no key frame', [header, configuration, frame(140), frame(2_000)]],
    ['no configuration', [header, keyFrame(100, 0x65), frame(2_000)]],
    ['audio only', [header, audio, audio]],
  ])('sees no picture in a stream with %s', (_, pieces) => {
    expect(read(...pieces)).toMatchObject({ keyFrame: null, frames: 0, durationMs: 0 });
  });

  it.each([
    ['is not FLV', [Buffer.from('{"code":"stream.offline"}')]],
    ['is not H.264', [header, tag(9, 0, [0x22, 1, 0, 0, 0, 1])]],
    ['has no IDR slice', [header, configuration, keyFrame(100, 0x67, 0x61)]],
    ['has a wrong length', [header, Buffer.alloc(20, 1)]],
  ])('rejects what %s', (fault, pieces) => {
    expect(() => read(...pieces, Buffer.alloc(2 ** 18))).toThrow(fault);
  });
});
