import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { FlvDemuxer, maxTagBytes } from '../../lib/codec/flv/flv-demuxer.ts';
import type { FlvEvent } from '../../lib/codec/flv/flv-events.ts';
import { scriptTag, videoTag } from '../../lib/codec/flv/flv-tags.ts';
import { aacTrack, h264Track, h265Track, join, pcmaTrack, sampleStream } from './flv-sample.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.log(`flv-demuxer: ORIEL_SEED=${seed}`);

/** The events of a demuxer that receives the bytes in these pieces. */
function demux(...pieces: readonly Uint8Array[]): FlvEvent[] {
  const events: FlvEvent[] = [];
  const demuxer = new FlvDemuxer((event) => events.push(event));
  for (const piece of pieces) demuxer.push(piece);
  return events;
}

const of = <T extends FlvEvent['type']>(events: readonly FlvEvent[], type: T) =>
  events.filter((event): event is Extract<FlvEvent, { type: T }> => event.type === type);

const header = join([[Uint8Array.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0])]]);

describe('a stream of our server', () => {
  const sample = sampleStream(h264Track, aacTrack);
  const events = demux(join(sample.tags));

  it('emits the tracks declared in its header', () => {
    expect(events[0]).toEqual({ type: 'header', hasVideo: true, hasAudio: true });
  });

  it('emits H.264 with the codec string of its record', () => {
    expect(of(events, 'videoConfig')).toEqual([
      {
        type: 'videoConfig',
        config: { codec: 'h264', config: h264Track.config, codecString: 'avc1.640016' },
      },
    ]);
  });

  it('emits AAC', () => {
    expect(of(events, 'audioConfig')[0]?.config).toMatchObject({
      codec: 'aac',
      codecString: 'mp4a.40.2',
      sampleRate: 16_000,
      channels: 1,
    });
  });

  it('emits each frame with its time and key frame flag', () => {
    const units = of(events, 'video').map(({ unit }) => [unit.dtsMs, unit.isKey, unit.data.length]);
    expect(units).toEqual([
      [1_000, true, 40],
      [1_066, false, 41],
      [1_132, false, 42],
      [1_198, true, 43],
      [1_264, false, 44],
      [1_330, false, 45],
    ]);
  });

  it('emits script tags with their values', () => {
    const scripts = of(events, 'script').map(({ name, value }) => [name, { ...(value as object) }]);
    expect(scripts.slice(1)).toEqual([
      ['onOrielClock', { mediaMs: 1_000, wallMs: 5, serverMs: 7 }],
      ['onOrielClock', { mediaMs: 1_198, wallMs: 5, serverMs: 7 }],
      ['onOrielEnd', { code: '10002' }],
    ]);
  });

  it('leaves nothing unread', () => {
    expect(of(events, 'skipped')).toEqual([]);
    expect(events).toHaveLength(sample.tags.length);
  });

  it('emits the same for any split of the bytes', () => {
    const stream = join(sample.tags);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 200 }), (sizes) => {
        const pieces: Uint8Array[] = [];
        let at = 0;
        for (const size of sizes) {
          pieces.push(stream.slice(at, at + size));
          at += size;
        }
        pieces.push(stream.slice(at));
        expect(demux(...pieces)).toEqual(events);
      }),
      { numRuns: 500, seed },
    );
  });
});

describe('enhanced FLV', () => {
  it('carries H.265', () => {
    const events = demux(join(sampleStream(h265Track, aacTrack).tags));
    expect(of(events, 'videoConfig')[0]?.config.codecString).toBe('hvc1.1.6.L120.90');
    expect(of(events, 'video')).toHaveLength(6);
  });

  it('carries G.711 as FLAC, with the description for WebCodecs', () => {
    const events = demux(join(sampleStream(h264Track, pcmaTrack).tags));
    const config = of(events, 'audioConfig')[0]?.config;
    expect(config).toMatchObject({ codec: 'flac', codecString: 'flac', sampleRate: 8_000, channels: 1 });
    expect(Buffer.from(config!.description.subarray(0, 8)).toString('latin1')).toBe('fLaC\x80\0\0\x22');
    expect(of(events, 'audio')).toHaveLength(6);
  });
});

