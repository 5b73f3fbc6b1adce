import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import type { MediaSource } from '../../lib/media/ports.ts';
import { probe } from '../../lib/media/sources/probe/probe.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { decodeVideo } from '../kit/decode-check.ts';
import { footage } from '../kit/gst-footage.ts';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { failureOf, record } from '../kit/source-recorder.ts';
import { parameterSetsOf } from '../kit/video-config.ts';

const run = promisify(execFile);
const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const options = {
  clock: systemClock,
  logger: silentLogger,
  addressPolicy: { allowed: loopback.value, ownPorts: [] },
};
const login = { username: 'admin', password: 'p"w\\d 密码' };

let server: GstRtspServer | null = null;
let source: MediaSource | null = null;

afterEach(async () => {
  source?.stop();
  await server?.stop('SIGKILL');
  server = null;
  source = null;
});

function open(url: string, who = { username: '', password: '' }): MediaSource {
  source = new RtspSource({ kind: 'rtsp', url, ...who }, options);
  return source;
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The configuration record that ffmpeg wrote into a Matroska file. */
async function muxedConfig(file: string): Promise<Uint8Array> {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_data',
    '-show_entries',
    'stream=extradata',
    '-of',
    'json',
    file,
  ];
  const { stdout } = await run('ffprobe', args);
  const dump = (JSON.parse(stdout) as { streams: [{ extradata: string }] }).streams[0].extradata;
  const digits = dump.split('\n').map((line) => line.slice(10, 50).replaceAll(' ', ''));
  return new Uint8Array(Buffer.from(digits.join(''), 'hex'));
}

