import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type GstRtspServer, startGstRtspServer } from '../kit/gst-rtsp-server.ts';
import { type OrielInstance, startOriel } from '../kit/start-oriel.ts';
import { SteadyViewer, until, wait } from '../kit/steady-viewer.ts';

/** ffmpeg processes that exit, hang and write garbage in a running server, next to cameras that need no transcoding. */
const folder = mkdtempSync(join(tmpdir(), 'oriel-converter-'));
const faultScript = join(folder, 'fault.sh');
const starts = join(folder, 'starts');
const fps = 15;
const footage = { audio: null, width: 320, height: 180, seconds: 60, fps } as const;

let hevc: GstRtspServer;
let plain: GstRtspServer;
let oriel: OrielInstance;
let accessToken: string;
let converted: SteadyViewer[];
let others: SteadyViewer[];

/** A wrapper of ffmpeg that runs `faultScript` instead, if it exists. Records each start of a transcoding. */
function writeFfmpeg(): string {
  const path = join(folder, 'ffmpeg');
  const script = `#!/bin/sh
case "$*" in *matroska*)
  echo started >> ${starts}
  if [ -e ${faultScript} ]; then . ${faultScript}; fi;;
esac
exec /usr/bin/ffmpeg "$@"
`;
  writeFileSync(path, script);
  chmodSync(path, 0o700);
  return path;
}

function statusField(pid: number, field: string): string | undefined {
  try {
    return new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  } catch {
    return undefined; // it has ended
  }
}

function converters(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statusField(pid, 'PPid') === String(parent) && statusField(pid, 'Name') === 'ffmpeg');
}
const isGone = (pid: number): boolean => ['Z', 'X', undefined].includes(statusField(pid, 'State'));

function viewer(serial: string, form?: 'h264'): SteadyViewer {
  const options = { origin: oriel.origin, accessToken, serial, transport: 'ws' } as const;
  return new SteadyViewer(form ? { ...options, form } : options);
}

beforeAll(async () => {
  [hevc, plain] = await Promise.all([
    startGstRtspServer({ video: 'h265', ...footage }),
    startGstRtspServer({ video: 'h264', ...footage }),
  ]);
  oriel = await startOriel({ env: { ORIEL_FFMPEG: writeFfmpeg() } });
  await oriel.oriel(['camera', 'add', hevc.url, '--serial', 'HEVC1']);
  await oriel.oriel(['camera', 'add', plain.url, '--serial', 'PLAIN1']);
  const app = await oriel.oriel(['app', 'create', '--name', 'shop', '--origin', 'https://shop.example']);
  const { appKey } = app as { appKey: string };
  const issued = await oriel.oriel(['token', 'issue', '--app', appKey]);
  ({ accessToken } = issued as { accessToken: string });
  converted = [viewer('HEVC1', 'h264')];
  others = [viewer('PLAIN1'), viewer('HEVC1'), viewer('DEMO00001')];
  for (const each of [...converted, ...others]) {
    await until('frames', () => each.seenAt.length > 10, 20_000);
  }
}, 180_000);

afterAll(async () => {
  for (const each of [...(converted ?? []), ...(others ?? [])]) each.stop();
  await oriel?.stop();
  await hevc?.stop();
  await plain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Longest step between two frames of a viewer whose camera had no fault, in frames. */
const maxStep = ({ timestamps }: SteadyViewer): number =>
  Math.max(...timestamps.slice(1).map((at, index) => at - (timestamps[index] ?? 0))) / (1_000 / fps);

async function recover(breakIt: () => void, repair: () => void = () => {}) {
  const [patient] = converted as [SteadyViewer];
  await wait(2_000);
  const brokenAt = performance.now();
  breakIt();
  const reported = await until('reported', () =>
    patient.statuses.find(({ at, state }) => at >= brokenAt && state === 'retrying'),
  );
  repair();
  const back = await until('a frame', () => patient.firstSince(reported.at + 20), 15_000);
  expect(patient.endings).toEqual([]);
  return { reportedMs: reported.at - brokenAt, code: reported.code, backMs: back - reported.at };
}

const pidOfConverter = (): number => {
  const [pid, ...more] = converters(oriel.pid);
  expect(more).toEqual([]);
  return pid as number;
};

describe('a converter that', () => {
  it.each([
    ['SIGKILL', 'source.ended'],
    ['SIGSEGV', 'source.ended'],
    ['SIGSTOP', 'source.silent'],
  ] as const)('gets %s: is reported and replaced', async (signal, code) => {
    const pid = pidOfConverter();
    const recovery = await recover(() => process.kill(pid, signal));
    write(signal, recovery);
    expect(recovery.code).toBe(code);
    await until('the end of the old process', () => isGone(pid));
    expect(pidOfConverter()).not.toBe(pid);
  });

  it('writes garbage: is reported and replaced', async () => {
    const recovery = await recover(
      () => {
        writeFileSync(faultScript, 'head -c 200000 /dev/urandom; exec cat > /dev/null\n');
        process.kill(pidOfConverter(), 'SIGKILL');
      },
      () => rmSync(faultScript),
    );
    write('nonsense', recovery);
  });

  it('crashes at every start: is restarted with increasing delay, and works once it is repaired', async () => {
    writeFileSync(faultScript, 'exit 3\n');
    const before = readStarts();
    process.kill(pidOfConverter(), 'SIGKILL');
    await wait(12_000);
    // Retries after 0.4 s, 0.8, 1.6, 3.2, then every 3.5 s, each plus the time to connect to the camera.
    expect(readStarts() - before).toBeLessThan(10);
    expect(readStarts() - before).toBeGreaterThan(2);
    rmSync(faultScript);
    const curedAt = performance.now();
    await until('a frame', () => converted[0]?.firstSince(curedAt), 15_000);
  });
});

describe('others', () => {
  it('lose no frame: neither another camera nor this one without conversion, during all of the above', () => {
    for (const each of others) {
      expect(each.endings).toEqual([]);
      expect(each.connections).toBe(1);
    }
    expect(others.map(maxStep).filter((step) => step > 1.6)).toEqual([]);
  });
});

describe('the server, killed with kill -9', () => {
  it('leaves no converter process behind, not even a stopped one', async () => {
    await until('a frame', () => (converted[0]?.framesSince(performance.now() - 500) ?? 0) > 0);
    const pid = pidOfConverter();
    process.kill(pid, 'SIGSTOP');
    process.kill(oriel.pid, 'SIGKILL');
    const since = performance.now();
    await until('the end of the process', () => isGone(pid), 1_000);
    process.stderr.write(`transcoder ended ${(performance.now() - since).toFixed(0)} ms after kill -9\n`);
  });
});

const readStarts = (): number =>
  existsSync(starts) ? readFileSync(starts, 'latin1').split('\n').length - 1 : 0;

function write(what: string, { reportedMs, backMs }: { reportedMs: number; backMs: number }): void {
  process.stderr.write(
    `${what}: reported after ${reportedMs.toFixed(0)} ms, next frame ${backMs.toFixed(0)} ms later\n`,
  );
}
