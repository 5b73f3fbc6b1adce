/**
 * Time to draw the timeline, 1200 x 48 px at two device pixels each, by number of segments, against a rectangle for
 * every segment. ORIEL_BENCH_ROUNDS (60).
 * Needs: Chromium.
 */
import { join } from 'node:path';
import { build } from 'esbuild';
import { launchChromium } from '../kit/chromium.ts';
import { median, percentile } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 60);
const targetMs = 1;
const day = 86_400_000;
const cases = [
  [1_000, day],
  [10_000, 'all'],
  [100_000, day],
  [100_000, 'all'],
  [500_000, 30 * 60_000],
  [500_000, day],
  [500_000, 'all'],
] as const;

type Times = { bands: number; ours: number[]; everyBand: number[] };

const { outputFiles } = await build({
  entryPoints: [join(import.meta.dirname, 'pages/timeline-page.ts')],
  bundle: true,
  write: false,
  format: 'iife',
});
const browser = await launchChromium();
const results: { name: string; ours: number; p95: number; everyBand: number }[] = [];
try {
  const page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0]!.text });
  for (const [count, span] of cases) {
    const { bands, ours, everyBand } = await page.evaluate(
      ([segments, spanMs, times]) =>
        (window as unknown as { timesOf: (...args: unknown[]) => Times }).timesOf(segments, spanMs, times),
      [count, span, rounds] as const,
    );
    if (bands !== count) throw new Error(`${bands} bands instead of ${count}`);
    const view = span === 'all' ? 'all' : span === day ? '1 day' : '30 min';
    const result = {
      name: `${count} segments, ${view}`,
      ours: median(ours),
      p95: percentile(ours, 0.95),
      everyBand: median(everyBand),
    };
    results.push(result);
    console.log(
      `${result.name.padEnd(24)} median ${result.ours.toFixed(2)} ms, p95 ${result.p95.toFixed(2)} ms; every band ${result.everyBand.toFixed(1)} ms`,
    );
  }
} finally {
  await browser.close();
}

const value = Number(Math.max(...results.slice(-3).map(({ ours }) => ours)).toFixed(2));
console.log(`target: < ${targetMs} ms median at 500,000 segments, slowest view`);
console.log(
  JSON.stringify({
    bench: 'timeline-draw',
    value,
    unit: 'ms median at 500,000 segments, slowest view',
    target: targetMs,
    ok: value < targetMs,
    peers: { 'every band': Number(results.at(-1)!.everyBand.toFixed(1)) },
  }),
);
