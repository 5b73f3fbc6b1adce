// 10,000 calls at once into a cross-site iframe: calls per second against a raw MessageChannel and penpal.
// ORIEL_BENCH_ROUNDS (15) rounds, interleaved.
// Needs: Chromium.
import { launchChromium } from '../kit/chromium.ts';
import { type Contender, median, openRpcPage } from '../kit/rpc-pages.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 15);
const count = 10_000;
const contenders: readonly Contender[] = ['raw', 'oriel', 'penpal'];
const target = 0.9;

const browser = await launchChromium(['--js-flags=--expose-gc']);
const { page, close } = await openRpcPage(browser, contenders);

/** Milliseconds from the first call to the last response. */
const measure = (name: Contender) =>
  page.evaluate(
    async ({ name, count }) => {
      const call = window.calls[name];
      (globalThis as { gc?: () => void }).gc?.(); // Collects the previous contender's garbage.
      const start = performance.now();
      await Promise.all(Array.from({ length: count }, () => call()));
      return performance.now() - start;
    },
    { name, count },
  );

/** The order rotates, so that no contender is always first. */
const rotated = (round: number) => contenders.map((_, at) => contenders[(at + round + 1) % 3]!);

const times: Record<Contender, number[]> = { raw: [], oriel: [], penpal: [] };
for (let round = -1; round < rounds; round += 1)
  for (const name of rotated(round)) {
    const ms = await measure(name);
    if (round >= 0) times[name].push(ms); // The first round is the warm-up.
    await page.waitForTimeout(700); // The frame accepts 10,000 calls per second on average.
  }
await close();
await browser.close();

const rate = (name: Contender) => (count / median(times[name])) * 1_000;
/** Other load on the machine slows a moment, not one contender: contenders are compared within a round. */
const ratio = (name: Contender) =>
  Number(median(times[name].map((ms, round) => times.raw[round]! / ms)).toFixed(3));
for (const name of contenders)
  console.log(
    `${name.padEnd(7)} ${Math.round(rate(name)).toLocaleString('en')} calls/s (${ratio(name)} x raw), median ${median(times[name]).toFixed(0)} ms of ${times[name].length} rounds`,
  );
console.log(`target  >= ${target} x raw`);
const value = ratio('oriel');
const peers = { raw: 1, penpal: ratio('penpal') };
console.log(
  JSON.stringify({ bench: 'pipelined', value, unit: 'x raw port', target, ok: value >= target, peers }),
);
