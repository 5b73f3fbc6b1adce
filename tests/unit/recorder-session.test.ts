import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { FeedEvent } from '../../player-frame/recorder/feed.ts';
import {
  type FileSample,
  RecordingSession,
  type RecordingTracks,
} from '../../player-frame/recorder/recording-session.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const videoConfig = (config = bytes(1, 2, 3)): FeedEvent => ({
  type: 'videoConfig',
  config: { codec: 'h264', codecString: 'avc1.42001f', config, width: 640, height: 360 },
});
const audioConfig: FeedEvent = {
  type: 'audioConfig',
  config: {
    codec: 'aac',
    codecString: 'mp4a.40.2',
    sampleRate: 48_000,
    channels: 1,
    description: bytes(17, 136),
  },
};
const begin = (hasVideo = true, hasAudio = false): FeedEvent => ({ type: 'begin', hasVideo, hasAudio });
const frame = (dtsMs: number, isKey = false, ptsMs = dtsMs): FeedEvent => ({
  type: 'video',
  unit: { dtsMs, ptsMs, isKey, data: bytes(isKey ? 1 : 2) },
});
const audio = (ptsMs: number): FeedEvent => ({ type: 'audio', unit: { ptsMs, data: bytes(3) } });

/** A recording session that was requested at 10,000 ms on a clock controlled by the test. */
class Harness {
  readonly samples: FileSample[] = [];
  readonly ends: string[] = [];
  tracks: RecordingTracks | null = null;
  now = 10_000;
  readonly session = new RecordingSession(
    {
      open: (tracks) => {
        this.tracks = tracks;
      },
      write: (sample) => this.samples.push(sample),
      ended: (reason) => this.ends.push(reason),
    },
    this.now,
  );

  emit(...events: FeedEvent[]): this {
    for (const event of events) this.session.event(event, this.now);
    return this;
  }

  /** Frames from `fromMs` of the stream, in real time: 25 per second, a key frame every 2 s. */
  play(fromMs: number, untilMs: number): this {
    for (let mediaMs = fromMs; mediaMs < untilMs; mediaMs += 40) {
      this.emit(frame(mediaMs, mediaMs % 2_000 === 0));
      this.now += 40;
    }
    return this;
  }

  stop(isLost = false): this {
    this.session.stop(this.now, isLost);
    return this;
  }

  get video(): FileSample[] {
    return this.samples.filter(({ kind }) => kind === 'video');
  }

  get audio(): FileSample[] {
    return this.samples.filter(({ kind }) => kind === 'audio');
  }
}

/** The current group of pictures, 1.2 s old, then live frames. */
const running = (): Harness => {
  const harness = new Harness();
  harness.emit(begin(), videoConfig(), frame(50_000, true));
  for (let mediaMs = 50_040; mediaMs <= 51_200; mediaMs += 40) harness.emit(frame(mediaMs));
  return harness.emit({ type: 'live', mediaMs: 51_200 });
};

