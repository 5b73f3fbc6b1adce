/**
 * Memory growth of playback: one player of each engine with all controls, half an hour, heap after garbage collection
 * and resident memory twice a minute; the slope over the second half, so that caches that fill once do not count.
 * ORIEL_BENCH_MINUTES (30). Each engine has a browser of its own.
 * Needs: Chromium.
 */
import type { Browser } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { LiveStage } from '../kit/live-player.ts';
import { type Memory, memoryOf, namesForPages } from './browser-costs.ts';
import { median, slope } from './statistics.ts';

const minutes = Number(process.env.ORIEL_BENCH_MINUTES ?? 30);
const targets = { heapMBPerHour: 1, rssMBPerHour: 20, driftMs: 50 };
const engines = {
  webcodecs: '',
  flv: 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;',
} as const;
type Kind = keyof typeof engines;

interface Sample extends Memory {
  readonly minute: number;
  readonly latencyMs: number;
  readonly stalls: number;
}

const MB = (bytes: number): number => Math.round((bytes / 2 ** 20) * 100) / 100;

async function play(stage: LiveStage, browser: Browser, kind: Kind): Promise<Sample[]> {
  const player = await stage.open({}, { script: namesForPages + engines[kind], browser });
  // Chromium may run the frame in a process of its own, as for pages of other sites.
  const { context, page } = player;
  const inspector = await context
    .newCDPSession(await player.document())
    .catch(() => context.newCDPSession(page));
  const process = await browser.newBrowserCDPSession();
  await inspector.send('Performance.enable');
  const samples: Sample[] = [];
  const from = performance.now();
  const everyMs = Math.min(30_000, (minutes * 60_000) / 20);
  for (let next = everyMs; next <= minutes * 60_000 + 1; next += everyMs) {
    await new Promise((resolve) => setTimeout(resolve, from + next - performance.now()));
    const stats = await player.call('getStats');
    const { engine, phase } = await player.state();
    if (engine !== kind || phase !== 'playing') throw new Error(`${kind}: ${engine} is ${phase}`);
    samples.push({
      ...(await memoryOf(process, inspector)),
      minute: (performance.now() - from) / 60_000,
      latencyMs: Number(stats.latencyMs),
      stalls: Number(stats.stalls),
    });
  }
  await player.close();
  return samples;
}

function summary(samples: readonly Sample[]) {
  const late = samples.slice(Math.floor(samples.length / 2));
  const perHour = (read: (sample: Sample) => number) =>
    MB(slope(late.map((sample) => [sample.minute / 60, read(sample)] as const)));
  const early = samples.slice(0, Math.ceil(samples.length / 4));
  const last = samples.slice(-Math.ceil(samples.length / 4));
  const latency = (of: readonly Sample[]) => median(of.map(({ latencyMs }) => latencyMs));
  return {
    heapMB: MB(samples.at(-1)!.heap),
    heapMBPerHour: perHour(({ heap }) => heap),
    rssMB: Math.round(MB(samples.at(-1)!.rss)),
    rssMBPerHour: perHour(({ rss }) => rss),
    nodes: samples.at(-1)!.nodes - samples[0]!.nodes,
    listeners: samples.at(-1)!.listeners - samples[0]!.listeners,
    driftMs: Math.round(latency(last) - latency(early)),
    stalls: samples.at(-1)!.stalls,
  };
}

const stage = await LiveStage.start();
const kinds = Object.keys(engines) as Kind[];
const browsers = await Promise.all(kinds.map(() => launchChromium()));
const results: Record<string, ReturnType<typeof summary>> = {};
try {
  const all = await Promise.all(kinds.map((kind, index) => play(stage, browsers[index]!, kind)));
  for (const [index, kind] of kinds.entries()) {
    const samples = all[index]!;
    const heaps = samples.map(({ heap }) => MB(heap).toFixed(1)).join(' ');
    console.log(`${kind} heap MB: ${heaps}`);
    console.log(`${kind} RSS MB: ${samples.map(({ rss }) => Math.round(MB(rss))).join(' ')}`);
    results[kind] = summary(samples);
    console.log(kind, JSON.stringify(results[kind]));
  }
} finally {
  for (const browser of browsers) await browser.close();
  await stage.close();
}
const isGood = Object.values(results).every(
  ({ heapMBPerHour, rssMBPerHour, driftMs, nodes, listeners }) =>
    heapMBPerHour <= targets.heapMBPerHour &&
    rssMBPerHour <= targets.rssMBPerHour &&
    Math.abs(driftMs) <= targets.driftMs &&
    nodes <= 20 &&
    listeners <= 0,
);
console.log(
  `target: heap <= +${targets.heapMBPerHour} MB per hour, RSS <= +${targets.rssMBPerHour} MB per hour, latency drift <= ${targets.driftMs} ms; ${minutes} min, meant for 30`,
);
console.log(
  JSON.stringify({
    bench: 'long-play',
    value: Math.max(...Object.values(results).map(({ heapMBPerHour }) => heapMBPerHour)),
    unit: `MB heap per hour over ${minutes} min, worse engine`,
    target: targets.heapMBPerHour,
    ok: isGood,
    peers: Object.fromEntries(
      Object.entries(results).flatMap(([kind, { rssMBPerHour, driftMs }]) => [
        [`${kind} RSS MB per hour`, rssMBPerHour],
        [`${kind} latency drift ms`, driftMs],
      ]),
    ),
  }),
);
