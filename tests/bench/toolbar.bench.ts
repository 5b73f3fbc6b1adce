/**
 * Time from the first frame to usable controls, in the whole product, a new page each time.
 * ORIEL_BENCH_ROUNDS (9).
 * Needs: Chromium.
 */
import { LiveStage } from '../kit/live-player.ts';
import { namesForPages } from './browser-costs.ts';
import { median, percentile } from './statistics.ts';

const rounds = Number(process.env.ORIEL_BENCH_ROUNDS ?? 9);
const targetMs = 250;
const templates = ['pcLive', 'security', 'mobileLive'] as const;

interface Marks {
  frameAt?: number;
  controlsAt?: number;
}

/** In the frame: when the player reports playing, and when there is an enabled button. */
const watch = `{
  const marks = (window.marks = {});
  const look = () => {
    if (document.querySelector('.oriel-player[data-phase="playing"]')) marks.frameAt ??= performance.now();
    const button = document.querySelector('.oriel-app button:not(:disabled)');
    if (marks.frameAt && button?.getBoundingClientRect().width) marks.controlsAt ??= performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}`;

const stage = await LiveStage.start();
const times = new Map<string, number[]>(templates.map((name) => [name, []]));
try {
  // No run waits for the camera: after this viewer its key frame is cached.
  const watcher = await stage.open({}, { script: namesForPages });
  for (let round = 0; round < rounds; round += 1) {
    for (const template of templates) {
      const player = await stage.open(
        { template, autoplay: true },
        { script: namesForPages + watch, isPlaying: false },
      );
      const inside = await player.document();
      await inside.waitForFunction(() => (window as { marks?: Marks }).marks?.controlsAt !== undefined);
      const { frameAt, controlsAt } = await inside.evaluate(
        () => (window as unknown as { marks: Required<Marks> }).marks,
      );
      times.get(template)?.push(controlsAt - frameAt);
      await player.close();
    }
  }
  await watcher.close();
} finally {
  await stage.close();
}

const p = (name: string, share: number) => Math.round(percentile(times.get(name) ?? [], share));
for (const name of templates)
  console.log(`${name.padEnd(12)} p50 ${p(name, 0.5)} ms, p95 ${p(name, 0.95)} ms, ${rounds} runs`);
const value = Math.max(...templates.map((name) => Math.round(median(times.get(name) ?? []))));
console.log(`target: p50 <= ${targetMs} ms after the first frame, slowest template`);
console.log(
  JSON.stringify({
    bench: 'toolbar',
    value,
    unit: 'ms p50 from first picture to controls, slowest template',
    target: targetMs,
    ok: value <= targetMs,
    peers: Object.fromEntries(templates.map((name) => [`${name} p95`, p(name, 0.95)])),
  }),
);
