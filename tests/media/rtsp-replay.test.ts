import { expect } from 'expect';
import { afterEach, beforeAll, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { ReplaySource } from '../../lib/media/ports.ts';
import { createReplayOpener } from '../../lib/media/sources/open-source.ts';
import { type ReplayCamera, type ReplayCameraOptions, startReplayCamera } from '../kit/replay-camera.ts';
import { failureOf, record, type SourceRecorder } from '../kit/source-recorder.ts';
import { type Recording, record as recordDemo } from './demo-kit.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: loopback.value, ownPorts: [] };

const morning = Date.UTC(2026, 2, 1, 6);
const evening = Date.UTC(2026, 2, 1, 18);
const midnight = Date.UTC(2026, 2, 2);

describe('replay of recordings over RTSP', () => {
  let clips: { tracks: Recording['tracks']; units: Recording['all'] }[];
  let camera: ReplayCamera;
  let source: ReplaySource | null = null;

  beforeAll(async () => {
    const recorded = [
      await recordDemo('yard', 'sub', 8, morning),
      await recordDemo('yard', 'sub', 8, evening),
    ];
    clips = recorded.map(({ tracks, all }) => ({ tracks, units: all }));
  });
  afterEach(async () => {
    source?.stop();
    await camera.stop();
  });

  async function replay(
    range: { fromMs: number; toMs?: number; speed?: number },
    options: Partial<ReplayCameraOptions> = {},
  ): Promise<SourceRecorder> {
    camera = await startReplayCamera({ clips, ...options });
    const open = createReplayOpener({
      clock: systemClock,
      logger: silentLogger,
      addressPolicy,
      timings: { requestMs: 600, firstFrameMs: 2_000, silenceMs: 2_000 },
    });
    source = open(
      { kind: 'rtsp', url: camera.url, username: '', password: '' },
      { toMs: midnight, speed: 1, ...range },
    );
    return record(source);
  }
  const wallTimes = ({ video }: SourceRecorder) => video.map(({ wallMs }) => Math.round(wallMs));
  const recordedTimes = (from: number, to: number) =>
    clips
      .flatMap(({ units }) => units)
      .filter(({ kind, wallMs }) => kind === 'video' && wallMs >= from && wallMs < to)
      .map(({ wallMs }) => wallMs);

  it('delivers every frame with its recorded time, from the key frame before the requested one', async () => {
    const recorder = await replay({ fromMs: morning + 3_100, toMs: morning + 6_000 });
    await recorder.until(({ video }) => Math.round(video.at(-1)?.wallMs ?? 0) >= morning + 5_900);
    const first = wallTimes(recorder)[0]!;
    expect(first).toBeLessThanOrEqual(morning + 3_100);
    expect(recorder.video[0]!.isKey).toBe(true);
    expect(wallTimes(recorder)).toEqual(recordedTimes(first, morning + 6_000));
    expect(recorder.trackSets.at(-1)).toMatchObject({ video: { codec: 'h264' }, audio: { codec: 'aac' } });
    const play = camera.plays[0]!;
    expect(play.get('range')).toBe('clock=20260301T060003.100Z-20260301T060006.000Z');
    expect(play.get('require')).toBe('onvif-replay');
    expect(play.get('rate-control')).toBe('no');
  });

  it('keeps audio and video aligned by their recorded times', async () => {
    const recorder = await replay({ fromMs: morning, toMs: morning + 4_000 });
    await recorder.until(({ video }) => video.length >= 55);
    const shift = recorder.video[0]!.wallMs - recorder.video[0]!.dtsMs;
    const errors = recorder.units.map(({ wallMs, dtsMs }) => Math.abs(wallMs - dtsMs - shift));
    expect(recorder.audio.length).toBeGreaterThan(20);
    expect(Math.max(...errors)).toBeLessThan(1);
  });

  it('continues after a gap without waiting for it, and ends with the last recorded frame', async () => {
    const recorder = await replay({ fromMs: morning + 6_000 });
    const failure = await failureOf(recorder);
    expect(failure).toMatchObject({ code: 'source.ended', message: 'the recording ends here' });
    const times = wallTimes(recorder);
    expect(times).toEqual(recordedTimes(times[0]!, midnight));
    const steps = recorder.video.slice(1).map(({ dtsMs }, index) => dtsMs - recorder.video[index]!.dtsMs);
    expect(Math.max(...steps)).toBeLessThan(70);
    expect(Math.min(...steps)).toBeGreaterThan(0);
  });

  it.each([0.5, 2, 4])('replays at %s times the speed if the camera supports it', async (speed) => {
    const recorder = await replay({ fromMs: morning, toMs: morning + 4_000, speed });
    await recorder.until(({ video }) => video.length >= 15);
    const [first, last] = [recorder.video[0]!, recorder.video[14]!];
    expect((last.wallMs - first.wallMs) / (last.dtsMs - first.dtsMs)).toBeCloseTo(speed, 2);
    expect(recorder.audio).toEqual([]);
    expect(camera.plays[0]!.get('scale')).toBe(speed.toFixed(1));
    expect(camera.plays[0]!.get('rate-control')).toBe('yes');
  });

  it('reports source.speed if the camera chooses another speed', async () => {
    const recorder = await replay({ fromMs: morning, speed: 4 }, { scales: [2] });
    expect(await failureOf(recorder)).toEqual({
      code: 'source.speed',
      message: 'the camera does not replay at this speed',
      retryable: false,
    });
    expect(recorder.units).toEqual([]);
  });

  it('counts from the requested time if the camera does not mark its frames', async () => {
    const recorder = await replay({ fromMs: morning, toMs: morning + 2_000 }, { hasMarks: false });
    await recorder.until(({ video }) => video.length >= 28);
    const errors = wallTimes(recorder).map((at, index) => at - recordedTimes(morning, midnight)[index]!);
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(1);
  });

  it('lets the camera wait while it is paused, for longer than a live stream may be silent', async () => {
    const recorder = await replay({ fromMs: morning, toMs: morning + 8_000 });
    await recorder.until(({ video }) => video.length >= 1);
    source!.pause();
    await new Promise((resolve) => setTimeout(resolve, 2_600));
    const paused = recorder.video.length;
    expect(recorder.failure).toBeNull();
    source!.resume();
    await failureOf(recorder);
    expect(recorder.video.length).toBeGreaterThan(paused);
    expect(wallTimes(recorder)).toEqual(recordedTimes(morning, morning + 8_000));
  });

  it('reports source.busy if the camera allows no further replay, and releases its session', async () => {
    const recorder = await replay({ fromMs: morning }, { maxSessions: 0 });
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.busy', retryable: true });
    source!.stop();
    expect(camera.sessions).toBe(0);
  });

  it('reports a camera that does not know replay as unsupported', async () => {
    const recorder = await replay({ fromMs: morning }, { knowsNoReplay: true });
    expect(await failureOf(recorder)).toMatchObject({
      code: 'source.unsupported',
      message: 'the camera does not replay recordings over RTSP',
    });
  });
});
