import { describe, expect, it } from '@jest/globals';
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
const picture = (dtsMs: number, isKey = false, ptsMs = dtsMs): FeedEvent => ({
  type: 'video',
  unit: { dtsMs, ptsMs, isKey, data: bytes(isKey ? 1 : 2) },
});
const audio = (ptsMs: number): FeedEvent => ({ type: 'audio', unit: { ptsMs, data: bytes(3) } });

/** A take that was asked for at 10,000 of a clock that the test moves. */
class Desk {
  readonly samples: FileSample[] = [];
  readonly ends: string[] = [];
  tracks: RecordingTracks | null = null;
  now = 10_000;
  readonly take = new RecordingSession(
    {
      open: (tracks) => {
        this.tracks = tracks;
      },
      write: (sample) => this.samples.push(sample),
      ended: (reason) => this.ends.push(reason),
    },
    this.now,
  );

  say(...events: FeedEvent[]): this {
    for (const event of events) this.take.event(event, this.now);
    return this;
  }

  /** 25 pictures a second as they come, a key frame every 2 s, from `fromMs` of the stream. */
  play(fromMs: number, untilMs: number): this {
    for (let mediaMs = fromMs; mediaMs < untilMs; mediaMs += 40) {
      this.say(picture(mediaMs, mediaMs % 2_000 === 0));
      this.now += 40;
    }
    return this;
  }

  stop(isLost = false): this {
    this.take.stop(this.now, isLost);
    return this;
  }

  get video(): FileSample[] {
    return this.samples.filter(({ kind }) => kind === 'video');
  }

  get audio(): FileSample[] {
    return this.samples.filter(({ kind }) => kind === 'audio');
  }
}

/** The group on the screen, 1.2 s old, then live. */
const running = (): Desk => {
  const desk = new Desk();
  desk.say(begin(), videoConfig(), picture(50_000, true));
  for (let mediaMs = 50_040; mediaMs <= 51_200; mediaMs += 40) desk.say(picture(mediaMs));
  return desk.say({ type: 'live', mediaMs: 51_200 });
};

describe('the start of a recording', () => {
  it('is the frame that was on the screen, preceded by its key frame', () => {
    const { video } = running().play(51_240, 52_000).stop();
    expect(video[0]).toMatchObject({ ptsMs: -1_200, isKey: true });
    expect(video.filter(({ ptsMs }) => ptsMs === 0)).toHaveLength(1);
  });

  it('is the next key frame if the GOP is unknown', () => {
    const desk = new Desk().say(begin(), videoConfig(), { type: 'live', mediaMs: 51_200 });
    const { video } = desk.play(51_240, 55_000).stop();
    expect(video[0]).toMatchObject({ ptsMs: 0, isKey: true });
  });

  it('is the live position at the request, however long the connection took', () => {
    const desk = new Desk();
    desk.now += 400;
    desk.say(begin(), { type: 'clock', mediaMs: 50_000, wallMs: 1e12 }, videoConfig(), picture(50_000, true));
    for (let mediaMs = 50_040; mediaMs <= 51_600; mediaMs += 40) desk.say(picture(mediaMs));
    // The server says where live is behind the group it had kept.
    desk.say({ type: 'clock', mediaMs: 51_610, wallMs: 1e12 + 1_610 });
    const { video } = desk.play(51_640, 52_000).stop();
    // Live is 51,610 now, was 51,210 then; the picture of 51,200 was on the screen.
    expect(video.find(({ ptsMs }) => ptsMs >= 0)).toMatchObject({ ptsMs: 0 });
    expect(video[0]).toMatchObject({ ptsMs: -1_200 });
  });

  it('waits for announced audio, up to a limit', () => {
    const desk = new Desk().say(begin(true, true), videoConfig());
    desk.play(50_000, 50_400);
    expect(desk.tracks).toBeNull();
    desk.say(audioConfig).play(50_400, 50_800);
    expect(desk.tracks?.audio?.codec).toBe('aac');

    const silent = new Desk().say(begin(true, true), videoConfig()).play(50_000, 52_000);
    expect(silent.tracks).toMatchObject({ audio: null });
    expect(silent.stop().video.length).toBe(50);
  });

  it('is the first available data if stopped immediately', () => {
    const desk = new Desk().say(begin(), videoConfig(), picture(50_000, true)).stop();
    expect(desk.video).toHaveLength(1);
  });

  it('is empty without data', () => {
    const desk = new Desk().say(begin(), videoConfig(), picture(50_040)).stop();
    expect(desk.samples).toEqual([]);
    expect(desk.take.isEmpty).toBe(true);
  });
});

