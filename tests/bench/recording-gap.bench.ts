/**
 * What is missing in recordings when the server is killed and started again at once, and where the time goes: RTSP
 * cameras that go on sending, with a key frame each second. The time between the two processes is that of this program,
 * and is left out.
 * ORIEL_BENCH_ROUNDS (10) kills, ORIEL_BENCH_CAMERAS (8).
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { storedKeys } from '../../lib/media/recordings/reconcile.ts';
import { createRecordingReader } from '../../lib/media/recordings/recording-reader.ts';
import { ConsoleCalls } from '../kit/console-calls.ts';
import { type FakeCamera, startFakeCamera } from '../kit/fake-camera.ts';
import { scratchFolder } from '../kit/scratch-folder.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { median } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 10);
const cameraCount = Number(process.env.ORIEL_BENCH_CAMERAS ?? 8);
const targetMs = 5_000;
const frameMs = 40;
const framesPerGop = 25;
const password = 'harbour-4-lantern-59';

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
/** Of each camera, when it was asked to play last. */
const playedAt: number[] = [];

/** Frames and key frames have the times that they would have if nobody watched. */
function startCamera(number: number): Promise<FakeCamera> {
  const startedAt = Date.now();
  return startFakeCamera({
    playing(connection) {
      playedAt[number] = Date.now();
      let sent = Math.floor((Date.now() - startedAt) / frameMs);
      connection.every(frameMs / 2, () => {
        const due = Math.floor((Date.now() - startedAt) / frameMs);
        for (; sent <= due; sent += 1) connection.sendFrame(sent * frameMs * 90, sent % framesPerGop === 0);
      });
    },
  });
}

/** Of a process, by the clock. */
function startOf(pid: number): number {
  const ticks = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[19]);
  const uptimeS = Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]);
  return Date.now() - (uptimeS - ticks / 100) * 1_000;
}

async function untilRecording(oriel: OrielInstance): Promise<void> {
  for (;;) {
    const { recordings } = (await (await fetch(`${oriel.origin}/healthz`)).json()) as {
      recordings: { recording: number };
    };
    if (recordings.recording === cameraCount) return;
    await wait(50);
  }
}

async function addCameras(oriel: OrielInstance, cameras: readonly FakeCamera[]): Promise<void> {
  for (const [number, { url }] of cameras.entries())
    await oriel.oriel(['camera', 'add', url, '--serial', `GAP${number}`]);
  await ConsoleCalls.setUp(oriel, 'keeper', '管理员', password);
  await ConsoleCalls.as(oriel, 'keeper', password, async (calls) => {
    const { records } = await calls.call('GET', '/iot/camera/page?pageSize=100');
    const recordPlan = { enabled: true, mode: 'always', days: [], keepDays: 1, preRecordSec: 0 };
    for (const { id, version, deviceSerial } of records) {
      if (String(deviceSerial).startsWith('GAP'))
        await calls.call('PUT', '/iot/camera', { id, version, recordPlan });
    }
  });
}

const dataDir = scratchFolder('oriel-gap-');
const cameras = await Promise.all(Array.from({ length: cameraCount }, (_, number) => startCamera(number)));
let oriel = await startOriel({ dataDir });
const gaps: number[] = [];
const parts = { lost: [] as number[], start: [] as number[], key: [] as number[] };
try {
  await addCameras(oriel, cameras);
  await untilRecording(oriel);
  for (let round = 0; round < rounds; round += 1) {
    await wait(3_000 + Math.random() * 2_000);
    const killedAt = Date.now();
    await oriel.kill();
    oriel = await startOriel({ dataDir });
    const downMs = startOf(oriel.pid) - killedAt;
    await untilRecording(oriel);
    await wait(1_500);
    const root = join(dataDir, 'recordings');
    const reader = createRecordingReader(root);
    for (const key of await storedKeys(root)) {
      const gops = await reader.gops(key, 0, Number.MAX_SAFE_INTEGER);
      const before = gops.filter(({ startMs }) => startMs < killedAt).at(-1)!;
      const after = gops.find(({ startMs }) => startMs >= killedAt)!;
      const endMs = before.startMs + before.durationMs;
      gaps.push(after.startMs - endMs - downMs);
      parts.lost.push(killedAt - endMs);
      const firstPlay = Math.min(...playedAt);
      parts.start.push(firstPlay - killedAt - downMs);
      parts.key.push(after.startMs - firstPlay);
    }
    console.log(`kill ${round + 1}: ${Math.round(Math.max(...gaps.slice(-cameraCount)))} ms at most`);
  }
} finally {
  await oriel.stop();
  for (const camera of cameras) await camera.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

const show = (values: readonly number[]) =>
  `${Math.round(median(values))} ms (${Math.round(Math.max(...values))} ms at most)`;
console.log(`lost before the kill: ${show(parts.lost)}`);
console.log(`from the start of the process to the first camera that is asked to play: ${show(parts.start)}`);
console.log(`from there to the first key frame of each camera: ${show(parts.key)}`);
const value = Math.round(Math.max(...gaps));
console.log(
  JSON.stringify({
    bench: 'recording-gap',
    value,
    unit: `ms, longest gap of ${gaps.length}`,
    target: targetMs,
    ok: value <= targetMs,
    peers: { median: Math.round(median(gaps)), lost: Math.round(Math.max(...parts.lost)) },
  }),
);
