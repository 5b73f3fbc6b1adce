import { expect } from 'expect';
import { describe, it } from 'vitest';
import { g711Decode, g711Encode, g711Table } from '../../lib/codec/g711.ts';
import { Resampler, resample } from '../../lib/codec/resample.ts';
import { wavFile } from '../../lib/codec/wav.ts';
import { JitterBuffer } from '../../lib/media/talk/audio/jitter-buffer.ts';
import { OpusDecoder, OpusEncoder } from '../../lib/media/talk/audio/opus-codec.ts';
import { PacketWriter } from '../../lib/media/talk/audio/packet-writer.ts';
import type { OpusPacket, TalkRate } from '../../lib/media/talk-ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { dominantHz, levelAt, makeTone, rms } from '../kit/tone.ts';

const rates: readonly TalkRate[] = [8_000, 16_000, 24_000, 48_000];
const joined = (parts: readonly Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));

describe('G.711', () => {
  it.each(['pcma', 'pcmu'] as const)('%s: encodes each value it can carry exactly', (law) => {
    const table = g711Table(law);
    expect(g711Table(law)).toEqual(
      g711Decode(
        law,
        Uint8Array.from({ length: 256 }, (_, code) => code),
      ),
    );
    expect(g711Decode(law, g711Encode(law, table))).toEqual(table);
  });

  it.each(['pcma', 'pcmu'] as const)(
    '%s: encodes others as the nearest value, or a neighbour of it',
    (law) => {
      const sorted = [...g711Table(law)].sort((a, b) => a - b);
      for (let sample = -32_768; sample <= 32_767; sample += 61) {
        const decoded = g711Decode(law, g711Encode(law, Int16Array.of(sample)))[0]!;
        const nearest = Math.min(...sorted.map((value) => Math.abs(value - sample)));
        const step = sorted.find((value) => value > decoded) ?? decoded + 1_024;
        expect(Math.abs(decoded - sample)).toBeLessThanOrEqual(nearest + Math.abs(step - decoded) / 2 + 1);
      }
    },
  );
});

describe('conversion of rates', () => {
  it.each([
    [8_000, 16_000],
    [16_000, 8_000],
    [16_000, 24_000],
    [44_100, 48_000],
    [48_000, 44_100],
    [11_025, 8_000],
  ])('%i to %i Hz keeps frequency, level and duration', (from, to) => {
    const converted = resample(makeTone(from, 1_000, 600, 0.2), from, to);
    expect(converted).toHaveLength(to * 0.6);
    const middle = converted.subarray(to * 0.1, to * 0.5);
    expect(rms(middle)).toBeCloseTo(0.2, 2);
    expect(levelAt(middle, to, 1_000)).toBeCloseTo(0.2, 2);
  });

  it('removes what the new rate cannot carry', () => {
    const converted = resample(makeTone(48_000, 6_000, 300, 0.2), 48_000, 8_000);
    expect(rms(converted.subarray(400, 2_000))).toBeLessThan(0.001);
  });

  it('converts in pieces what it converts at once', () => {
    const tone = makeTone(44_100, 500, 200);
    const whole = new Resampler(44_100, 16_000).push(tone);
    const pieces = new Resampler(44_100, 16_000);
    const parts: Int16Array[] = [];
    for (let at = 0; at < tone.length; at += 1_024) parts.push(pieces.push(tone.subarray(at, at + 1_024)));
    expect(joined(parts)).toEqual(whole);
  });
});

