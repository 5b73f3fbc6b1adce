/** 100,000 streams with random damage of every kind: no crash, no endless loop, only typed errors, bounded memory. */
import { expect } from 'expect';
import { describe, it } from 'vitest';
import { FlvDemuxer, maxTagBytes } from '../../lib/codec/flv/flv-demuxer.ts';
import type { FlvEvent } from '../../lib/codec/flv/flv-events.ts';
import { rounds } from '../kit/soak.ts';
import { aacTrack, h264Track, h265Track, join, pcmaTrack, sampleStream } from './flv-sample.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.log(`flv-demuxer-hostile: ORIEL_SEED=${seed}`);
const runs = rounds(10_000, 100_000);

/** mulberry32: fast, and the same sequence everywhere for the same seed. */
function createRandom(start: number): (below: number) => number {
  let state = start | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = ReturnType<typeof createRandom>;

const samples = [
  sampleStream(h264Track, aacTrack),
  sampleStream(h265Track, pcmaTrack),
  sampleStream(h264Track, pcmaTrack, 2),
];

/** Values that often break parsers: limits of ranges and wrong sizes. */
const edgeValues = [0, 1, 9, 8, 18, 0x7f, 0x80, 0xff, 0x17, 0x27, 0x90, 0xaf];

/** Each function takes a valid stream and returns a damaged one. */
const mutations: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  function flip(bytes, random) {
    for (let left = 1 + random(8); left > 0; left -= 1) bytes[random(bytes.length)]! ^= 1 << random(8);
    return bytes;
  },
  function poke(bytes, random) {
    for (let left = 1 + random(6); left > 0; left -= 1)
      bytes[random(bytes.length)] = edgeValues[random(edgeValues.length)]!;
    return bytes;
  },
  function cut(bytes, random) {
    return bytes.slice(0, random(bytes.length));
  },
  function drop(bytes, random) {
    const from = random(bytes.length);
    return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(from + 1 + random(30))]);
  },
  function insert(bytes, random) {
    const at = random(bytes.length);
    const noise = Uint8Array.from({ length: 1 + random(40) }, () => random(256));
    return Uint8Array.from([...bytes.subarray(0, at), ...noise, ...bytes.subarray(at)]);
  },
  function repeat(bytes, random) {
    const from = random(bytes.length);
    const piece = bytes.slice(from, from + 1 + random(120));
    return Uint8Array.from([...bytes.subarray(0, from), ...piece, ...piece, ...bytes.subarray(from)]);
  },
  function noise(bytes, random) {
    return Uint8Array.from(bytes, (value, index) => (index < 13 ? value : random(256)));
  },
];

/** Damages one field of one tag, so that the tags after it are still parsed. */
function bendTag(tags: readonly Uint8Array[], random: Random): Uint8Array {
  const bent = tags.map((tag) => tag.slice());
  if (random(50) === 0) {
    for (const tag of bent.slice(1)) tag[0] = 19 + random(13);
    return join([bent]);
  }
  const tag = bent[1 + random(bent.length - 1)]!;
  const field = [() => random(11), () => 1 + random(3), () => 11 + random(12), () => random(tag.length)][
    random(4)
  ]!();
  if (field < tag.length) tag[field] = random(2) ? edgeValues[random(edgeValues.length)]! : random(256);
  return join([bent]);
}

function damagedStream(random: Random): Uint8Array {
  const sample = samples[random(samples.length)]!;
  const tags = sample.tags.map((tag) => join([tag]));
  let bytes = random(3) === 0 ? bendTag(tags, random) : join([tags]);
  if (random(4) > 0) bytes = mutations[random(mutations.length)]!(bytes, random);
  if (random(8) === 0 && bytes.length > 0) bytes = mutations[random(mutations.length)]!(bytes, random);
  return bytes;
}

function pushInPieces(demuxer: FlvDemuxer, bytes: Uint8Array, random: Random): void {
  const largest = [bytes.length + 1, 1 + random(50), 1 + random(600)][random(3)]!;
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random(largest);
    demuxer.push(bytes.subarray(at, at + size));
    at += size;
  }
}

describe('damaged streams', () => {
  it(`${runs} of them: typed events only, memory bounded`, () => {
    const random = createRandom(seed);
    const seen = new Map<string, number>();
    for (let run = 0; run < runs; run += 1) {
      const bytes = damagedStream(random);
      const events: FlvEvent[] = [];
      const demuxer = new FlvDemuxer((event) => events.push(event));
      pushInPieces(demuxer, bytes, random);
      if (demuxer.bufferedBytes > Math.min(maxTagBytes + 64, bytes.length * 2 + 64)) {
        throw new Error(`run ${run}: holds ${demuxer.bufferedBytes} of ${bytes.length} bytes`);
      }
      const failedAt = events.findIndex((event) => event.type === 'failed');
      if (failedAt >= 0 && failedAt !== events.length - 1) throw new Error(`run ${run}: event after the end`);
      for (const event of events) seen.set(kindOf(event), (seen.get(kindOf(event)) ?? 0) + 1);
    }
    console.log(Object.fromEntries(seen));
    // The damage triggers every error code, not only that of the first check.
    for (const code of [
      'flv.signature',
      'flv.tagSize',
      'flv.tagType',
      'flv.codec',
      'flv.config',
      'amf.truncated',
    ]) {
      expect(seen.get(code) ?? 0).toBeGreaterThan(0);
    }
  }, 240_000);
});

function kindOf(event: FlvEvent): string {
  if (event.type === 'failed') return event.code;
  return event.type === 'skipped' && event.reason.startsWith('amf.') ? event.reason : event.type;
}
