/** Runs by itself, without the test runner, which slows compute-bound code down several times. Prints JSON. */
import { systemClock } from '../../lib/kernel/clock.ts';
import { createDemoSource } from '../../lib/media/ingest/demo/demo-camera.ts';

const cameras = 20;
const warmUpMs = 3_000;
/** First argument, in ms. */
const measureMs = Number(process.argv[2] ?? 6_000);

let units = 0;
const sources = Array.from({ length: cameras }, (_, index) =>
  createDemoSource({ scene: index % 2 === 0 ? 'harbour' : 'yard', profile: 'main', clock: systemClock }),
);
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

for (const source of sources) {
  source.start({
    tracks: () => undefined,
    unit: () => {
      units += 1;
    },
    failed: (failure) => {
      throw new Error(failure.message);
    },
  });
}
await wait(warmUpMs);
units = 0;
const before = process.cpuUsage();
const startedAt = performance.now();
await wait(measureMs);
const { user, system } = process.cpuUsage(before);
const elapsedMs = performance.now() - startedAt;
for (const source of sources) source.stop();
const percentOfCore = (user + system) / 1000 / elapsedMs / cameras / 0.01;
console.log(JSON.stringify({ percentOfCore, unitsPerSecond: (units / cameras / elapsedMs) * 1000 }));