describe('times', () => {
  const at = (timeMs: number, compositionMs = 0) =>
    join([videoTag('h264', true, timeMs, compositionMs, Uint8Array.of(1, 2, 3))]);

  it('adds the composition offset, also a negative one', () => {
    const [, first, second] = demux(header, at(100, 40), at(200, -20));
    expect([first, second]).toMatchObject([
      { unit: { dtsMs: 100, ptsMs: 140 } },
      { unit: { dtsMs: 200, ptsMs: 180 } },
    ]);
  });

  it('continue after 32-bit timestamps wrap around', () => {
    const times = of(demux(header, at(2 ** 32 - 10), at(30), at(2 ** 32 - 5), at(40)), 'video');
    expect(times.map(({ unit }) => unit.dtsMs)).toEqual([
      2 ** 32 - 10,
      2 ** 32 + 30,
      2 ** 32 - 5,
      2 ** 32 + 40,
    ]);
  });
});

describe('bytes that cannot be parsed', () => {
  const tag = (type: number, size: number, body: readonly number[] = []) =>
    Uint8Array.from([
      type,
      size >> 16,
      (size >> 8) & 255,
      size & 255,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      ...body,
      0,
      0,
      0,
      0,
    ]);

  it.each([
    ['no FLV at all', [new TextEncoder().encode('<!doctype html><title>')], 'flv.signature'],
    ['a header without end', [Uint8Array.of(0x46, 0x4c, 0x56, 1, 5, 255, 0, 0, 9)], 'flv.signature'],
    ['a tag of 16 MB', [header, tag(9, 0xffffff)], 'flv.tagSize'],
    ['only unknown tags', [header, ...Array.from({ length: 20 }, () => tag(3, 0))], 'flv.tagType'],
    [
      'a tag that is encrypted in another way',
      [header, tag(0x29, 8, [0x17, 1, 0, 0, 0, 1, 0x53, 0x45])],
      'flv.codec',
    ],
    ['a codec of 1998', [header, tag(9, 6, [0x12, 0, 0, 0, 0, 0])], 'flv.codec'],
    ['an unknown codec', [header, tag(9, 6, [0x90, 0x61, 0x62, 0x63, 0x64, 0])], 'flv.codec'],
    ['an H.264 record cut short', [header, tag(9, 8, [0x17, 0, 0, 0, 0, 1, 100, 0])], 'flv.config'],
  ] as const)('%s ends the stream with a code', (_what, pieces, code) => {
    const events = demux(...pieces);
    expect(events.at(-1)).toEqual({ type: 'failed', code });
  });

  it('emits nothing after a failure', () => {
    const events = demux(Uint8Array.from(Buffer.from('not an FLV stream')), header, header);
    expect(events).toEqual([{ type: 'failed', code: 'flv.signature' }]);
  });

  it('skips unknown audio, because the video matters more', () => {
    const events = demux(
      header,
      tag(8, 3, [0x2f, 0, 0]),
      join([videoTag('h264', true, 5, 0, Uint8Array.of(1))]),
    );
    expect(events.map(({ type }) => type)).toEqual(['header', 'skipped', 'video']);
  });

  it.each([
    ['cut short', [2, 0, 3, 120]],
    ['too deep', [2, 0, 1, 120, ...Array.from({ length: 40 }, () => [10, 0, 0, 0, 1]).flat(), 5]],
    ['too many values', [2, 0, 1, 120, 10, 0, 255, 255, 255]],
    ['of an unknown type', [2, 0, 1, 120, 77]],
  ])('skips a script tag that is %s', (_what, body) => {
    const events = demux(header, tag(18, body.length, body));
    expect(events.map(({ type }) => type)).toEqual(['header', 'skipped']);
  });

  it('accepts a key named __proto__', () => {
    const [, script] = demux(header, join([scriptTag('x', JSON.parse('{"__proto__": {"polluted": 1}}'), 0)]));
    expect(script).toMatchObject({ type: 'script', name: 'x' });
    expect(Object.keys((script as { value: object }).value)).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('buffers no more than was received, whatever size a tag declares', () => {
    const demuxer = new FlvDemuxer(() => undefined);
    demuxer.push(header);
    demuxer.push(tag(9, maxTagBytes));
    expect(demuxer.bufferedBytes).toBeLessThan(1_024);
  });
});
