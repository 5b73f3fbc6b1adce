/** Many viewers that stop reading must cost the server few queued bytes, and must not affect other viewers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { type FanOutOptions, FanOutServer } from '../kit/fan-out-server.ts';
import { type FlvClient, openClient, videoFrames } from '../kit/flv-client.ts';

const STALLED = 50;
const HEALTHY = 20;
const FPS = 25;
/** High enough that the kernel's buffers, up to 4 MB per connection, are full long before the end. */
const KBPS = 4_000;
const MB = 1024 * 1024;
/** Bytes queued in the server, for all of them. */
const QUEUED_ALLOWED = STALLED * 2 * MB;

const clients: FlvClient[] = [];
const stallingViewers = fileURLToPath(new URL('../kit/stalling-viewers.py', import.meta.url));
let server: FanOutServer | null = null;
let stalling: ChildProcess | null = null;
afterEach(async () => {
  stalling?.kill('SIGKILL');
  for (const client of clients.splice(0)) client.destroy();
  await server?.close();
  server = null;
});

interface Outcome {
  readonly maxPendingBytes: number;
  readonly stalledClosed: number;
  readonly lostFrames: number;
  /** 99th percentile of the delay relative to the fastest frame, before and during the stall, ms. */
  readonly p99Ms: { readonly before: number; readonly during: number };
}

type Progress = Pick<Outcome, 'maxPendingBytes' | 'stalledClosed'>;

async function stall(
  transport: 'http' | 'both',
  options: FanOutOptions,
  isOver: (progress: Progress) => boolean,
): Promise<Outcome> {
  const running = await FanOutServer.start({ ...options, kbps: KBPS, fps: FPS });
  server = running;
  const healthy = await Promise.all(
    Array.from({ length: HEALTHY }, (_, index) =>
      openClient(transport === 'both' && index % 2 === 1 ? 'ws' : 'http', {
        port: running.port,
        ticket: 'any',
      }),
    ),
  );
  clients.push(...healthy);
  const viewersToStall = spawn('/usr/bin/python3', [
    stallingViewers,
    String(running.port),
    String(STALLED),
    transport,
  ]);
  stalling = viewersToStall;
  await once(viewersToStall.stdout, 'data');
  while ((await running.report()).viewers < HEALTHY + STALLED) await sleep(100);
  // Some seconds of frames to the other viewers before.
  await sleep(4_000);
  const stalledAtMs = performance.now();
  viewersToStall.stdin.write('stand still\n');
  let stalledClosed = 0;
  let maxPendingBytes = 0;
  while (!isOver({ maxPendingBytes, stalledClosed })) {
    await sleep(500);
    const report = await running.report();
    maxPendingBytes = Math.max(maxPendingBytes, report.pendingBytes);
    // A stalled client does not notice that it was closed; the server's count does.
    stalledClosed = Math.max(stalledClosed, HEALTHY + STALLED - report.viewers);
    for (const client of healthy) forget(client);
  }
  // Its exit would close their connections as well.
  expect(viewersToStall.exitCode).toBeNull();
  return {
    maxPendingBytes,
    stalledClosed,
    lostFrames: healthy.reduce((sum, client) => sum + lostFrames(client), 0),
    p99Ms: p99(
      healthy.map((client) => framesOf.get(client)!),
      stalledAtMs,
    ),
  };
}

/** Keeps times and drops frame data, to limit the test's own memory. */
const framesOf = new WeakMap<FlvClient, { timestampMs: number; arrivedAtMs: number }[]>();
function forget(client: FlvClient): void {
  const frames = framesOf.get(client) ?? [];
  frames.push(...videoFrames(client).map(({ timestampMs, arrivedAtMs }) => ({ timestampMs, arrivedAtMs })));
  framesOf.set(client, frames);
  client.tags.length = 0;
}

function lostFrames(client: FlvClient): number {
  if (client.isClosed) return Number.POSITIVE_INFINITY;
  const times = framesOf.get(client)!.map(({ timestampMs }) => timestampMs);
  const expected = Math.round(((times.at(-1)! - times[0]!) * FPS) / 1_000) + 1;
  if (times.length < 4 * FPS) return Number.POSITIVE_INFINITY; // nothing arrived: that counts as loss
  return expected - times.length;
}

function p99(
  viewers: readonly { timestampMs: number; arrivedAtMs: number }[][],
  atMs: number,
): Outcome['p99Ms'] {
  const delays = (isDuring: boolean) => {
    const found = viewers.flatMap((frames) => {
      // The first group is sent at once from the cache, and is late by design.
      const live = frames.slice(2 * FPS);
      const quickest = Math.min(...live.map((frame) => frame.arrivedAtMs - frame.timestampMs));
      return live
        .filter((frame) => frame.arrivedAtMs > atMs === isDuring)
        .map((frame) => frame.arrivedAtMs - frame.timestampMs - quickest);
    });
    return found.sort((one, other) => one - other)[Math.floor(found.length * 0.99)] ?? 0;
  };
  return { before: delays(false), during: delays(true) };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe(`${STALLED} stalled and ${HEALTHY} healthy viewers`, () => {
  it('half HTTP, half WebSocket: few bytes queued, the stalled closed, no frame lost', async () => {
    const outcome = await stall(
      'both',
      { mode: 'bounded' },
      ({ stalledClosed }) => stalledClosed === STALLED,
    );
    print('relay', outcome);
    expect(outcome.maxPendingBytes).toBeLessThan(QUEUED_ALLOWED);
    expect(outcome.lostFrames).toBe(0);
  });

  it('control: this test detects a server that ignores back-pressure', async () => {
    const outcome = await stall(
      'http',
      { mode: 'unbounded' },
      ({ maxPendingBytes }) => maxPendingBytes > QUEUED_ALLOWED,
    );
    print('control', outcome);
    expect(outcome.stalledClosed).toBe(0);
  });
});

function print(name: string, outcome: Outcome): void {
  const { maxPendingBytes, stalledClosed, lostFrames, p99Ms } = outcome;
  process.stdout.write(
    `stalled viewers, ${name}: queued at most ` +
      `${(maxPendingBytes / MB).toFixed(2)} MB, ${stalledClosed} closed, ${lostFrames} frames lost, ` +
      `p99 delay ${p99Ms.before.toFixed(0)} ms before, ${p99Ms.during.toFixed(0)} ms during\n`,
  );
}
