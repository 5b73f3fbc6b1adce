// Lag of a viewer whose connection carries 40 % of the stream: it misses groups, and stays close to live.
// Environment: ORIEL_BENCH_SECONDS (20).
import { watchSlowly } from '../kit/slow-viewer.ts';
import { percentile } from './statistics.ts';

const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 20);
/** A group of 2 s, the kernel's buffers of a connection, and the queue of the server. */
const targetMs = 8_000;

const until = performance.now() + seconds * 1_000;
const frames = await watchSlowly(0.4, () => performance.now() > until);
const lags = frames.map(({ lagMs }) => lagMs);
const largest = Math.round(Math.max(...lags));
const jumps = frames.filter(({ isJump }) => isJump).length;
const p50 = Math.round(percentile(lags, 0.5));
console.log(
  `${frames.length} frames in ${seconds} s, ${jumps} jumps, p50 ${p50} ms, at most ${largest} ms behind`,
);
const result = { bench: 'slow-viewer', value: largest, unit: 'ms behind the camera', target: targetMs };
console.log(
  JSON.stringify({ ...result, ok: largest <= targetMs, peers: { p50, jumps, frames: frames.length } }),
);