describe('the start of a recording', () => {
  it('is the frame that was on the screen, preceded by its key frame', () => {
    const { video } = running().play(51_240, 52_000).stop();
    expect(video[0]).toMatchObject({ ptsMs: -1_200, isKey: true });
    expect(video.filter(({ ptsMs }) => ptsMs === 0)).toHaveLength(1);
  });

  it('is the next key frame if the GOP is unknown', () => {
    const harness = new Harness().emit(begin(), videoConfig(), { type: 'live', mediaMs: 51_200 });
    const { video } = harness.play(51_240, 55_000).stop();
    expect(video[0]).toMatchObject({ ptsMs: 0, isKey: true });
  });

  it('is the live position at the request, however long the connection took', () => {
    const harness = new Harness();
    harness.now += 400;
    harness.emit(
      begin(),
      { type: 'clock', mediaMs: 50_000, wallMs: 1e12 },
      videoConfig(),
      frame(50_000, true),
    );
    for (let mediaMs = 50_040; mediaMs <= 51_600; mediaMs += 40) harness.emit(frame(mediaMs));
    // The server sends the live position after the cached group of pictures.
    harness.emit({ type: 'clock', mediaMs: 51_610, wallMs: 1e12 + 1_610 });
    const { video } = harness.play(51_640, 52_000).stop();
    // The live position is 51,610 now and was 51,210 at the start, when frame 51,200 was displayed.
    expect(video.find(({ ptsMs }) => ptsMs >= 0)).toMatchObject({ ptsMs: 0 });
    expect(video[0]).toMatchObject({ ptsMs: -1_200 });
  });

  it('waits for announced audio, up to a limit', () => {
    const harness = new Harness().emit(begin(true, true), videoConfig());
    harness.play(50_000, 50_400);
    expect(harness.tracks).toBeNull();
    harness.emit(audioConfig).play(50_400, 50_800);
    expect(harness.tracks?.audio?.codec).toBe('aac');

    const silent = new Harness().emit(begin(true, true), videoConfig()).play(50_000, 52_000);
    expect(silent.tracks).toMatchObject({ audio: null });
    expect(silent.stop().video.length).toBe(50);
  });

  it('is the first available data if stopped immediately', () => {
    const harness = new Harness().emit(begin(), videoConfig(), frame(50_000, true)).stop();
    expect(harness.video).toHaveLength(1);
  });

  it('is empty without data', () => {
    const harness = new Harness().emit(begin(), videoConfig(), frame(50_040)).stop();
    expect(harness.samples).toEqual([]);
    expect(harness.session.isEmpty).toBe(true);
  });
});

describe('the duration of a recording', () => {
  it('is the time between start and stop', () => {
    const harness = running();
    harness.play(51_240, 57_240).stop();
    expect(Math.abs(harness.session.endMs - 6_000)).toBeLessThanOrEqual(40);
  });

  it('extends the last frame until the stop if frames are rare', () => {
    const harness = new Harness().emit(begin(), videoConfig(), frame(50_000, true), {
      type: 'live',
      mediaMs: 50_000,
    });
    harness.now += 4_000;
    harness.emit(frame(54_000, true));
    harness.now += 3_000;
    harness.stop();
    expect(harness.video.map(({ ptsMs, durationMs }) => [ptsMs, durationMs])).toEqual([
      [0, 4_000],
      [4_000, 3_000],
    ]);
  });

  it('ends with the last frame when the stream was lost', () => {
    const harness = running().play(51_240, 53_240);
    harness.now += 20_000;
    harness.stop(true);
    expect(harness.session.endMs).toBeLessThan(2_200);
  });

  it('is the same for frames with reordering', () => {
    const harness = new Harness().emit(begin(), videoConfig());
    harness.emit(frame(50_000, true, 50_080), frame(50_040, false, 50_200), frame(50_080, false, 50_120), {
      type: 'live',
      mediaMs: 50_080,
    });
    harness.now += 40;
    harness.emit(frame(50_120, false, 50_160)).stop();
    const [first, second, third] = harness.video;
    expect([second!.ptsMs - first!.ptsMs, third!.ptsMs - first!.ptsMs]).toEqual([120, 40]);
  });

  it('spaces audio evenly despite rounded milliseconds, and starts it with the video', () => {
    const harness = new Harness().emit(begin(true, true), videoConfig(), audioConfig);
    const frameMs = (1_024 * 1_000) / 48_000;
    harness.emit(frame(50_000, true));
    for (let index = -5; index < 0; index += 1) harness.emit(audio(Math.round(50_000 + index * frameMs)));
    harness.emit({ type: 'live', mediaMs: 50_000 });
    for (let index = 0; index < 200; index += 1) {
      harness.emit(audio(Math.round(50_000 + index * frameMs)));
      harness.now += frameMs;
    }
    harness.stop();
    expect(harness.audio[0]!.ptsMs).toBeGreaterThanOrEqual(0);
    for (const { durationMs } of harness.audio) expect(durationMs).toBeCloseTo(frameMs, 3);
  });

  it('includes audio without video', () => {
    const harness = new Harness().emit(begin(false, true), audioConfig);
    for (let index = 0; index < 100; index += 1) {
      harness.emit(audio(50_000 + index * 21));
      harness.now += 21;
    }
    harness.stop();
    expect(harness.tracks?.video).toBeNull();
    expect(harness.audio[0]!.ptsMs).toBe(0);
    expect(harness.session.endMs).toBeGreaterThan(1_500);
  });
});