describe("GStreamer's RTSP server with real footage", () => {
  it.each([
    { video: 'h264', audio: 'aac', auth: 'digest', who: login },
    { video: 'h264', audio: 'pcmu', auth: undefined, who: undefined },
    { video: 'h265', audio: 'pcma', auth: 'basic', who: { username: 'admin', password: 'plain' } },
    { video: 'h265', audio: 'aac', auth: 'digest', who: login },
    { video: 'h264', audio: 'opus', auth: undefined, who: undefined },
  ] as const)(
    'plays $video with $audio, login $auth; a decoder accepts every frame',
    async ({ video, audio, auth, who }) => {
      server = await startGstRtspServer({ video, audio, ...(auth === undefined ? {} : { auth, ...who }) });
      const recorder = record(open(server.url, who));
      await recorder.until((now) => now.video.length >= 45 && now.audio.length >= 20);
      source!.stop();

      expect(recorder.order[0]).toBe('tracks');
      expect(recorder.trackSets).toHaveLength(1);
      const [{ video: track, audio: audioTrack }] = recorder.trackSets as [(typeof recorder.trackSets)[0]];
      expect(track).toMatchObject({ codec: video, width: 640, height: 360 });
      expect(audioTrack).toMatchObject({
        codec: audio,
        sampleRate: { aac: 16_000, pcma: 8_000, pcmu: 8_000, opus: 48_000 }[audio],
        channels: audio === 'opus' ? 2 : 1,
      });
      expect(recorder.video[0]!.isKey).toBe(true);

      const decoded = await decodeVideo(track!, recorder.video);
      expect(decoded.complaints).toBe('');
      expect(decoded.frames).toBe(recorder.video.length);
      // The street is neither black nor white.
      for (const value of decoded.brightness) expect(value).toBeGreaterThan(60);
      for (const value of decoded.brightness) expect(value).toBeLessThan(200);

      const steps = recorder.video.slice(1).map((unit, index) => unit.dtsMs - recorder.video[index]!.dtsMs);
      for (const step of steps) expect(step).toBeCloseTo(1000 / 15, -1);
    },
  );

  it.each(['h264', 'h265'] as const)('configures %s decoders as ffmpeg does', async (video) => {
    server = await startGstRtspServer({ video, audio: null });
    const recorder = record(open(server.url));
    await recorder.until((now) => now.video.length > 0);
    const track = recorder.trackSets[0]!.video!;
    const theirs = { ...track, config: await muxedConfig(await footage({ video, audio: null })) };
    expect(parameterSetsOf(track).map(hex)).toEqual(parameterSetsOf(theirs).slice(0, 3).map(hex));
    if (video === 'h264') expect(hex(track.config)).toBe(hex(theirs.config));
    // Profile, tier, compatibility, constraints and level; then chroma format and bit depths.
    else
      for (const [from, to] of [
        [0, 13],
        [16, 19],
      ])
        expect(hex(track.config.subarray(from, to))).toBe(hex(theirs.config.subarray(from, to)));
  });

  it.each(['h264', 'h265'] as const)(
    'orders %s with B-frames: decoding time increases and never exceeds presentation time',
    async (video) => {
      server = await startGstRtspServer({ video, audio: null, bFrames: 2 });
      const recorder = record(open(server.url));
      await recorder.until((now) => now.video.length >= 40);
      const units = recorder.video;
      expect(units.some((unit) => unit.ptsMs - unit.dtsMs > 100)).toBe(true);
      for (const unit of units) expect(unit.dtsMs).toBeLessThanOrEqual(unit.ptsMs);
      for (const [index, unit] of units.slice(1).entries())
        expect(unit.dtsMs).toBeGreaterThan(units[index]!.dtsMs);
      expect(units[0]!.dtsMs).toBeGreaterThanOrEqual(0);
      const shown = units.map((unit) => Math.round(unit.ptsMs)).sort((a, b) => a - b);
      expect(new Set(shown).size).toBe(shown.length);
    },
  );

  it('puts audio and video on one timeline and reads the clock of the sender', async () => {
    server = await startGstRtspServer({ video: 'h264', audio: 'pcma' });
    const recorder = record(open(server.url));
    await recorder.until((now) => now.video.length >= 75, 15_000);
    const lastVideo = recorder.video.at(-1)!;
    const lastAudio = recorder.audio.at(-1)!;
    expect(Math.abs(lastAudio.wallMs - lastAudio.dtsMs - (lastVideo.wallMs - lastVideo.dtsMs))).toBeLessThan(
      20,
    );
    expect(Math.abs(lastVideo.wallMs - Date.now())).toBeLessThan(3_000);
    expect((source as RtspSource).connection.clockFromCamera).toBe(true);
  });

  it('distinguishes a wrong password, a wrong path and a missing login', async () => {
    server = await startGstRtspServer({ video: 'h264', audio: null, auth: 'digest', ...login });
    expect(await failureOf(record(open(server.url, { ...login, password: 'wrong' })))).toMatchObject({
      code: 'source.auth',
    });
    expect(await failureOf(record(open(server.url)))).toMatchObject({ code: 'source.auth' });
    expect(await failureOf(record(open(`${server.url}x`, login)))).toMatchObject({ code: 'source.notFound' });
  });

  it('detects a killed camera and one that only stops sending', async () => {
    server = await startGstRtspServer({ video: 'h264', audio: 'aac' });
    const first = record(open(server.url));
    await first.until((now) => now.video.length > 5);
    await server.stop('SIGKILL');
    expect(await failureOf(first)).toMatchObject({ code: 'source.ended', retryable: true });

    server = await startGstRtspServer({ video: 'h264', audio: 'aac' });
    const second = record(open(server.url));
    await second.until((now) => now.video.length > 5);
    process.kill(server.pid, 'SIGSTOP');
    expect(await failureOf(second)).toMatchObject({ code: 'source.silent', retryable: true });
  });

  it('keeps going past the session timeout of the server', async () => {
    // GStreamer ends sessions after 60 s by default. TCP clients are kept by their connection, so only the responses to
    // keep-alives matter here.
    server = await startGstRtspServer({ video: 'h264', audio: null, sessionTimeoutSeconds: 4 });
    const recorder = record(open(server.url));
    await recorder.until((now) => now.video.length >= 110, 15_000);
    expect(recorder.failure).toBeNull();
  });

  it('is described by probe: what it sends and what to change', async () => {
    server = await startGstRtspServer({ video: 'h265', audio: 'aac' });
    const report = await probe(
      { kind: 'rtsp', url: server.url, username: '', password: '' },
      {
        ...options,
        demo: () => {
          throw new Error('no demo camera in this test');
        },
      },
    );
    expect(report).toMatchObject({
      ok: true,
      failure: null,
      video: { codec: 'h265', width: 640, height: 360, keyFrameIntervalMs: 1_000, hasBFrames: false },
      audio: { codec: 'aac', sampleRate: 16_000, channels: 1 },
      clock: { from: 'camera' },
    });
    expect(report.video!.fps).toBeCloseTo(15, 0);
    expect(report.advice.map(({ code }) => code)).toEqual(['video.h265.noFfmpeg']);
    expect(JSON.stringify(report)).not.toContain('127.0.0.1');
  });
});
