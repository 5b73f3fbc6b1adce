// Live video of one organisation while four viewers of another send 200 requests of each kind for recordings at once:
// playlists of 8 days, previews, parts of segments, and exports of 24 h, of days with 43,200 GOPs. How much longer
// nothing arrives at the live viewer than while the server is idle, how long a request waits for its answer or refusal,
// and how much the memory of the server grows. Control: the same server without limits.
// Environment: ORIEL_BENCH_SECONDS (10, of each measurement).
import { type ChildProcess, fork } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { encodeGops } from '../../lib/media/recordings/gop-index.ts';
import { dayFolder, dayOf, gopIndexPath, segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { cpuSeconds } from '../kit/fan-out-server.ts';
import { recordedKey as key } from '../kit/playback-server.ts';
import { recordMinutes } from '../kit/recorded-minutes.ts';
import { percentile } from './statistics.ts';

const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 10);
const ofEachKind = 200;
const grants = 4;
const target = { gapMs: 100, megabytes: 64, answerMs: 5_000 };
const minuteMs = 60_000;
const dayMs = 86_400_000;
const days = 8;
const longestMs = 60_000;
const start = Date.UTC(2025, 2, 1);

/** Eight days, all minutes of which have the same content. */
async function recordDays(root: string): Promise<void> {
  const gops = await recordMinutes({ root, key, from: start, durationMs: minuteMs });
  const first = segmentPath(root, key, start);
  for (let day = 0; day < days; day += 1) {
    const from = start + day * dayMs;
    mkdirSync(dayFolder(root, key, dayOf(from)), { recursive: true });
    const minutes = Array.from({ length: dayMs / minuteMs }, (_, minute) => from + minute * minuteMs);
    for (const segmentMs of minutes)
      if (segmentMs > start) linkSync(first, segmentPath(root, key, segmentMs));
    const all = minutes.flatMap((segmentMs) =>
      gops.map((gop, at) => ({
        ...gop,
        startMs: segmentMs + (gop.startMs - start),
        segmentMs,
        startsRun: segmentMs === from && at === 0,
      })),
    );
    writeFileSync(gopIndexPath(root, key, dayOf(from)), encodeGops(all));
  }
}

function startProcess(file: string, ...args: readonly string[]): ChildProcess {
  const script = fileURLToPath(new URL(`../kit/${file}`, import.meta.url));
  return fork(script, args, { execArgv: ['--import', 'tsx'] });
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`a process exited with ${code}`));
    child.once('exit', failed);
    child.once('message', (message) => {
      child.off('exit', failed);
      resolve(message as T);
    });
  });
}

const residentMb = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

interface Answered {
  /** 0: none within a minute. */
  readonly status: number;
  readonly waitedMs: number;
  readonly kind: string;
  readonly response: IncomingMessage | null;
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

function request(kind: string, url: string, grant: number, range?: string): Promise<Answered> {
  const sentAt = performance.now();
  const headers = { authorization: `Bearer grant-${grant}`, ...(range ? { range } : {}) };
  return new Promise((resolve, reject) => {
    const answered = (status: number, response: IncomingMessage | null) =>
      resolve({ kind, status, waitedMs: performance.now() - sentAt, response });
    const sent = get(url, { agent, headers }, (response) => {
      clearTimeout(tooLate);
      response.on('error', () => undefined); // closed by this bench
      response.resume();
      answered(response.statusCode ?? 0, response);
    });
    const tooLate = setTimeout(() => {
      sent.on('error', () => undefined).destroy();
      answered(0, null);
    }, longestMs);
    sent.once('error', reject);
  });
}

async function measure(root: string, mode: 'limited' | 'unlimited') {
  const server = startProcess('recorded-load-process.ts', root, mode);
  const { port } = await nextMessage<{ port: number }>(server);
  const origin = `http://127.0.0.1:${port}`;
  const viewer = startProcess('live-gaps-process.ts', `${origin}/live/CAM1/1/main.flv`);
  const longestGap = () => {
    const gap = nextMessage<number>(viewer);
    viewer.send('gap');
    return gap;
  };
  try {
    const base = `${origin}/vod/CAM1/1/cloud`;
    const at = (share: number) => start + Math.floor(share * days * dayMs);
    const kinds = (index: number) => {
      const day = start + (index % days) * dayMs;
      const segmentMs = start + index * minuteMs;
      return [
        request('playlist', `${base}/index.m3u8?begin=${start}&end=${start + days * dayMs}`, index % grants),
        request('preview', `${base}/keyframe?at=${at(index / ofEachKind)}`, index % grants),
        request('segment', `${base}/${segmentMs}.mp4`, index % grants, 'bytes=0-499999'),
        request('export', `${base}/export.mp4?begin=${day}&end=${day + dayMs}`, index % grants),
      ];
    };
    // Compiled code is there afterwards, and the live stream is running.
    for (const answered of await Promise.all(kinds(0))) answered.response?.destroy();
    await delay(3_000);
    await longestGap();
    await delay(seconds * 1_000);
    const idleMs = await longestGap();
    const before = residentMb(server);
    let most = before;
    const sampling = setInterval(() => {
      most = Math.max(most, residentMb(server));
    }, 50);
    const sent = Array.from({ length: ofEachKind }, (_, index) => kinds(index)).flat();
    const cpuBefore = cpuSeconds(server.pid!);
    const answers = await Promise.all(sent);
    const cpu = cpuSeconds(server.pid!) - cpuBefore;
    await delay(seconds * 1_000);
    const loadedMs = await longestGap();
    clearInterval(sampling);
    for (const { response } of answers) response?.destroy();
    const waited = answers.map(({ waitedMs }) => waitedMs);
    const figures = {
      idleMs: Math.round(idleMs),
      loadedMs: Math.round(loadedMs),
      moreMs: Math.round(loadedMs - idleMs),
      megabytes: Math.round(most - before),
      answerMs: Math.round(Math.max(...waited)),
      answerP50Ms: Math.round(percentile(waited, 0.5)),
      refused: answers.filter(({ status }) => status === 429).length,
      failed: answers.filter(({ status }) => status !== 429 && (status === 0 || status >= 400)).length,
      /** Until the last answer. */
      cpuSeconds: cpu,
    };
    for (const kind of ['playlist', 'preview', 'segment', 'export']) {
      const own = answers.filter((answer) => answer.kind === kind);
      const accepted = own.filter(({ status }) => status === 200 || status === 206);
      const within = Math.round(Math.max(...accepted.map(({ waitedMs }) => waitedMs)));
      console.log(`  ${kind}: ${accepted.length} of ${own.length} accepted, the last after ${within} ms`);
    }
    console.log(
      `${mode}: live gap ${figures.loadedMs} ms (idle ${figures.idleMs}), ${figures.megabytes} MB more, answers within ${figures.answerMs} ms, ${figures.refused} of ${answers.length} refused, ${figures.failed} failed`,
    );
    return figures;
  } finally {
    viewer.kill('SIGKILL');
    server.kill('SIGKILL');
  }
}

const root = mkdtempSync(join(tmpdir(), 'oriel-bench-'));
try {
  await recordDays(root);
  const limited = await measure(root, 'limited');
  const control = await measure(root, 'unlimited');
  const ok =
    limited.moreMs <= target.gapMs &&
    limited.megabytes <= target.megabytes &&
    limited.answerMs <= target.answerMs &&
    limited.failed === 0;
  const result = {
    bench: 'recorded-load',
    value: limited.moreMs,
    unit: 'ms longer live gap',
    target: target.gapMs,
  };
  console.log(JSON.stringify({ ...result, ok, peers: { limited, control } }));
  if (!ok) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit();
