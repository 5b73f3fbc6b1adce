import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import type { VideoUnit } from '../../lib/codec/flv/flv-events.ts';
import { AudioClock } from '../../player-frame/engines/webcodecs/audio-clock.ts';
import { AudioPipeline } from '../../player-frame/engines/webcodecs/audio-pipeline.ts';
import { JitterBuffer } from '../../player-frame/engines/webcodecs/jitter-buffer.ts';
import { PcmRing, ringBytes } from '../../player-frame/engines/webcodecs/pcm-ring.ts';
import { VideoDelay } from '../../player-frame/engines/webcodecs/video-delay.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const frameMs = 40;
/** Decoding and drawing. */
const leadMs = 8;

/**
 * A camera whose frames arrive `networkMs` after their capture, and audio that is audible `audioMs` after it. Audio waits
 * as requested, as the audio thread does.
 */
class World {
  readonly clock = new FakeClock();
  readonly audio = new AudioClock();
  readonly startedAt = this.clock.now();
  /** By frame: media time audible when it is drawn, minus the time of the frame. */
  readonly errors: (number | null)[] = [];
  readonly drawn: number[] = [];
  lates: number[] = [];
  hasAudio = true;
  readonly delay = new VideoDelay({
    clock: this.clock,
    audio: this.audio,
    push: ({ dtsMs }) => {
      this.drawn.push(dtsMs);
      const audible = this.hasAudio ? this.now - this.audioMs : null;
      this.errors.push(audible === null ? null : audible + leadMs - dtsMs);
    },
    onLate: (lateMs) => {
      this.lates.push(lateMs);
      this.audioMs += lateMs;
    },
  });
  private nextMs = 0;

  constructor(
    public networkMs: number,
    public audioMs: number,
  ) {}

  get now(): number {
    return this.clock.now() - this.startedAt;
  }

  async run(seconds: number): Promise<void> {
    const until = this.now + seconds * 1_000;
    while (this.now < until) {
      await this.clock.advance(10);
      if (this.hasAudio && this.now % 50 === 0)
        this.audio.report(this.now - this.audioMs, this.clock.now(), this.clock.now());
      while (this.nextMs + this.networkMs <= this.now) {
        this.delay.push(unit(this.nextMs));
        this.nextMs += frameMs;
      }
    }
  }
}

const unit = (dtsMs: number): VideoUnit => ({
  dtsMs,
  ptsMs: dtsMs,
  isKey: dtsMs % 1_000 === 0,
  data: new Uint8Array(1),
});
const worst = (errors: readonly (number | null)[]): number =>
  Math.max(...errors.map((error) => Math.abs(error ?? 0)));

describe('video next to audio', () => {
  it('waits for audio that is later', async () => {
    const world = new World(30, 280);
    await world.run(3);
    const from = world.errors.length;
    await world.run(10);
    expect(worst(world.errors.slice(from))).toBeLessThanOrEqual(12);
    expect(world.lates).toEqual([]);
  });

  it('follows audio that becomes later or earlier', async () => {
    const world = new World(30, 120);
    await world.run(3);
    for (const audioMs of [350, 90]) {
      world.audioMs = audioMs;
      await world.run(3);
      const from = world.errors.length;
      await world.run(3);
      expect(worst(world.errors.slice(from))).toBeLessThanOrEqual(12);
    }
  });

  it('makes audio wait if frames arrive after their audio', async () => {
    const world = new World(300, 80);
    await world.run(3);
    expect(world.lates.length).toBeGreaterThan(0);
    const from = world.errors.length;
    await world.run(10);
    expect(worst(world.errors.slice(from))).toBeLessThanOrEqual(20);
  });

  it('passes at once without audio, and when audio stops', async () => {
    const world = new World(30, 280);
    world.hasAudio = false;
    await world.run(1);
    expect(world.delay.waiting).toEqual([]);
    world.hasAudio = true;
    await world.run(2);
    expect(world.delay.waiting.length).toBeGreaterThan(4);
    world.audio.reset();
    world.delay.flush();
    expect(world.delay.waiting).toEqual([]);
    expect(world.drawn).toEqual(world.drawn.map((_, index) => index * frameMs));
  });

  it('passes at once if the times of both tracks are unrelated', async () => {
    const world = new World(30, 60_000);
    await world.run(3);
    expect(world.delay.waiting).toEqual([]);
    expect(world.lates).toEqual([]);
  });

  it('leaves no timer when it stops', async () => {
    const world = new World(30, 280);
    await world.run(2);
    world.delay.stop();
    expect(world.clock.pending).toBe(0);
  });
});

