import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import type { RecordedPart } from '../../lib/codec/hls/recorded-part.ts';
import type { LoadedPart, PartStore } from '../../player-frame/engines/recorded/part-store.ts';
import { RecordedTimeline } from '../../player-frame/engines/recorded/recorded-timeline.ts';
import { SoundFeed } from '../../player-frame/engines/recorded-webcodecs/sound-feed.ts';
import { JitterBuffer } from '../../player-frame/engines/webcodecs/jitter-buffer.ts';
import type { ToAudioThread } from '../../player-frame/engines/webcodecs/messages.ts';
import { PcmRing, ringBytes } from '../../player-frame/engines/webcodecs/pcm-ring.ts';

const sampleRate = 8_000;
const packetMs = 20;
const packetFrames = (sampleRate * packetMs) / 1_000;
const partMs = 2_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const hz = 440;

/** Decodes each packet into the next 20 ms of a sine, which is where its timestamp says. */
class SineDecoder {
  static open = 0;
  state = 'configured';
  readonly decodeQueueSize = 0;
  constructor(private readonly init: { output(data: object): void }) {
    SineDecoder.open += 1;
  }
  configure(): void {}
  close(): void {
    this.state = 'closed';
    SineDecoder.open -= 1;
  }
  decode({ timestamp }: { timestamp: number }): void {
    this.init.output({
      ...{ timestamp, numberOfChannels: 1, numberOfFrames: packetFrames, sampleRate, format: 's32-planar' },
      copyTo(samples: Float32Array) {
        for (let at = 0; at < samples.length; at += 1)
          samples[at] = Math.sin(2 * Math.PI * hz * (timestamp / 1e6 + at / sampleRate));
      },
      close() {},
    });
  }
}

const globals = globalThis as { AudioDecoder?: unknown; EncodedAudioChunk?: unknown };
const before = { AudioDecoder: globals.AudioDecoder, EncodedAudioChunk: globals.EncodedAudioChunk };
beforeEach(() => {
  const EncodedAudioChunk = class {
    readonly timestamp: number;
    constructor(init: { timestamp: number }) {
      this.timestamp = init.timestamp;
    }
  };
  Object.assign(globals, { AudioDecoder: SineDecoder, EncodedAudioChunk });
});
afterEach(() => {
  Object.assign(globals, before);
});

/** Ten parts without a gap. */
function feed() {
  const parts: RecordedPart[] = Array.from({ length: 10 }, (_, at) => ({
    ...{ uri: `${at}.mp4`, initLength: 1, offset: 1, length: 1 },
    ...{ startMs: start + at * partMs, durationMs: partMs, startsRun: at === 0 },
  }));
  const audio = { codec: 'flac', codecString: 'flac', sampleRate, channels: 1 } as const;
  const load = async (index: number): Promise<LoadedPart> => ({
    video: null,
    audio: { ...audio, description: new Uint8Array() },
    frames: [],
    packets: Array.from({ length: partMs / packetMs }, (_, at) => ({
      wallMs: parts[index]!.startMs + at * packetMs,
      decodeMs: parts[index]!.startMs + at * packetMs,
      isKey: true,
      data: new Uint8Array(1),
    })),
  });
  const heard: number[] = [];
  // The audio thread.
  const ring = new PcmRing(new ArrayBuffer(ringBytes));
  const output = new JitterBuffer(ring, sampleRate);
  const played: number[] = [];
  const port = {
    postMessage(message: ToAudioThread): void {
      if ('discard' in message) ring.discard();
      else if ('planes' in message) {
        heard.push(...message.planes[0]!);
        ring.write(message.planes, message.sampleRate, message.mediaMs);
      }
    },
    close() {},
  };
  const sound = new SoundFeed();
  sound.open(
    { load } as unknown as PartStore,
    new RecordedTimeline(parts, { begin: start, end: start + 20_000 }),
  );
  sound.setSink({ ring: null, port: port as unknown as MessagePort }); // the members used here
  let now = start;
  return {
    sound,
    /** What was sent to the audio thread. */
    heard,
    /** The output of the audio thread, from the last call on. */
    takePlayed: () => played.splice(0),
    /** Calls `tick` as the session does: every 8 ms of the viewer's time. */
    async play(viewerMs: number, speed: number): Promise<void> {
      for (let passed = 0; passed < viewerMs; passed += 8) {
        sound.tick(now);
        now += 8 * speed;
        const block = new Float32Array(sampleRate / 125);
        output.render(block, new Float32Array(block.length));
        played.push(...block);
        await Promise.resolve();
        await Promise.resolve();
      }
    },
    begin: () => sound.begin(now),
    /** To `ms` after the start. */
    seek(ms: number): void {
      now = start + ms;
      sound.stop();
    },
  };
}