describe('Opus', () => {
  it.each(rates)('is decoded at %i Hz, with frequency and level', (rate) => {
    const encoder = new OpusEncoder(48_000);
    const decoder = new OpusDecoder(rate);
    const decoded = Array.from({ length: 40 }, (_, index) =>
      decoder.decode(encoder.encode(makeTone(48_000, 700, 20, 0.2, index * 20))!),
    ) as Int16Array[];
    expect(decoded.every(({ length }) => length === rate / 50)).toBe(true);
    const samples = joined(decoded.slice(10));
    expect(Math.abs(dominantHz(samples, rate) - 700)).toBeLessThan(5);
    expect(rms(samples)).toBeCloseTo(0.2, 1);
  });

  it('conceals lost frames with their duration, fading out', () => {
    const encoder = new OpusEncoder(48_000);
    const decoder = new OpusDecoder(16_000);
    for (let index = 0; index < 20; index += 1) {
      decoder.decode(encoder.encode(makeTone(48_000, 300, 20, 0.2, index * 20))!);
    }
    const concealed = Array.from({ length: 12 }, () => decoder.conceal());
    expect(concealed.every(({ length }) => length === 320)).toBe(true);
    expect(rms(concealed[0]!)).toBeGreaterThan(0.05);
    expect(rms(concealed.at(-1)!)).toBeLessThan(rms(concealed[0]!) / 2);
  });

  it.each([
    ['nothing', []],
    ['a truncated packet', [0xff]],
    ['more than 120 ms', [0xff, 0x3f]],
    ['lengths beyond its end', [0x4b, 0x82, 0xff, 0xff]],
  ])('refuses %s', (_, bytes) => {
    expect(new OpusDecoder(16_000).decode(Uint8Array.from(bytes))).toBeNull();
  });

  it('decodes nothing after it was closed', () => {
    const decoder = new OpusDecoder(16_000);
    decoder.close();
    decoder.close();
    expect(decoder.decode(Uint8Array.of(0x48))).toBeNull();
    expect(decoder.conceal()).toHaveLength(0);
  });

  it('keeps hundreds of streams apart', () => {
    const streams = Array.from({ length: 200 }, () => ({
      encoder: new OpusEncoder(48_000),
      packets: [] as Uint8Array[],
    }));
    for (let index = 0; index < 4; index += 1) {
      for (const [number, { encoder, packets }] of streams.entries())
        packets.push(encoder.encode(makeTone(48_000, 200 + number * 10, 20, 0.2, index * 20))!);
    }
    for (const [number, { packets, encoder }] of streams.entries()) {
      const alone = new OpusEncoder(48_000);
      for (const [index, packet] of packets.entries())
        expect(
          Buffer.compare(packet, alone.encode(makeTone(48_000, 200 + number * 10, 20, 0.2, index * 20))!),
        ).toBe(0);
      alone.close();
      encoder.close();
    }
  });
});

