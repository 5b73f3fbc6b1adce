import { createSecretKey } from 'node:crypto';
import { expect } from 'expect';
import { beforeAll, describe, it } from 'vitest';
import { flvFileHeader } from '../../lib/codec/flv/flv-tags.ts';
import type { Decryption } from '../../lib/kernel/decryption.ts';
import { FlvMuxer } from '../../lib/media/outputs/flv/flv-muxer.ts';
import type { MediaKey, TrackSet } from '../../lib/media/ports.ts';
import { type ClearFlvEvent, FlvInput } from '../../player-frame/engines/flv-input.ts';
import { type CodedClip, makeClip } from '../kit/coded-clip.ts';

const bytes = Buffer.alloc(16, 7);
const encryption: MediaKey = { keyId: 'a1', salt: '', iterations: 1, secret: createSecretKey(bytes) };
let decryption: Decryption;
let clip: CodedClip;
beforeAll(async () => {
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-CTR', false, ['decrypt']);
  decryption = { keyId: 'a1', key };
  clip = makeClip({ seconds: 1, audio: 'pcma' });
});

function mux(tracks: TrackSet): Buffer {
  const muxer = new FlvMuxer(tracks);
  const units = clip.units.flatMap((unit) => muxer.unit({ ...unit, wallMs: 0 }, Math.round(unit.dtsMs)));
  return Buffer.concat([flvFileHeader(tracks), ...[...muxer.headers(0), ...units].flat()]);
}

/** In chunks of this size, with a pause after each, until so many events were delivered or it failed. */
async function read(stream: Buffer, key: Decryption | null, chunkBytes: number, count: number) {
  const events: ClearFlvEvent[] = [];
  const failures: string[] = [];
  let delivered = 0;
  const input = new FlvInput(
    {
      event: (event) => events.push(event),
      delivered: () => {
        delivered = events.length;
      },
      failed: ({ code }) => failures.push(code),
    },
    key,
  );
  for (let at = 0; at < stream.length; at += chunkBytes) {
    input.push(stream.subarray(at, at + chunkBytes));
    await new Promise(setImmediate);
  }
  const deadline = performance.now() + 5_000;
  while (delivered < count && failures.length === 0 && performance.now() < deadline)
    await new Promise(setImmediate);
  return { events, failures, delivered };
}

const samples = (events: readonly ClearFlvEvent[]) =>
  events.flatMap((event) => (event.type === 'video' || event.type === 'audio' ? [event] : []));

describe('an encrypted FLV stream', () => {
  it.each([7_000, 2 ** 24])(
    'gives the events of the clear one in the same order, in chunks of %i',
    async (chunk) => {
      const clear = await read(mux(clip.tracks), null, chunk, 0);
      const count = clear.events.length;
      const encrypted = await read(mux({ ...clip.tracks, encryption }), decryption, chunk, count);
      expect(encrypted.failures).toEqual([]);
      expect(encrypted.delivered).toBe(encrypted.events.length);
      expect(samples(clear.events).length).toBeGreaterThan(30);
      expect(new Set(samples(clear.events).map(({ type }) => type)).size).toBe(2);
      const plain = ({ events }: typeof clear) =>
        events.map((event) =>
          'unit' in event ? { ...event, unit: { ...event.unit, data: Buffer.from(event.unit.data) } } : event,
        );
      expect(plain(encrypted)).toEqual(plain(clear));
    },
  );

  it('ends with 400035 without a key, before any frame', async () => {
    const { events, failures } = await read(mux({ ...clip.tracks, encryption }), null, 2 ** 24, 1);
    expect(failures).toEqual(['400035']);
    expect(samples(events)).toEqual([]);
  });

  it('ends with 400036 if the code was changed since the key was derived, before any frame', async () => {
    const other = { ...encryption, keyId: 'b2' };
    const { events, failures } = await read(
      mux({ ...clip.tracks, encryption: other }),
      decryption,
      2 ** 24,
      1,
    );
    expect(failures).toEqual(['400036']);
    expect(samples(events)).toEqual([]);
  });

  it('delivers nothing after it was stopped, although units are being decrypted', async () => {
    const events: ClearFlvEvent[] = [];
    const sink = { event: (event: ClearFlvEvent) => events.push(event), delivered() {}, failed() {} };
    const input = new FlvInput(sink, decryption);
    input.push(mux({ ...clip.tracks, encryption }));
    input.stop();
    const before = events.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(events).toHaveLength(before);
  });
});