const seconds = (samples: readonly number[]) => samples.length / sampleRate;

function crossingsPerS(samples: readonly number[]): number {
  const rising = samples.filter((sample, at) => at > 0 && samples[at - 1]! < 0 && sample >= 0);
  return rising.length / seconds(samples);
}

function steepest(samples: readonly number[]): number {
  return samples.reduce(
    (most, sample, at) => (at === 0 ? 0 : Math.max(most, Math.abs(sample - samples[at - 1]!))),
    0,
  );
}

describe('the sound of a recording', () => {
  it.each([0.5, 1, 2])('at %fx is heard at its own pitch, as long as the picture takes', async (rate) => {
    const { sound, heard, play, begin } = feed();
    sound.setRate(rate);
    begin();
    await play(5_000, rate);
    expect(crossingsPerS(heard) / hz).toBeCloseTo(1, 2);
    // What was sent in advance, so that the audio thread is never without.
    expect(seconds(heard)).toBeGreaterThan(5.08);
    expect(seconds(heard)).toBeLessThan(5.25);
    sound.close();
    expect(SineDecoder.open).toBe(0);
  });

  it('is silent above 2x, and heard again below', async () => {
    const { sound, heard, play, begin } = feed();
    sound.setRate(4);
    begin();
    await play(1_000, 4);
    expect(heard).toEqual([]);
    sound.setRate(2);
    await play(1_000, 2);
    expect(seconds(heard)).toBeGreaterThan(1);
  });

  it('is silent at once after a change of speed, a pause and a seek, though 120 ms were sent in advance', async () => {
    const { sound, takePlayed, play, begin, seek } = feed();
    const silences = [() => sound.setRate(4), () => sound.stop(), () => seek(15_000)];
    for (const silence of silences) {
      sound.setRate(1);
      begin();
      await play(400, 1);
      expect(Math.max(...takePlayed().slice(-sampleRate / 10))).toBeGreaterThan(0.9);
      silence();
      sound.setRate(4);
      await play(400, 4);
      expect(takePlayed().every((sample) => sample === 0)).toBe(true);
    }
  });

  it('is as early as the picture after many silences', async () => {
    const { sound, takePlayed, play, begin, seek } = feed();
    for (let count = 0; count < 20; count += 1) {
      sound.setRate(4);
      await play(200, 4);
      takePlayed();
      sound.setRate(1);
      seek(count * 500);
      begin();
      await play(200, 1);
      const silentUntil = takePlayed().findIndex((sample) => sample !== 0) / sampleRate;
      expect(silentUntil).toBeGreaterThanOrEqual(0);
      expect(silentUntil).toBeLessThan(0.04);
    }
  });

  it('follows a clock without a break: the trimmed rate changes its duration, not its pitch', async () => {
    const { sound, heard, play, begin } = feed();
    begin();
    for (const trim of [1, 1.05, 1, 0.95, 1.02, 1]) {
      sound.setTrim(trim);
      await play(1_000, trim);
    }
    expect(crossingsPerS(heard) / hz).toBeCloseTo(1, 2);
    expect(seconds(heard)).toBeGreaterThan(6.05);
    expect(seconds(heard)).toBeLessThan(6.25);
    // A click would be steeper than the sine itself.
    expect(steepest(heard)).toBeLessThan(((2 * Math.PI * hz) / sampleRate) * 1.1);
  });
});
