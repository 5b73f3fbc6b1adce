/**
 * A main stream of 1 Mbit/s over a link of 400 kbit/s, behind a proxy with a large buffer: when the small stream is
 * shown, how far the video is behind, and how soon the badge shows it. The control has no limit (`maxDelay: 0`).
 * ORIEL_BENCH_ROUNDS (3), ORIEL_BENCH_SECONDS (30, over the slow link in each round),
 * ORIEL_BENCH_NGINX (none; on, off: behind nginx with TLS, HTTP/2 and this `proxy_buffering`),
 * ORIEL_BENCH_BITS (400000, rate of the link; below 200000, the time until the badge shows the rate is measured instead).
 * Needs: Chromium, ffmpeg, nginx, OpenSSL.
 */
import type { Browser } from 'playwright-core';
import { launchChromium } from '../kit/chromium.ts';
import { SlowSite, subWidth } from '../kit/slow-site.ts';
import { median, percentile } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.ORIEL_BENCH_SECONDS ?? 30);
const targets = { subStreamMs: 10_000, behindMs: 1_500, badgeMs: 1_000, tooSlowMs: 15_000 };
const engines = {
  webcodecs: '',
  flv: 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;',
};
const slowBits = Number(process.env.ORIEL_BENCH_BITS ?? 400_000);
const buffering = process.env.ORIEL_BENCH_NGINX;
/** Bits per second of the small stream. */
const smallBits = 200_000;
const isTooSlow = slowBits < smallBits;
const pollMs = 100;

interface Run {
  /** From the start of the slow link to the first frame of the sub stream. */
  readonly subStreamMs: number;
  /** Latencies reported from 2 s after the sub stream appeared (of the control: in the last 5 s). */
  readonly settledMs: readonly number[];
  readonly worstMs: number;
  /** From the first report of a latency beyond the limit to the badge that shows it. */
  readonly badgeMs: number;
  /** From the start of the slow link to the badge that shows its rate. */
  readonly tooSlowMs: number;
}

async function measure(slow: SlowSite, browser: Browser, script: string, options: object): Promise<Run> {
  const player = await slow.open(browser, { ...options }, script);
  await new Promise((done) => setTimeout(done, 3_000));
  slow.link.setRate(slowBits);
  const startedAt = Date.now();
  let subStreamMs = Number.POSITIVE_INFINITY;
  let lateAt: number | null = null;
  let badgeMs = Number.POSITIVE_INFINITY;
  let tooSlowMs = Number.POSITIVE_INFINITY;
  const seen: { atMs: number; latencyMs: number }[] = [];
  while (Date.now() - startedAt < seconds * 1_000) {
    const { width, latencyMs = 0 } = await player.state();
    const badge = (await player.badge.textContent({ timeout: 1_000 }).catch(() => null)) ?? '';
    const atMs = Date.now() - startedAt;
    if (width === subWidth) subStreamMs = Math.min(subStreamMs, atMs);
    if (latencyMs > targets.behindMs) lateAt ??= atMs;
    if (lateAt !== null && badge.startsWith('延迟')) badgeMs = Math.min(badgeMs, atMs - lateAt);
    if (badge.includes('kbit/s')) tooSlowMs = Math.min(tooSlowMs, atMs);
    seen.push({ atMs, latencyMs });
    await new Promise((done) => setTimeout(done, pollMs));
  }
  await player.context.close();
  const settledFrom = Number.isFinite(subStreamMs) ? subStreamMs + 2_000 : (seconds - 5) * 1_000;
  return {
    subStreamMs,
    badgeMs,
    tooSlowMs,
    settledMs: seen.filter(({ atMs }) => atMs >= settledFrom).map(({ latencyMs }) => latencyMs),
    worstMs: Math.max(...seen.map(({ latencyMs }) => latencyMs)),
  };
}

const slow = await SlowSite.start(buffering === 'on' || buffering === 'off' ? buffering : null);
const browser = await launchChromium();
try {
  const peers: Record<string, number> = {};
  let value = 0;
  let isOk = true;
  for (const [engine, script] of Object.entries(engines)) {
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const run = await measure(slow, browser, script, {});
      runs.push(run);
      console.log(
        `${engine}: sub stream after ${Math.round(run.subStreamMs)} ms, then p95 ${Math.round(percentile(run.settledMs, 0.95))} ms behind, worst before ${Math.round(run.worstMs)} ms, badge after ${Math.round(run.badgeMs)} ms, rate after ${Math.round(run.tooSlowMs)} ms`,
      );
    }
    const control = await measure(slow, browser, script, { maxDelay: 0 });
    const subStreamMs = Math.max(...runs.map((run) => run.subStreamMs));
    const behindMs = percentile(
      runs.flatMap(({ settledMs }) => settledMs),
      0.95,
    );
    const badgeMs = Math.max(...runs.map((run) => run.badgeMs));
    console.log(`${engine} without a limit: ${Math.round(median(control.settledMs))} ms behind at the end`);
    value = Math.max(value, subStreamMs);
    const tooSlowMs = Math.max(...runs.map((run) => run.tooSlowMs));
    isOk &&= subStreamMs <= targets.subStreamMs && badgeMs <= targets.badgeMs;
    isOk &&= isTooSlow ? tooSlowMs <= targets.tooSlowMs : behindMs <= targets.behindMs;
    if (isTooSlow) peers[`${engine}, rate shown after`] = Math.round(tooSlowMs);
    peers[`${engine}, behind on the sub stream, p95`] = Math.round(behindMs);
    peers[`${engine}, worst before`] = Math.round(Math.max(...runs.map((run) => run.worstMs)));
    peers[`${engine}, badge`] = Math.round(badgeMs);
    peers[`${engine}, without a limit`] = Math.round(median(control.settledMs));
  }
  console.log(
    JSON.stringify({
      bench: 'slow-link',
      value: Math.round(value),
      unit: 'ms from the start of the slow link to the small stream, slowest',
      target: targets.subStreamMs,
      ok: isOk,
      peers,
    }),
  );
} finally {
  await browser.close();
  await slow.close();
}