describe('packets of a viewer', () => {
  const packet = (sequence: number) => ({ data: Uint8Array.of(0x48, sequence & 0xff), sequence });

  /** Plays arrivals (time in ms, sequence number) and lists what was due when. */
  function play(arrivals: readonly (readonly [number, number])[], untilMs = 1_000) {
    const buffer = new JitterBuffer();
    const heard: [number, number | 'lost'][] = [];
    for (let now = 0; now <= untilMs; now += 1) {
      for (const [at, sequence] of arrivals) if (at === now) buffer.add(packet(sequence), now);
      while (buffer.dueAt !== null && buffer.dueAt <= now) {
        const due = buffer.take();
        if (due) heard.push([now, due.kind === 'lost' ? 'lost' : due.data[1]!]);
      }
    }
    return { heard, buffer };
  }

  const steady = (count: number, from = 0): [number, number][] =>
    Array.from({ length: count }, (_, index) => [index * 20, from + index]);

  it('are heard 40 ms after they arrive, each 20 ms', () => {
    const { heard } = play(steady(4), 105);
    expect(heard).toEqual([
      [40, 0],
      [60, 1],
      [80, 2],
      [100, 3],
    ]);
  });

  it('are put in order', () => {
    const { heard } = play(
      [
        [0, 0],
        [20, 2],
        [40, 1],
        [60, 3],
      ],
      105,
    );
    expect(heard.map(([, sequence]) => sequence)).toEqual([0, 1, 2, 3]);
  });

  it('are concealed when they are lost', () => {
    const { heard } = play(
      [
        [0, 0],
        [40, 2],
        [60, 3],
      ],
      105,
    );
    expect(heard).toEqual([
      [40, 0],
      [60, 'lost'],
      [80, 2],
      [100, 3],
    ]);
  });

  it('are dropped when they are late or repeated', () => {
    const { heard, buffer } = play(
      [
        [0, 0],
        [20, 1],
        [21, 1],
        [60, 3],
        [85, 2],
      ],
      105,
    );
    expect(heard.map(([, sequence]) => sequence)).toEqual([0, 1, 'lost', 3]);
    expect(buffer.dropped).toBe(2);
  });

  it('are concealed for at most 60 ms if nothing follows; then the next one starts again', () => {
    const { heard } = play(
      [
        [0, 0],
        [500, 1],
        [520, 2],
      ],
      565,
    );
    expect(heard).toEqual([
      [40, 0],
      [60, 'lost'],
      [80, 'lost'],
      [100, 'lost'],
      [540, 1],
      [560, 2],
    ]);
  });

  it('are skipped, not concealed, where many are missing', () => {
    const { heard } = play([...steady(3), [60, 40], [80, 41]], 125);
    expect(heard.map(([, sequence]) => sequence)).toEqual([0, 1, 2, 40, 41]);
  });

  it('begin again after another numbering', () => {
    const { heard } = play([...steady(3), [60, 30_000], [80, 30_001]], 125);
    expect(heard.at(-1)).toEqual([120, 30_001 & 0xff]);
  });

  it('continue when their numbers wrap', () => {
    const { heard } = play(
      [
        [0, 65_534],
        [20, 65_535],
        [40, 0],
        [60, 1],
      ],
      105,
    );
    expect(heard.map(([, sequence]) => sequence)).toEqual([254, 255, 0, 1]);
  });

  it('wait at most 100 ms: after a delay of the network, what is too late is dropped', () => {
    const held = Array.from({ length: 20 }, (_, index): [number, number] => [300, 3 + index]);
    const { heard } = play([...steady(3), ...held, [320, 23], [340, 24]], 430);
    const at = (sequence: number) => heard.find(([, one]) => one === sequence)?.[0];
    expect(at(23)).toBeLessThanOrEqual(320 + 100);
    expect(heard.map(([, sequence]) => sequence)).not.toContain(10);
  });

  it('are dropped one by one while the viewer’s clock is faster', () => {
    const fast = Array.from({ length: 2_000 }, (_, index): [number, number] => [
      Math.floor(index * 19.8),
      index,
    ]);
    const { heard, buffer } = play(fast, 39_000);
    const [lastAt, last] = heard.at(-1)!;
    const arrivedAt = fast.filter(([, sequence]) => (sequence & 0xff) === last && true).at(-1)![0];
    expect(lastAt - arrivedAt).toBeLessThanOrEqual(120);
    expect(buffer.dropped).toBeGreaterThan(10);
  });

  it('are ignored if they are no Opus', () => {
    const buffer = new JitterBuffer();
    buffer.add({ data: new Uint8Array(0), sequence: 1 }, 0);
    expect(buffer.dueAt).toBeNull();
  });
});

describe('packets for a viewer', () => {
  it('have timestamps that contain pauses', async () => {
    const clock = new FakeClock();
    const packets: OpusPacket[] = [];
    const writer = new PacketWriter(clock, (packet) => packets.push(packet));
    const write = (ms: number) => writer.write({ rate: 8_000, samples: makeTone(8_000, 440, ms) });
    write(40);
    await clock.advance(40);
    write(30);
    await clock.advance(2_030);
    write(40);
    expect(packets.map(({ timestamp }) => timestamp / 48)).toEqual([0, 20, 40, 2_060, 2_080]);
    expect(packets.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4]);
    writer.close();
    write(40);
    expect(packets).toHaveLength(5);
  });

  it('continue when the camera changes its rate', () => {
    const packets: OpusPacket[] = [];
    const writer = new PacketWriter(new FakeClock(), (packet) => packets.push(packet));
    for (const rate of rates) writer.write({ rate, samples: makeTone(rate, 440, 20) });
    expect(packets.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
  });
});

describe('WAV', () => {
  it('has the header that players expect', () => {
    const file = Buffer.from(wavFile(Int16Array.of(1, -2), 16_000));
    expect(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect(file.readUInt32LE(4)).toBe(file.length - 8);
    expect([file.readUInt16LE(20), file.readUInt16LE(22), file.readUInt32LE(24)]).toEqual([1, 1, 16_000]);
    expect([file.readUInt32LE(40), file.readInt16LE(44), file.readInt16LE(46)]).toEqual([4, 1, -2]);
  });
});
