import { expect } from 'expect';
import { describe, it } from 'vitest';
import { containerOf } from '../../lib/plain-stream/container.ts';
import { isPlainAddress } from '../../lib/plain-stream/plain-address.ts';
import { faultOfStatus } from '../../lib/plain-stream/plain-fault.ts';

const text = (words: string) => new TextEncoder().encode(words);

/** Packets of MPEG-TS, after so many bytes of one that was cut. */
function packets(size = 188, cut = 0, count = 5): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(cut + size * count).fill(0x20);
  // With a time before each packet, its first byte is the fifth.
  for (let at = cut + (size === 192 ? 4 : 0); at < bytes.length; at += size) bytes[at] = 0x47;
  return bytes;
}

describe('an address of another server', () => {
  it.each([
    ['https://a.example/live.flv', true],
    ['HTTP://a.example/live', true],
    ['wss://a.example/live.flv', true],
    ['ezopen://a.example/C1/1.live', false],
    ['file:///live.flv', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('is %s: %s', (address, isPlain) => {
    expect(isPlainAddress(address)).toBe(isPlain);
  });
});

describe('a stream is known by its first bytes', () => {
  it.each([
    ['FLV', text('FLV\u0001'), 'flv'],
    ['a playlist', text('#EXTM3U\n#EXT-X-VERSION:3'), 'hls'],
    ['a playlist with a byte order mark', new Uint8Array([0xef, 0xbb, 0xbf, ...text('#EXTM3U')]), 'hls'],
    ['MPEG-TS', packets(), 'mpegts'],
    ['MPEG-TS that was joined within a packet', packets(188, 100), 'mpegts'],
    ['MPEG-TS with times', packets(192), 'mpegts'],
    ['MPEG-TS with checksums', packets(204), 'mpegts'],
    ['two packets, which may be chance', packets(188, 0, 2), null],
    ['a page', text('<!doctype html>'.repeat(60)), null],
    ['MP4', new Uint8Array([0, 0, 0, 0x18, ...text('ftypisom')]), null],
    ['nothing', new Uint8Array(), null],
  ])('%s', (_what, bytes, container) => {
    expect(containerOf(bytes)).toBe(container);
  });
});

describe('the answer of another server', () => {
  it.each([
    [404, 'network', 'plain.notFound'],
    [410, 'network', 'plain.notFound'],
    [401, 'other', 'plain.denied'],
    [403, 'other', 'plain.denied'],
    [400, 'other', 'plain.denied'],
    [429, 'network', 'plain.unavailable'],
    [503, 'network', 'plain.unavailable'],
  ])('%i may pass by itself or not: %s, %s', (status, kind, code) => {
    expect(faultOfStatus(status)).toMatchObject({ kind, code });
  });
});