describe('the clock of audio', () => {
  it('is unknown without reports of the last second', () => {
    const clock = new AudioClock();
    expect(clock.mediaAt(5_000)).toBeNull();
    clock.report(1_000, 5_020, 5_000);
    expect(clock.mediaAt(5_000)).toBe(980);
    expect(clock.mediaAt(5_900)).toBe(1_880);
    expect(clock.mediaAt(6_100)).toBeNull();
  });

  it('smooths the bursts of the audio thread and follows a gap at once', () => {
    const clock = new AudioClock();
    for (let at = 0; at < 2_000; at += 50) clock.report(at, at + (at % 100 === 0 ? 0 : 20), at);
    expect(Math.abs(clock.mediaAt(1_950)! - 1_940)).toBeLessThan(3);
    clock.report(1_800, 2_000, 2_000);
    expect(clock.mediaAt(2_000)).toBe(1_800);
  });
});

describe('the jitter buffer', () => {
  const rate = 48_000;
  /** A buffer that receives 20 ms of audio every 20 ms, after `seconds`. */
  function playing(seconds: number) {
    const ring = new PcmRing(new ArrayBuffer(ringBytes));
    const buffer = new JitterBuffer(ring, rate);
    let mediaMs = 70_000;
    let rendered = 0;
    const run = (forS: number): void => {
      const until = rendered + forS * rate;
      for (; rendered < until; rendered += 128) {
        while (((mediaMs - 70_000) * rate) / 1_000 <= rendered) {
          ring.write([new Float32Array(960)], rate, mediaMs);
          mediaMs += 20;
        }
        buffer.render(new Float32Array(128), new Float32Array(128));
      }
    };
    run(seconds);
    return { buffer, run, newestMs: () => mediaMs };
  }

  it('gives the media time of the sample that is played next', () => {
    const { buffer, newestMs } = playing(2);
    const behindMs = newestMs() - buffer.mediaMs!;
    expect(behindMs).toBeGreaterThan(60);
    expect(behindMs).toBeLessThan(130);
  });

  it('plays later from now on if video is late, and reports no time while it is silent', () => {
    const { buffer, run, newestMs } = playing(2);
    const before = newestMs() - buffer.mediaMs!;
    buffer.delay(0.2);
    expect(buffer.mediaMs).toBeNull();
    run(1);
    const after = newestMs() - buffer.mediaMs!;
    expect(Math.abs(after - before - 200)).toBeLessThan(40);
    run(20);
    expect(newestMs() - buffer.mediaMs!).toBeGreaterThan(after - 40);
  });
});

describe('decoded audio', () => {
  const { AudioDecoder: decoder, EncodedAudioChunk: chunk } = globalThis;
  afterEach(() => {
    Object.assign(globalThis, { AudioDecoder: decoder, EncodedAudioChunk: chunk });
  });

  /** As Chromium's decoder: the times of its output are those of the first input and the number of samples. */
  class CountingDecoder {
    state = 'configured';
    decodeQueueSize = 0;
    private nextUs: number | null = null;
    constructor(private readonly init: { output(data: object): void }) {}
    configure(): void {}
    close(): void {}
    decode({ timestamp }: { timestamp: number }): void {
      this.nextUs ??= timestamp;
      this.init.output({
        ...{ timestamp: this.nextUs, numberOfChannels: 1, numberOfFrames: 160, sampleRate: 8_000 },
        ...{ format: 'f32-planar', copyTo() {}, close() {} },
      });
      this.nextUs += 20_000;
    }
  }

  it('keeps the times of the stream across a gap', () => {
    const EncodedAudioChunk = class {
      timestamp: number;
      constructor(init: { timestamp: number }) {
        this.timestamp = init.timestamp;
      }
    };
    Object.assign(globalThis, { AudioDecoder: CountingDecoder, EncodedAudioChunk });
    const times: number[] = [];
    const port = { postMessage: ({ mediaMs }: { mediaMs: number }) => times.push(mediaMs), close() {} };
    const pipeline = new AudioPipeline(() => {});
    const config = { codec: 'flac', codecString: 'flac', sampleRate: 8_000, channels: 1 } as const;
    pipeline.configure({ ...config, description: new Uint8Array() });
    pipeline.setSink({ ring: null, port: port as unknown as MessagePort }); // the members used here
    for (const ptsMs of [1_000, 1_020, 4_000, 4_020]) pipeline.push({ ptsMs, data: new Uint8Array(1) });
    expect(times).toEqual([1_000, 1_020, 4_000, 4_020]);
  });
});
