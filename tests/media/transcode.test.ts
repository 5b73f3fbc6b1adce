import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { type Ffmpeg, findFfmpeg } from '../../lib/media/outputs/transcode/find-ffmpeg.ts';
import { transcodeSlots } from '../../lib/media/outputs/transcode/transcoded-stream.ts';
import type { AccessUnit, MediaSource, TrackSet } from '../../lib/media/ports.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { decodeVideo, difference } from '../kit/decode-check.ts';
import { type GstRtspOptions, type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { failureOf, record } from '../kit/source-recorder.ts';
import { transcodedSource } from '../kit/transcoded-source.ts';

const loopback = parseNetworks('127.0.0.0/8');
if (!loopback.ok) throw new Error(loopback.error);
const addressPolicy = { allowed: loopback.value, ownPorts: [] };
const base = { clock: systemClock, logger: silentLogger };
const password = 'canary-7c1f';

let ffmpeg: Ffmpeg;
let h265: GstRtspServer;
let running: MediaSource[] = [];
let servers: GstRtspServer[] = [];
const folder = mkdtempSync(join(tmpdir(), 'oriel-transcode-'));

beforeAll(async () => {
  const found = await findFfmpeg(undefined);
  if (!found.ok) throw new Error(found.error);
  ffmpeg = found.value;
  h265 = await startGstRtspServer({
    video: 'h265',
    audio: 'aac',
    auth: 'digest',
    username: 'admin',
    password,
  });
}, 120_000);

afterEach(async () => {
  for (const source of running) source.stop();
  for (const server of servers) await server.stop();
  running = [];
  servers = [];
});

async function serve(options: GstRtspOptions): Promise<GstRtspServer> {
  const server = await startGstRtspServer(options);
  servers.push(server);
  return server;
}

afterAll(async () => {
  await h265.stop();
  rmSync(folder, { recursive: true, force: true });
});

function camera(server: GstRtspServer): MediaSource {
  const spec = { kind: 'rtsp', url: server.url, username: 'admin', password } as const;
  const source = new RtspSource(spec, { ...base, addressPolicy });
  running.push(source);
  return source;
}

/** Child processes that run ffmpeg on a Matroska pipe. */
function ffmpegChildren(parent = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid).includes('matroska') && parentOf(pid) === parent);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return ''; // it has ended meanwhile
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  } catch {
    return -1;
  }
}

