// A process that records demo cameras until it is killed or receives SIGTERM. Its arguments: the folder, how many cameras,
// the folder of the clips, and `unsynced` for files that are never flushed. Prints what is recorded at each change and
// twice a second; with SIGTERM, what it has received by then. With SIGUSR2, only a third of the cameras is recorded, and all of them with the next one.
import { systemClock } from '../../lib/kernel/clock.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane } from '../../lib/media/live-plane.ts';
import { createRecordingPlane } from '../../lib/media/recording-plane.ts';
import { type RecordFiles, recordFiles } from '../../lib/media/recordings/segment-file.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { countFrames } from './count-frames.ts';
import { MemorySegments } from './memory-segments.ts';
import { recordTask } from './recording-site.ts';

export interface RecorderReport {
  readonly recording: number;
  readonly failing: number;
  /** Of the failures. */
  readonly codes: readonly string[];
  /** That a viewer of the first camera received. */
  readonly frames: number;
  /** When the newest frame of each camera was captured, by channel, epoch ms. Only at the end. */
  readonly newest?: Readonly<Record<string, number>>;
}

const [root = '', cameras = '1', clipsDir = '', syncing = ''] = process.argv.slice(2);
const clock = systemClock;
/** By number of the channel: all are of one device. */
const newest = new Map<number, number>();
const live = createLivePlane({
  sources(_spec, key) {
    const source = createDemoSource({
      scene: 'harbour',
      profile: 'sub',
      clock,
      hasFrameCode: true,
      clipsDir,
    });
    return {
      start: (sink) =>
        source.start({
          tracks: (tracks) => sink.tracks(tracks),
          failed: (failure) => sink.failed(failure),
          unit(unit) {
            if (unit.kind === 'video' && key) newest.set(key.channelNo, unit.wallMs);
            sink.unit(unit);
          },
        }),
      stop: () => source.stop(),
    };
  },
  directory: {
    find: async () => ({ kind: 'demo', scene: 'harbour', profile: 'sub' }),
    onChanged: () => () => {},
    onMissed: () => () => {},
  },
  clock,
  logger: silentLogger,
  random: Math.random,
});
const all = Array.from({ length: Number(cameras) }, (_, at) => recordTask(at + 1));
let tasks = all;
let changed = () => {};
const unsynced: RecordFiles = {
  ...recordFiles,
  async create(path) {
    const file = await recordFiles.create(path);
    const { writev, close } = file;
    return { writev: writev.bind(file), close: close.bind(file), async datasync() {} };
  },
  async syncFolder() {},
};
const plane = createRecordingPlane({
  root,
  live,
  directory: {
    tasks: async () => tasks,
    retention: async () => [],
    onChanged(listener) {
      changed = listener;
      return () => {};
    },
  },
  index: new MemorySegments(),
  clock,
  logger: silentLogger,
  ...(syncing === 'unsynced' ? { files: unsynced } : {}),
});
let frames = 0;
live.subscribe(
  { ...tasks[0]!.camera, video: 'asSent' },
  countFrames(() => (frames += 1)),
);

function report(): void {
  const statuses = plane.statuses();
  const count = (wanted: string) => statuses.filter(({ state }) => state === wanted).length;
  const codes = [...new Set(statuses.flatMap(({ failure }) => failure?.code ?? []))];
  const line: RecorderReport = { recording: count('recording'), failing: count('failing'), codes, frames };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
plane.onStatus(report);
setInterval(report, 500);
process.once('SIGTERM', async () => {
  const received = tasks.map(({ key, camera }) => [key.channelId, newest.get(camera.channelNo)]);
  await plane.close();
  const line = { recording: 0, failing: 0, codes: [], frames, newest: Object.fromEntries(received) };
  process.stdout.write(`${JSON.stringify(line)}\n`, () => process.exit(0));
});
process.on('SIGUSR2', () => {
  tasks = tasks === all ? all.slice(0, all.length / 3) : all;
  changed();
});
await plane.start();
