/**
 * Viewers of one 1 Mbit/s stream per CPU-second of the server, HTTP-FLV and WebSocket-FLV, plain and merged, against
 * node-media-server 4.4.3 on the same video. Servers and viewers are separate processes; the servers' CPU time is the
 * kernel's. Rounds are interleaved and medians compared.
 * ORIEL_BENCH_ROUNDS (3), ORIEL_BENCH_VIEWERS (400), ORIEL_BENCH_SECONDS (10).
 * Needs: ffmpeg.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flvFileHeader } from '../../lib/codec/flv/flv-tags.ts';
import { FlvMuxer } from '../../lib/media/outputs/flv/flv-muxer.ts';
import { makeClip } from '../kit/coded-clip.ts';
import { cpuSeconds, FanOutServer } from '../kit/fan-out-server.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 3);
const viewers = Number(process.env.ORIEL_BENCH_VIEWERS ?? 400);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 10);
const SETTLE_MS = 4_000;
const KBPS = 1_000;
const SECONDS_OF_CLIP = 10;
/** A run whose viewers got less than this share of the stream is not comparable. */
const LEAST_SHARE = 0.93;

const clipOptions = {
  seconds: SECONDS_OF_CLIP,
  fps: 25,
  gopSeconds: 1,
  kbps: KBPS,
  size: '640x360',
  aacRate: 32_000,
} as const;
const targets = { plain: 1.2, merged: 4 };

interface Server {
  readonly pid: number;
  readonly port: number;
  readonly path: string;
  close(): Promise<void>;
}

interface Contender {
  readonly name: string;
  readonly transport: 'http' | 'ws';
  start(): Promise<Server>;
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const folder = mkdtempSync(join(tmpdir(), 'oriel-fan-out-'));

async function startOriel(merging: 'never' | 'always'): Promise<Server> {
  const server = await FanOutServer.start({ kbps: KBPS, merging });
  return { pid: server.pid, port: server.port, path: '/live/CAM1/1/main.flv', close: () => server.close() };
}

async function startNodeMediaServer(): Promise<Server> {
  const [http, rtmp] = [await freePort(), await freePort()];
  const child = fork(here('./fan-out-nms.cjs'), [String(http), String(rtmp), folder], { stdio: 'ignore' });
  await untilSends(rtmp, null);
  const input = ['-re', '-stream_loop', '-1', '-i', join(folder, 'clip.flv')];
  const output = ['-c', 'copy', '-f', 'flv', `rtmp://127.0.0.1:${rtmp}/live/bench`];
  const push = spawn('ffmpeg', ['-loglevel', 'error', ...input, ...output], { stdio: 'ignore' });
  await untilSends(http, '/live/bench.flv');
  return {
    pid: child.pid!,
    port: http,
    path: '/live/bench.flv',
    close: async () => {
      await end(push);
      await end(child);
    },
  };
}

const contenders: readonly Contender[] = [
  { name: 'node-media-server HTTP-FLV', transport: 'http', start: startNodeMediaServer },
  { name: 'oriel HTTP-FLV plain', transport: 'http', start: () => startOriel('never') },
  { name: 'oriel HTTP-FLV merged', transport: 'http', start: () => startOriel('always') },
  { name: 'node-media-server WS-FLV', transport: 'ws', start: startNodeMediaServer },
  { name: 'oriel WS-FLV plain', transport: 'ws', start: () => startOriel('never') },
  { name: 'oriel WS-FLV merged', transport: 'ws', start: () => startOriel('always') },
];

interface Run {
  /** Viewers per CPU-second. */
  readonly value: number;
  /** Share of the stream that arrived. */
  readonly share: number;
  readonly rssMb: number;
}

async function measure({ transport, start }: Contender, streamKbps: number): Promise<Run> {
  const server = await start();
  const sink = fork(
    here('./fan-out-sink.ts'),
    [transport, String(server.port), server.path, String(viewers)],
    {
      execArgv: ['--import', 'tsx'],
    },
  );
  try {
    await sleep(SETTLE_MS);
    const before = await request(sink);
    const cpuBefore = cpuSeconds(server.pid);
    const startedAt = performance.now();
    await sleep(seconds * 1_000);
    const cpu = cpuSeconds(server.pid) - cpuBefore;
    const passed = (performance.now() - startedAt) / 1_000;
    const after = await request(sink);
    if (after.open !== viewers) throw new Error(`${after.open} of ${viewers} viewers are connected`);
    const kbps = ((after.bytes - before.bytes) * 8) / 1_000 / passed / viewers;
    return { value: (viewers * passed) / cpu, share: kbps / streamKbps, rssMb: rssMb(server.pid) };
  } finally {
    await end(sink);
    await server.close();
  }
}

function request(sink: ChildProcess): Promise<{ bytes: number; open: number }> {
  const answer = new Promise<{ bytes: number; open: number }>((resolve) => {
    sink.once('message', (message) => resolve(message as { bytes: number; open: number }));
  });
  sink.send('report');
  return answer;
}

function end(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  return gone;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Waits until the port accepts connections and, with a path, until a viewer receives frames and not only the response
 * head.
 */
async function untilSends(port: number, path: string | null): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await sleep(100);
    const isSending = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        if (path) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
        else done(true);
      });
      const done = (answer: boolean) => {
        socket.destroy();
        resolve(answer);
      };
      socket.setTimeout(1_000, () => done(false));
      socket.on('error', () => done(false));
      socket.on('data', () => socket.bytesRead > 20_000 && done(true));
    });
    if (isSending) return;
  }
  throw new Error(`no data from port ${port}`);
}