/** A zombie has ended; its parent has not read its status yet. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

async function gone(pid: number, withinMs: number): Promise<number> {
  const since = performance.now();
  while (isAlive(pid)) {
    if (performance.now() - since > withinMs) throw new Error(`${pid} still runs after ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return performance.now() - since;
}

describe('H.265 converted to H.264', () => {
  it('produces decodable frames at the original timestamps, with unchanged audio', async () => {
    const inner = camera(h265);
    const originals = new Map<number, AccessUnit>();
    const sounds: Uint8Array[] = [];
    let innerTracks: TrackSet | null = null as TrackSet | null;
    const tapped: MediaSource = {
      start: (sink) =>
        inner.start({
          tracks(tracks) {
            innerTracks = tracks;
            sink.tracks(tracks);
          },
          failed: (failure) => sink.failed(failure),
          unit(unit) {
            if (unit.kind === 'video') originals.set(unit.ptsMs, unit);
            else sounds.push(unit.data);
            sink.unit(unit);
          },
        }),
      stop: () => inner.stop(),
    };
    const source = transcodedSource(tapped, { ok: true, value: ffmpeg });
    running.push(source);
    const recorder = record(source);
    await recorder.until((now) => now.video.length >= 60 && now.audio.length > 20, 20_000);
    source.stop();

    const tracks = recorder.trackSets[0]!;
    expect(recorder.trackSets).toHaveLength(1);
    expect(tracks.video).toMatchObject({ codec: 'h264', width: 640, height: 360 });
    expect(tracks.audio).toMatchObject({ codec: 'aac' });
    for (const unit of recorder.video) {
      const original = originals.get(unit.ptsMs);
      expect(original).toBeDefined();
      expect(unit.wallMs).toBe(original!.wallMs);
      expect(unit.dtsMs).toBe(unit.ptsMs);
    }
    for (const unit of recorder.audio) expect(sounds).toContain(unit.data);
    expect(recorder.video[0]!.isKey).toBe(true);
    const keys = recorder.video.filter((unit) => unit.isKey).map((unit) => unit.dtsMs);
    expect(keys.length).toBeGreaterThanOrEqual(2);
    for (const [index, at] of keys.slice(1).entries()) expect(at - keys[index]!).toBeLessThan(2_200);

    const decoded = await decodeVideo(tracks.video!, recorder.video);
    expect(decoded.complaints).toBe('');
    expect(decoded.frames).toBe(recorder.video.length);
    // The first key frame is transcoded too, and every frame shows the same as its original.
    const first = [...originals.values()][0]!;
    expect(recorder.video[0]!.ptsMs).toBe(first.ptsMs);
    const sources = await decodeVideo(innerTracks!.video!, [...originals.values()]);
    for (const index of [0, 1, 20, 59]) {
      expect(difference(decoded.luma[index]!, sources.luma[index]!)).toBeLessThan(6);
    }
    expect(difference(decoded.luma[0]!, new Uint8Array(640 * 360).fill(128))).toBeGreaterThan(20);
  });

  it('keeps B-frames in display order', async () => {
    const server = await serve({ video: 'h265', audio: null, bFrames: 2 });
    const source = transcodedSource(camera(server), { ok: true, value: ffmpeg });
    running.push(source);
    const recorder = record(source);
    await recorder.until((now) => now.video.length >= 40, 20_000);
    const steps = recorder.video.slice(1).map((unit, index) => unit.dtsMs - recorder.video[index]!.dtsMs);
    // Right after the first key frame, frames that refer to earlier ones cannot be decoded.
    expect(steps[0]).toBeLessThan(250);
    for (const step of steps.slice(1)) expect(step).toBeCloseTo(1000 / 15, -1);
  });

  it('passes H.264 unchanged without a child process', async () => {
    const server = await serve({ video: 'h264', audio: null });
    const source = transcodedSource(camera(server), { ok: true, value: ffmpeg });
    running.push(source);
    const recorder = record(source);
    await recorder.until((now) => now.video.length > 10);
    expect(recorder.trackSets[0]!.video!.codec).toBe('h264');
    expect(ffmpegChildren()).toEqual([]);
  });

  it('shows no address, no name and no password to the process list or the environment of the child', async () => {
    const source = transcodedSource(camera(h265), { ok: true, value: ffmpeg });
    running.push(source);
    await record(source).until((now) => now.video.length > 3, 15_000);
    const [pid] = ffmpegChildren();
    const seen = commandLine(pid!) + readFileSync(`/proc/${pid}/environ`, 'latin1');
    for (const secret of [password, 'admin', '127.0.0.1', 'rtsp']) expect(seen).not.toContain(secret);
    expect(readFileSync(`/proc/${pid}/limits`, 'latin1')).toMatch(/Max open files\s+64 /);
    expect(readFileSync(`/proc/${pid}/limits`, 'latin1')).toMatch(/Max address space\s+4294967296 /);
    // A process group of its own: the fifth field of stat.
    expect(Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ')[2])).toBe(pid);
    source.stop();
    await gone(pid!, 20_000);
  });

  it('reports a missing ffmpeg', async () => {
    const found = await findFfmpeg(undefined, folder);
    expect(found).toEqual({ ok: false, error: 'ffmpeg is not installed' });
    const source = transcodedSource(camera(h265), found);
    running.push(source);
    expect(await failureOf(record(source))).toMatchObject({
      code: 'source.unsupported',
      retryable: false,
      message: expect.stringContaining('ffmpeg is not installed'),
    });
  });

  it('never runs more children than allowed, and releases the slot of a stopped one', async () => {
    const acquireSlot = transcodeSlots(1);
    const [first, second, third] = [0, 1, 2].map(() =>
      transcodedSource(camera(h265), { ok: true, value: ffmpeg }, acquireSlot),
    );
    running.push(first!, second!, third!);
    await record(first!).until((now) => now.video.length > 0, 15_000);
    expect(await failureOf(record(second!))).toMatchObject({ retryable: true });
    first!.stop();
    first!.stop();
    await record(third!).until((now) => now.video.length > 0, 15_000);
  });
});

describe('a child that fails', () => {
  async function startOne() {
    const source = transcodedSource(camera(h265), { ok: true, value: ffmpeg });
    running.push(source);
    const recorder = record(source);
    await recorder.until((now) => now.video.length > 3, 15_000);
    const [pid] = ffmpegChildren();
    return { recorder, pid: pid! };
  }

  it.each(['SIGKILL', 'SIGSEGV'] as const)('dies of %s: reported', async (signal) => {
    const { recorder, pid } = await startOne();
    process.kill(pid, signal);
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.ended', retryable: true });
    await gone(pid, 10_000);
  });

  it('hangs: reported and killed', async () => {
    const { recorder, pid } = await startOne();
    process.kill(pid, 'SIGSTOP');
    expect(await failureOf(recorder)).toMatchObject({ code: 'source.silent', retryable: true });
    await gone(pid, 10_000);
  });

  it('writes garbage or ends immediately: reported, not thrown', async () => {
    for (const script of ['head -c 100000 /dev/zero; exec cat >/dev/null', 'exit 3', 'exec cat']) {
      const path = join(folder, 'not-ffmpeg');
      writeFileSync(path, `#!/bin/sh\n${script}\n`);
      chmodSync(path, 0o700);
      const source = transcodedSource(camera(h265), { ok: true, value: { ...ffmpeg, path } });
      running.push(source);
      expect(await failureOf(record(source))).toMatchObject({ code: 'source.ended', retryable: true });
    }
  });
});

describe('findFfmpeg', () => {
  const fake = (name: string, banner: string, encoders: string): string => {
    const path = join(folder, name);
    writeFileSync(
      path,
      `#!/bin/sh\ncase "$2" in -version) echo "${banner}";; *) echo "${encoders}";; esac\n`,
    );
    chmodSync(path, 0o700);
    return path;
  };

  it('prefers the configured one to the system’s', async () => {
    const path = fake('new', 'ffmpeg version n7.1 Copyright', ' V....D libx264 H.264');
    expect(await findFfmpeg(path)).toMatchObject({ ok: true, value: { path, version: 'n7.1' } });
  });

  it.each([
    ['too old', 'ffmpeg version 4.4.2-0ubuntu', ' V....D libx264 H.264', /4\.4 is too old/],
    ['without libx264', 'ffmpeg version 6.0', ' V....D mpeg4 MPEG-4', /no libx264/],
    ['something else', 'hello', '', /does not answer like ffmpeg/],
  ])('rejects one that is %s', async (name, banner, encoders, error) => {
    expect(await findFfmpeg(fake(name.replaceAll(' ', '-'), banner, encoders))).toEqual({
      ok: false,
      error: expect.stringMatching(error),
    });
  });

  it('does not fall back if the configured one is missing', async () => {
    expect(await findFfmpeg('/nowhere/ffmpeg')).toMatchObject({ ok: false });
    expect(await findFfmpeg('ffmpeg')).toEqual({ ok: false, error: 'ORIEL_FFMPEG must be an absolute path' });
  });
});

describe('kill -9 of the process that converts', () => {
  it.each([
    ['with the system’s tools', true],
    ['without setpriv and prlimit', false],
  ])('leaves no ffmpeg behind, %s', async (_name, hasTools) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, '../kit/transcode-process.ts')],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, RTSP_URL: h265.url, RTSP_PASSWORD: password, HAS_TOOLS: String(hasTools) },
      },
    );
    await once(createInterface({ input: child.stdout }), 'line');
    const [pid] = ffmpegChildren(child.pid);
    expect(pid).toBeDefined();
    child.kill('SIGKILL');
    const tookMs = await gone(pid!, 20_000);
    process.stdout.write(`ffmpeg ended ${tookMs.toFixed(0)} ms after kill -9 of its parent\n`);
  });

  it('does not leave a stopped one behind either', async () => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', join(import.meta.dirname, '../kit/transcode-process.ts')],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: { ...process.env, RTSP_URL: h265.url, RTSP_PASSWORD: password, HAS_TOOLS: 'true' },
      },
    );
    await once(createInterface({ input: child.stdout }), 'line');
    const [pid] = ffmpegChildren(child.pid);
    process.kill(pid!, 'SIGSTOP');
    child.kill('SIGKILL');
    await gone(pid!, 20_000);
  });
});
