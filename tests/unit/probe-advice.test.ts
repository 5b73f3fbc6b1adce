import { expect } from 'expect';
import { describe, it } from 'vitest';
import { probeMessages } from '../../lib/domain/devices/probe-messages.ts';
import type { MediaSource } from '../../lib/media/ports.ts';
import { probe } from '../../lib/media/sources/probe/probe.ts';
import { adviseOn } from '../../lib/media/sources/probe/probe-advice.ts';
import type { ProbeReport } from '../../lib/media/sources/probe/probe-report.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const report: Omit<ProbeReport, 'advice'> = {
  ok: true,
  failure: null,
  firstFrameMs: 300,
  watchedMs: 3_000,
  video: {
    ...({ codec: 'h264', codecString: 'avc1.42c01e', width: 640, height: 360, fps: 25 } as const),
    ...{ bitrateKbps: 500, keyFrameIntervalMs: 2_000, hasBFrames: false },
  },
  audio: { codec: 'aac', sampleRate: 16_000, channels: 1, bitrateKbps: 32 },
  awaitsKey: false,
  clock: { from: 'camera', skewMs: 0, speed: 1 },
  transport: null,
  notCarried: [],
  trackChanges: 0,
  formatChanges: 0,
};

describe('a check of a camera whose clock runs at another speed', () => {
  const advice = (speed: number | null) => adviseOn({ ...report, clock: { ...report.clock, speed } }, true);

  it.each([null, 1, 0.985, 1.015])('says nothing at %s', (speed) => {
    expect(advice(speed)).toEqual([]);
  });

  it.each([
    [0.84, '84'],
    [1.176, '118'],
  ])('names the speed %d in both languages', (speed, percent) => {
    const given = { ...report, advice: advice(speed) };
    const [english, chinese] = (['en-US', 'zh-CN'] as const).map(
      (locale) => probeMessages(given, locale).advice,
    );
    expect(english).toMatchObject([{ code: 'clock.speed', severity: 'hint' }]);
    expect(english![0]!.message).toContain(`clock runs at ${percent} %`);
    expect(chinese![0]!.message).toContain(`时钟以 ${percent}% 的速度运行`);
  });

  it.each([
    ['as long as needed if it seems to be off', 0.965, 8_000],
    ['no longer than for others if it does not', 1.004, 3_000],
  ])('takes %s', async (_name, seemingSpeed, watchedMs) => {
    const clock = new FakeClock();
    const source: MediaSource = {
      start(sink) {
        sink.tracks({ video: null, audio: { codec: 'pcma', sampleRate: 8_000, channels: 1 } });
        sink.unit({ kind: 'audio', dtsMs: 0, ptsMs: 0, wallMs: 0, isKey: true, data: new Uint8Array(160) });
      },
      stop() {},
      connection: {
        ...{ skipped: [], describedAudio: null, clockFromCamera: true, clockSkewMs: 0, droppedFrames: 0 },
        ...{ transport: null, clockSpeed: { speed: 1, seemingSpeed } },
      },
    };
    const options = { clock } as unknown as Parameters<typeof probe>[1]; // with a source, nothing else is used
    const done = probe({ kind: 'demo', scene: 'harbour', profile: 'main' }, options, source);
    await clock.advance(20_000);
    expect((await done).watchedMs).toBe(watchedMs);
  });
});

describe('a check of a camera with a long group of pictures', () => {
  it('ends after 15 s of waiting, and says what to set', async () => {
    const clock = new FakeClock();
    const source: MediaSource = {
      start(sink) {
        clock.every(1_000, () => sink.awaitsKey?.(clock.monotonic()));
      },
      stop() {},
    };
    const options = { clock } as unknown as Parameters<typeof probe>[1]; // with a source, nothing else is used
    const done = probe({ kind: 'demo', scene: 'harbour', profile: 'main' }, options, source);
    await clock.advance(20_000);
    const { ok, watchedMs, advice } = await done;
    expect({ ok, watchedMs }).toEqual({ ok: true, watchedMs: 15_000 });
    expect(advice.map(({ code }) => code)).toEqual(['video.keyFrameInterval']);
  });
});