function rssMb(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return Math.round(Number(line?.[1] ?? 0) / 1_024);
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Writes the video to a file for ffmpeg to push; returns its bit rate including FLV overhead. */
function writeClip(): number {
  const clip = makeClip(clipOptions);
  const muxer = new FlvMuxer(clip.tracks);
  const tags = clip.units
    .flatMap((unit) => muxer.unit({ ...unit, wallMs: 0 }, Math.round(unit.dtsMs)))
    .flat();
  const file = Buffer.concat([flvFileHeader(clip.tracks), ...muxer.headers(0).flat(), ...tags]);
  writeFileSync(join(folder, 'clip.flv'), file);
  return (file.length * 8) / 1_000 / SECONDS_OF_CLIP;
}

const streamKbps = writeClip();
const runs = new Map<string, Run[]>(contenders.map(({ name }) => [name, []]));
console.log(
  `stream ${Math.round(streamKbps)} kbit/s, ${viewers} viewers, ${seconds} s each, ${rounds} rounds`,
);
try {
  for (let round = 1; round <= rounds; round += 1) {
    for (const contender of contenders) {
      const run = await measure(contender, streamKbps);
      const isComplete = run.share >= LEAST_SHARE;
      const note = isComplete ? '' : '  (not counted: the viewers did not get the whole stream)';
      if (isComplete) runs.get(contender.name)!.push(run);
      const arrived = `${Math.round(run.share * 100)} % arrived, RSS ${run.rssMb} MB`;
      console.log(
        `round ${round}  ${contender.name.padEnd(28)} ${Math.round(run.value)} viewers/CPU-s, ${arrived}${note}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const value = (name: string) => median((runs.get(name) ?? []).map((run) => run.value)) ?? 0;
const ratio = (name: string) => value(name) / value('node-media-server HTTP-FLV');
const plain = ratio('oriel HTTP-FLV plain');
const merged = ratio('oriel HTTP-FLV merged');
console.log(
  `plain ${plain.toFixed(2)} x (target ${targets.plain}), merged ${merged.toFixed(2)} x (target ${targets.merged})`,
);
const wsPlain = value('oriel WS-FLV plain') / value('node-media-server WS-FLV');
const wsMerged = value('oriel WS-FLV merged') / value('node-media-server WS-FLV');
console.log(`WebSocket: plain ${wsPlain.toFixed(2)} x, merged ${wsMerged.toFixed(2)} x`);
console.log(
  JSON.stringify({
    bench: 'fan-out',
    value: Math.round(value('oriel HTTP-FLV merged')),
    unit: 'viewers per CPU-second',
    target: `>= ${targets.merged} x node-media-server merged, >= ${targets.plain} x plain`,
    ok: plain >= targets.plain && merged >= targets.merged && Number.isFinite(merged),
    peers: Object.fromEntries(contenders.map(({ name }) => [name, Math.round(value(name))])),
  }),
);
