// CPU of a built-in camera: in its home view, moved and at rest, and moving.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Percent of one core per camera. */
const targets = { home: 0.5, away: 4, turning: 25 } as const;
const measureMs = 6_000;

const script = new URL('../media/demo-cost-process.ts', import.meta.url).pathname;
const percents: Record<string, number> = {};
let ok = true;
for (const [way, target] of Object.entries(targets)) {
  const args = ['--import', 'tsx', script, `${measureMs}`, way];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { percentOfCore, unitsPerSecond } = JSON.parse(stdout) as Record<string, number>;
  percents[way] = Math.round(percentOfCore! * 1_000) / 1_000;
  ok &&= percentOfCore! <= target;
  console.log(
    `${way}: ${percents[way]} % of a core (target ${target}), ${unitsPerSecond!.toFixed(1)} units per second`,
  );
}
const result = { bench: 'demo-camera', value: percents.home, unit: '% of a core per camera' };
console.log(JSON.stringify({ ...result, target: targets.home, ok, peers: percents }));