describe('a recording across a reconnection', () => {
  const clock = (mediaMs: number, wallMs: number): FeedEvent => ({ type: 'clock', mediaMs, wallMs });
  const wall = 1_700_000_000_000;

  it('keeps wall time, whatever timestamps the new stream has', () => {
    const harness = new Harness().emit(begin(), videoConfig(), clock(50_000, wall), frame(50_000, true));
    harness.emit({ type: 'live', mediaMs: 50_000 }).play(50_040, 52_000);
    harness.now += 3_000;
    // 5 s after the start by the wall clock; the group of pictures is 1 s old.
    harness.emit(begin(), videoConfig(), clock(200, wall + 4_000), frame(200, true));
    for (let mediaMs = 240; mediaMs <= 1_200; mediaMs += 40) harness.emit(frame(mediaMs));
    harness.stop();
    const times = harness.video.map(({ ptsMs }) => ptsMs);
    expect(times).toContain(4_000);
    expect(times.filter((time) => time > 2_000 && time < 4_000)).toEqual([]);
    expect(Math.abs(harness.session.endMs - 5_000)).toBeLessThan(100);
  });

  it('writes nothing twice when the server repeats the GOP, and loses nothing', () => {
    const harness = new Harness().emit(begin(), videoConfig(), clock(50_000, wall), frame(50_000, true));
    harness.emit({ type: 'live', mediaMs: 50_000 }).play(50_040, 51_000);
    harness.now += 400;
    // Jitter of a few ms in the camera's clock does not start a new timeline.
    harness.emit(begin(), videoConfig(), clock(50_000, wall + 7), frame(50_000, true));
    for (let mediaMs = 50_040; mediaMs <= 51_400; mediaMs += 40) harness.emit(frame(mediaMs));
    harness.play(51_440, 52_000).stop();
    expect(harness.video.map(({ ptsMs }) => ptsMs)).toEqual(
      Array.from({ length: 50 }, (_, index) => index * 40),
    );
  });

  it('uses elapsed time if the camera clock is unknown', () => {
    const harness = running().play(51_240, 52_000);
    harness.now += 2_000;
    harness.emit(begin(), videoConfig(), frame(7_000, true)).play(7_040, 8_000).stop();
    const gaps = harness.video.map(({ ptsMs }, index) => ptsMs - (harness.video[index - 1]?.ptsMs ?? ptsMs));
    expect(Math.max(...gaps)).toBeGreaterThan(1_900);
    expect(Math.max(...gaps)).toBeLessThan(2_100);
  });

  it('ends when the resolution changes', () => {
    const harness = running().play(51_240, 52_000);
    harness.emit(videoConfig()).play(52_000, 52_200);
    expect(harness.ends).toEqual([]);
    const before = harness.video.length;
    harness.emit(videoConfig(bytes(9, 9))).play(52_200, 53_000);
    expect(harness.ends).toEqual(['changed']);
    expect(harness.video.length).toBe(before + 1);
  });
});

describe('a hostile stream', () => {
  it('has increasing timestamps, whatever it contains', () => {
    const harness = running();
    const times = [51_240, 51_200, 51_200, 900_000, 900_040, 3, 43, Number.MAX_SAFE_INTEGER, 90, 51_300];
    for (const mediaMs of times) {
      harness.now += 40;
      harness.emit(frame(mediaMs));
    }
    harness.stop();
    let last = Number.NEGATIVE_INFINITY;
    for (const { ptsMs, durationMs } of harness.video) {
      expect(ptsMs).toBeGreaterThan(last);
      expect(durationMs).toBeGreaterThan(0);
      last = ptsMs;
    }
    expect(harness.session.endMs).toBeLessThan(60_000);
  });
});
