// CPU of recording 16 cameras of 2 Mbit/s (H.264, AAC) over RTSP, against 16 x `ffmpeg -c copy -f segment` doing the same.
// Needs: GStreamer's RTSP server, ffmpeg.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import { parseNetworks } from '../../lib/media/net/ip-address.ts';
import { createRecordingPlane } from '../../lib/media/recording-plane.ts';
import { RtspSource } from '../../lib/media/sources/rtsp/rtsp-source.ts';
import { startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { MemorySegments } from '../kit/memory-segments.ts';
import { recordTask } from '../kit/recording-site.ts';

const cameras = 16;
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
const warmUpMs = 5_000;
/** Of ffmpeg's CPU time. */
const target = 1;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Cost {
  /** Percent of a core per camera. */
  readonly percent: number;
  readonly kbps: number;
}

async function main(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'oriel-recording-cpu-'));
  const server = await startGstRtspServer({
    video: 'h264',
    audio: 'aac',
    width: 1280,
    height: 720,
    fps: 25,
    videoKbps: 2_000,
  });
  try {
    const ours = await recordOurselves(server.url, join(root, 'oriel'));
    const theirs = await recordWithFfmpeg(server.url, join(root, 'ffmpeg'));
    report(ours, theirs);
  } finally {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

async function recordOurselves(url: string, root: string): Promise<Cost> {
  const networks = parseNetworks('127.0.0.0/8');
  if (!networks.ok) throw new Error(networks.error);
  const clock = systemClock;
  const logger = silentLogger;
  const spec = { kind: 'rtsp', url, username: '', password: '' } as const;
  const addressPolicy = { allowed: networks.value, ownPorts: [] };
  const live = createLivePlane({
    sources: () => new RtspSource(spec, { clock, logger, addressPolicy }),
    directory: { find: async () => spec, onChanged: () => () => {}, onMissed: () => () => {} },
    clock,
    logger,
    random: Math.random,
  });
  const tasks = Array.from({ length: cameras }, (_, at) => recordTask(at + 1));
  const plane = createRecordingPlane({
    root,
    live,
    directory: { tasks: async () => tasks, retention: async () => [], onChanged: () => () => {} },
    index: new MemorySegments(),
    clock,
    logger,
  });
  await plane.start();
  await wait(warmUpMs);
  const before = process.cpuUsage();
  const bytesBefore = bytesIn(root);
  const since = performance.now();
  await wait(seconds * 1_000);
  const elapsedMs = performance.now() - since;
  const { user, system } = process.cpuUsage(before);
  const kbps = rate(bytesIn(root) - bytesBefore, elapsedMs);
  const recording = plane.statuses().filter(({ state }) => state === 'recording').length;
  if (recording !== cameras) throw new Error(`${recording} of ${cameras} cameras are recorded`);
  await plane.close();
  live.close();
  return { percent: ((user + system) / 1_000 / elapsedMs / cameras) * 100, kbps };
}

async function recordWithFfmpeg(url: string, root: string): Promise<Cost> {
  mkdirSync(root);
  const children = Array.from({ length: cameras }, (_, at) => startFfmpeg(url, join(root, `${at}-%d.mp4`)));
  try {
    await wait(warmUpMs);
    const before = cpuMs(children);
    const bytesBefore = bytesIn(root);
    const since = performance.now();
    await wait(seconds * 1_000);
    const elapsedMs = performance.now() - since;
    const kbps = rate(bytesIn(root) - bytesBefore, elapsedMs);
    return { percent: ((cpuMs(children) - before) / elapsedMs / cameras) * 100, kbps };
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

/** Fragments of a second, as ours. */
function startFfmpeg(url: string, pattern: string): ChildProcess {
  return spawn(
    'ffmpeg',
    [
      ...['-v', 'error', '-nostdin', '-rtsp_transport', 'tcp', '-i', url, '-c', 'copy'],
      ...['-f', 'segment', '-segment_time', '60', '-segment_format', 'mp4'],
      ...[
        '-segment_format_options',
        'movflags=+frag_keyframe+empty_moov:frag_duration=1000000:flush_packets=1',
      ],
      pattern,
    ],
    { stdio: 'ignore' },
  );
}

/** User and system time of running processes, by Linux in hundredths of a second. */
function cpuMs(children: readonly ChildProcess[]): number {
  let ticks = 0;
  for (const { pid } of children) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10;
}

function bytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.mp4'))
    .reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
}

const sizeOf = (path: string): number => statSync(path).size;
const rate = (bytes: number, ms: number): number => (bytes * 8) / ms / cameras;
const round = (value: number): number => Math.round(value * 100) / 100;

function report(ours: Cost, theirs: Cost): void {
  const value = round(ours.percent / theirs.percent);
  console.log(`${cameras} cameras for ${seconds} s each`);
  console.log(
    `Oriel   ${ours.percent.toFixed(2)} % of a core per camera, ${ours.kbps.toFixed(0)} kbit/s written`,
  );
  console.log(
    `ffmpeg  ${theirs.percent.toFixed(2)} % of a core per camera, ${theirs.kbps.toFixed(0)} kbit/s written`,
  );
  const peers = { oriel: round(ours.percent), ffmpeg: round(theirs.percent), kbps: Math.round(ours.kbps) };
  const result = { bench: 'recording-cpu', value, unit: 'x ffmpeg', target, ok: value <= target, peers };
  console.log(JSON.stringify(result));
}

await main();