describe('the duration of a recording', () => {
  it('is the time between start and stop', () => {
    const desk = running();
    desk.play(51_240, 57_240).stop();
    expect(Math.abs(desk.take.endMs - 6_000)).toBeLessThanOrEqual(40);
  });

  it('extends the last frame until the stop if frames are rare', () => {
    const desk = new Desk().say(begin(), videoConfig(), picture(50_000, true), {
      type: 'live',
      mediaMs: 50_000,
    });
    desk.now += 4_000;
    desk.say(picture(54_000, true));
    desk.now += 3_000;
    desk.stop();
    expect(desk.video.map(({ ptsMs, durationMs }) => [ptsMs, durationMs])).toEqual([
      [0, 4_000],
      [4_000, 3_000],
    ]);
  });

  it('ends with the last frame when the stream was lost', () => {
    const desk = running().play(51_240, 53_240);
    desk.now += 20_000;
    desk.stop(true);
    expect(desk.take.endMs).toBeLessThan(2_200);
  });

  it('is the same for frames with reordering', () => {
    const desk = new Desk().say(begin(), videoConfig());
    desk.say(picture(50_000, true, 50_080), picture(50_040, false, 50_200), picture(50_080, false, 50_120), {
      type: 'live',
      mediaMs: 50_080,
    });
    desk.now += 40;
    desk.say(picture(50_120, false, 50_160)).stop();
    const [first, second, third] = desk.video;
    expect([second!.ptsMs - first!.ptsMs, third!.ptsMs - first!.ptsMs]).toEqual([120, 40]);
  });

  it('spaces audio evenly despite rounded milliseconds, and starts it with the video', () => {
    const desk = new Desk().say(begin(true, true), videoConfig(), audioConfig);
    const frameMs = (1_024 * 1_000) / 48_000;
    desk.say(picture(50_000, true));
    for (let index = -5; index < 0; index += 1) desk.say(audio(Math.round(50_000 + index * frameMs)));
    desk.say({ type: 'live', mediaMs: 50_000 });
    for (let index = 0; index < 200; index += 1) {
      desk.say(audio(Math.round(50_000 + index * frameMs)));
      desk.now += frameMs;
    }
    desk.stop();
    expect(desk.audio[0]!.ptsMs).toBeGreaterThanOrEqual(0);
    for (const { durationMs } of desk.audio) expect(durationMs).toBeCloseTo(frameMs, 3);
  });

  it('includes audio without video', () => {
    const desk = new Desk().say(begin(false, true), audioConfig);
    for (let index = 0; index < 100; index += 1) {
      desk.say(audio(50_000 + index * 21));
      desk.now += 21;
    }
    desk.stop();
    expect(desk.tracks?.video).toBeNull();
    expect(desk.audio[0]!.ptsMs).toBe(0);
    expect(desk.take.endMs).toBeGreaterThan(1_500);
  });
});

describe('a recording across a reconnection', () => {
  const clock = (mediaMs: number, wallMs: number): FeedEvent => ({ type: 'clock', mediaMs, wallMs });
  const wall = 1_700_000_000_000;

  it('keeps wall time, whatever timestamps the new stream has', () => {
    const desk = new Desk().say(begin(), videoConfig(), clock(50_000, wall), picture(50_000, true));
    desk.say({ type: 'live', mediaMs: 50_000 }).play(50_040, 52_000);
    desk.now += 3_000;
    // 5 s after the start by the wall; its group is 1 s old.
    desk.say(begin(), videoConfig(), clock(200, wall + 4_000), picture(200, true));
    for (let mediaMs = 240; mediaMs <= 1_200; mediaMs += 40) desk.say(picture(mediaMs));
    desk.stop();
    const times = desk.video.map(({ ptsMs }) => ptsMs);
    expect(times).toContain(4_000);
    expect(times.filter((time) => time > 2_000 && time < 4_000)).toEqual([]);
    expect(Math.abs(desk.take.endMs - 5_000)).toBeLessThan(100);
  });

  it('writes nothing twice when the server repeats the GOP, and loses nothing', () => {
    const desk = new Desk().say(begin(), videoConfig(), clock(50_000, wall), picture(50_000, true));
    desk.say({ type: 'live', mediaMs: 50_000 }).play(50_040, 51_000);
    desk.now += 400;
    // A few ms of jitter in the camera's clock are no other time.
    desk.say(begin(), videoConfig(), clock(50_000, wall + 7), picture(50_000, true));
    for (let mediaMs = 50_040; mediaMs <= 51_400; mediaMs += 40) desk.say(picture(mediaMs));
    desk.play(51_440, 52_000).stop();
    expect(desk.video.map(({ ptsMs }) => ptsMs)).toEqual(
      Array.from({ length: 50 }, (_, index) => index * 40),
    );
  });

  it('uses elapsed time if the camera clock is unknown', () => {
    const desk = running().play(51_240, 52_000);
    desk.now += 2_000;
    desk.say(begin(), videoConfig(), picture(7_000, true)).play(7_040, 8_000).stop();
    const gaps = desk.video.map(({ ptsMs }, index) => ptsMs - (desk.video[index - 1]?.ptsMs ?? ptsMs));
    expect(Math.max(...gaps)).toBeGreaterThan(1_900);
    expect(Math.max(...gaps)).toBeLessThan(2_100);
  });

  it('ends when the resolution changes', () => {
    const desk = running().play(51_240, 52_000);
    desk.say(videoConfig()).play(52_000, 52_200);
    expect(desk.ends).toEqual([]);
    const before = desk.video.length;
    desk.say(videoConfig(bytes(9, 9))).play(52_200, 53_000);
    expect(desk.ends).toEqual(['changed']);
    expect(desk.video.length).toBe(before + 1);
  });
});

describe('a hostile stream', () => {
  it('has increasing timestamps, whatever it contains', () => {
    const desk = running();
    const times = [51_240, 51_200, 51_200, 900_000, 900_040, 3, 43, Number.MAX_SAFE_INTEGER, 90, 51_300];
    for (const mediaMs of times) {
      desk.now += 40;
      desk.say(picture(mediaMs));
    }
    desk.stop();
    let last = Number.NEGATIVE_INFINITY;
    for (const { ptsMs, durationMs } of desk.video) {
      expect(ptsMs).toBeGreaterThan(last);
      expect(durationMs).toBeGreaterThan(0);
      last = ptsMs;
    }
    expect(desk.take.endMs).toBeLessThan(60_000);
  });
});
