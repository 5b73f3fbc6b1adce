// A process that records demo cameras until it is killed or receives SIGTERM. Its arguments: the folder, and how many
// cameras. Prints `recording` when something of each is on the disk.
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import { createRecordingPlane } from '../../lib/media/recording-plane.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { MemorySegments } from './memory-segments.ts';
import { recordTask } from './recording-site.ts';

const [root = '', cameras = '1', clipsDir = ''] = process.argv.slice(2);
const clock = systemClock;
const live = createLivePlane({
  sources: () => createDemoSource({ scene: 'harbour', profile: 'sub', clock, hasFrameCode: true, clipsDir }),
  directory: {
    find: async () => ({ kind: 'demo', scene: 'harbour', profile: 'sub' }),
    onChanged: () => () => {},
    onMissed: () => () => {},
  },
  clock,
  logger: silentLogger,
  random: Math.random,
});
const tasks = Array.from({ length: Number(cameras) }, (_, at) => recordTask(at + 1));
const plane = createRecordingPlane({
  root,
  live,
  directory: { tasks: async () => tasks, retention: async () => [], onChanged: () => () => {} },
  index: new MemorySegments(),
  clock,
  logger: silentLogger,
});
plane.onStatus(() => {
  if (plane.statuses().every(({ state }) => state === 'recording')) process.stdout.write('recording\n');
});
process.once('SIGTERM', () => void plane.close().then(() => process.exit(0)));
await plane.start();
setInterval(() => {}, 60_000);
