// One call at a time into a cross-site iframe: median round trip against a raw MessageChannel and penpal.
// ORIEL_BENCH_ROUNDS (20), ORIEL_BENCH_CALLS (300) calls of each contender per round, interleaved.
// Needs: Chromium.
import { launchChromium } from '../kit/chromium.ts';
import { type Contender, median, openRpcPage, percentile } from '../kit/rpc-pages.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 20);
const calls = Number(process.env.ORIEL_BENCH_CALLS ?? 300);
const contenders: readonly Contender[] = ['raw', 'oriel', 'penpal'];
const target = 1.15;

const browser = await launchChromium();
const { page, close } = await openRpcPage(browser, contenders);

/** Milliseconds of each of `count` calls, one after the other. */
const measure = (name: Contender, count: number) =>
  page.evaluate(
    async ({ name, count }) => {
      const times: number[] = [];
      for (let at = 0; at < count; at += 1) {
        const start = performance.now();
        await window.calls[name]();
        times.push(performance.now() - start);
      }
      return times;
    },
    { name, count },
  );

/** The order rotates, so that no contender is always first. */
const rotated = (round: number) => contenders.map((_, at) => contenders[(at + round) % 3]!);

const times: Record<Contender, number[]> = { raw: [], oriel: [], penpal: [] };
for (const name of contenders) await measure(name, calls); // warm-up
for (let round = 0; round < rounds; round += 1)
  for (const name of rotated(round)) times[name].push(...(await measure(name, calls)));
await close();
await browser.close();

const raw = median(times.raw);
for (const name of contenders) {
  const own = times[name];
  const ratio = (median(own) / raw).toFixed(3);
  const p99 = percentile(own, 0.99);
  console.log(
    `${name.padEnd(7)} median ${(median(own) * 1_000).toFixed(0)} µs (${ratio} x raw), p99 ${(p99 * 1_000).toFixed(0)} µs (${(p99 / percentile(times.raw, 0.99)).toFixed(2)} x raw), ${own.length} calls`,
  );
}
console.log(`target  <= ${target} x raw`);
const value = Number((median(times.oriel) / raw).toFixed(3));
const peers = { raw: 1, penpal: Number((median(times.penpal) / raw).toFixed(3)) };
console.log(
  JSON.stringify({ bench: 'roundtrip', value, unit: 'x raw port', target, ok: value <= target, peers }),
);
