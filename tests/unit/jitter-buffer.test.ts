import { expect } from 'expect';
import { describe, it } from 'vitest';
import { JitterBuffer } from '../../player-frame/engines/webcodecs/jitter-buffer.ts';
import { PcmRing, ringBytes, ringFrames, ringMask } from '../../player-frame/engines/webcodecs/pcm-ring.ts';

const outputRate = 48_000;
const blockFrames = 128;

/** A sine wave of `hz` with continuous phase over all calls. */
function tone(hz: number, rate: number) {
  let at = 0;
  return (frames: number): Float32Array =>
    Float32Array.from({ length: frames }, () => {
      at += 1;
      return 0.5 * Math.sin((2 * Math.PI * hz * at) / rate);
    });
}

/** Simulates real time: a packet arrives every `packetMs`, and blocks of 128 frames are read at the output rate. */
function play(options: {
  rate: number;
  hz: number;
  packetMs: number;
  seconds: number;
  /** Relative clock error of the camera: 0.01 is 1 % too fast. */
  drift?: number;
  /** Delay of a packet beyond its regular time. */
  delay?: (packet: number) => number;
  /** Seconds of audio that arrive at once at the start. */
  burstS?: number;
}) {
  const ring = new PcmRing(new ArrayBuffer(ringBytes));
  const buffer = new JitterBuffer(ring, outputRate);
  const source = tone(options.hz, options.rate);
  const packetFrames = Math.round((options.rate * options.packetMs) / 1_000);
  const packetS = packetFrames / options.rate / (1 + (options.drift ?? 0));
  const received: number[] = [];
  const depths: number[] = [];
  for (let left = (options.burstS ?? 0) * options.rate; left > 0; left -= packetFrames)
    ring.write([source(packetFrames)], options.rate, 0);
  const right = new Float32Array(blockFrames);
  let packet = 0;
  for (let timeS = 0; timeS < options.seconds; timeS += blockFrames / outputRate) {
    while (packet * packetS + (options.delay?.(packet) ?? 0) <= timeS) {
      ring.write([source(packetFrames)], options.rate, 0);
      packet += 1;
    }
    const left = new Float32Array(blockFrames);
    buffer.render(left, right);
    for (const value of left) received.push(value);
    depths.push(ring.available / options.rate);
  }
  return { received, depths, buffer };
}

/** Frequency of the last second, as the number of rising zero crossings. */
function pitch(samples: readonly number[]): number {
  const last = samples.slice(-outputRate);
  let crossings = 0;
  for (let index = 1; index < last.length; index += 1)
    if (last[index - 1]! < 0 && last[index]! >= 0) crossings += 1;
  return crossings;
}

const rms = (samples: readonly number[]) =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

describe('jitter buffer', () => {
  it.each([
    [8_000, 440],
    [16_000, 440],
    [44_100, 997],
    [48_000, 997],
  ])('plays %i Hz audio at its pitch and loudness', (rate, hz) => {
    const { received, buffer } = play({ rate, hz, packetMs: 64, seconds: 4 });
    expect(Math.abs(pitch(received) - hz)).toBeLessThan(hz * 0.015);
    expect(rms(received.slice(-outputRate))).toBeCloseTo(0.5 / Math.SQRT2, 1);
    expect(buffer.gaps).toBe(0);
  });

  it('is silent, without noise, while it is empty', () => {
    const buffer = new JitterBuffer(new PcmRing(new ArrayBuffer(ringBytes)), outputRate);
    const block = new Float32Array(blockFrames);
    buffer.render(block, block);
    expect(rms([...block])).toBe(0);
  });

  it('skips old audio in a burst, so that audio is in sync with video at once', () => {
    const { depths } = play({ rate: 16_000, hz: 440, packetMs: 64, seconds: 2, burstS: 2 });
    expect(depths.at(-1)).toBeLessThan(0.35);
  });

  it.each([0.002, -0.002])('stays bounded with a clock drift of %f', (drift) => {
    const { depths, buffer } = play({ rate: 16_000, hz: 440, packetMs: 64, seconds: 60, drift });
    expect(Math.max(...depths.slice(-outputRate))).toBeLessThan(0.5);
    expect(buffer.gaps).toBeLessThanOrEqual(1);
  });

  it('increases its reserve after gaps, up to its bound', () => {
    const delay = (packet: number) => (packet % 20 === 19 ? 0.2 : 0);
    const { buffer } = play({ rate: 16_000, hz: 440, packetMs: 64, seconds: 20, delay });
    expect(buffer.targetS).toBeGreaterThan(0.1);
    expect(buffer.targetS).toBeLessThanOrEqual(0.25);
    expect(buffer.gaps).toBeLessThan(8);
  });
});

describe('ring buffer', () => {
  it('continues when its counters and its memory wrap around', () => {
    const ring = new PcmRing(new ArrayBuffer(ringBytes));
    let expected = 0;
    let next = 0;
    for (let round = 0; round < 400; round += 1) {
      ring.write([Float32Array.from({ length: 1_000 }, () => next++ % 4_096)], 48_000, 0);
      for (let ahead = 0; ahead < 1_000; ahead += 100) {
        expect(ring.plane(1)[(ring.position + ahead) & ringMask]).toBe((expected + ahead) % 4_096);
      }
      ring.advance(1_000);
      expected += 1_000;
    }
  });

  it('makes the reader skip when it is full, and when the rate changes', () => {
    const ring = new PcmRing(new ArrayBuffer(ringBytes));
    for (let left = ringFrames; left >= 0; left -= 4_096) ring.write([new Float32Array(4_096)], 48_000, 0);
    ring.settle();
    expect(ring.available).toBe(0);
    ring.write([new Float32Array(100)], 48_000, 0);
    ring.write([new Float32Array(200)], 8_000, 0);
    ring.settle();
    expect(ring.available).toBe(200);
    expect(ring.sampleRate).toBe(8_000);
  });

  it('rejects packets that no codec produces', () => {
    const ring = new PcmRing(new ArrayBuffer(ringBytes));
    ring.write([new Float32Array(ringFrames)], 48_000, 0);
    ring.write([], 48_000, 0);
    expect(ring.available).toBe(0);
  });
});
