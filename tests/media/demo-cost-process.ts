/** Runs without the test runner, which slows compute-bound code down several times. Prints JSON. */
import { systemClock } from '../../lib/kernel/clock.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { createDemoPtz } from '../../lib/media/sources/demo/demo-ptz.ts';

/** First argument: duration, ms. */
const measureMs = Number(process.argv[2] ?? 6_000);
/**
 * Second argument. `home`: no PTZ; `away`: turned once, then at rest for more than a loop; `turning`: back and forth.
 */
const way = process.argv[3] ?? 'home';
const cameras = way === 'home' ? 20 : 3;

const warmUpMs = way === 'away' ? 17_000 : 3_000;
const drivers = createDemoPtz(systemClock);

async function turn(direction: 'left' | 'right'): Promise<void> {
  for (let index = 0; index < cameras; index += 1)
    await drivers.driverOf(`DEMO${index}`, 1).start(direction, 1);
}

let units = 0;
const sources = Array.from({ length: cameras }, (_, index) =>
  createDemoSource({
    scene: index % 2 === 0 ? 'harbour' : 'yard',
    profile: 'main',
    clock: systemClock,
    ptz: drivers.driverOf(`DEMO${index}`, 1),
  }),
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
if (way !== 'home') await turn('left');
if (way === 'away') {
  await wait(1_000);
  for (let index = 0; index < cameras; index += 1) await drivers.driverOf(`DEMO${index}`, 1).stop();
}
if (way === 'turning') {
  let isLeft = true;
  const timer = setInterval(() => {
    isLeft = !isLeft;
    void turn(isLeft ? 'left' : 'right');
  }, 2_000);
  timer.unref();
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
