import { silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LivePlane } from '../../lib/media/live-plane.ts';
import type {
  MediaSource,
  RecordDirectory,
  RecordRetention,
  RecordTask,
  SourceSpec,
} from '../../lib/media/ports.ts';
import {
  createRecordingPlane,
  type RecordingPlane,
  type RecordingPlaneOptions,
} from '../../lib/media/recording-plane.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { CountedFiles } from './counted-files.ts';
import { FakeClock } from './fake-clock.ts';
import { MemorySegments } from './memory-segments.ts';

/** Record plans that the test sets. */
class Plans implements RecordDirectory {
  wanted: RecordTask[] = [];
  rules: RecordRetention[] = [];
  private readonly listeners = new Set<() => void>();

  async tasks() {
    return this.wanted;
  }

  async retention() {
    return this.rules;
  }

  onChanged(listener: () => void) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  change(wanted: RecordTask[]): void {
    this.wanted = wanted;
    for (const listener of this.listeners) listener();
  }
}

/** Live plane and recording plane with demo cameras, plans of the test, and its clock. */
export class RecordingSite {
  readonly clock: FakeClock;
  readonly index: MemorySegments;
  readonly plans = new Plans();
  readonly sources: MediaSource[] = [];
  /** Null: the source of all cameras is deleted. */
  spec: SourceSpec | null = { kind: 'demo', scene: 'harbour', profile: 'sub' };
  readonly live: LivePlane;
  readonly plane: RecordingPlane;
  private readonly files: CountedFiles;

  constructor(
    readonly root: string,
    {
      clock,
      index,
      ...options
    }: Partial<RecordingPlaneOptions> & { clock?: FakeClock; index?: MemorySegments } = {},
  ) {
    this.clock = clock ?? new FakeClock(Date.UTC(2025, 2, 1, 12));
    this.index = index ?? new MemorySegments();
    this.live = createLivePlane({
      sources: () => {
        const source = createDemoSource({ scene: 'harbour', profile: 'sub', clock: this.clock });
        this.sources.push(source);
        return source;
      },
      directory: { find: async () => this.spec, onChanged: () => () => {}, onMissed: () => () => {} },
      clock: this.clock,
      logger: silentLogger,
      random: () => 0.5,
    });
    this.files = new CountedFiles(options.files);
    this.plane = createRecordingPlane({
      root,
      live: this.live,
      directory: this.plans,
      index: this.index,
      clock: this.clock,
      logger: silentLogger,
      ...options,
      files: this.files,
    });
  }

  /** Time passes, and the disk keeps up. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await this.clock.advance(Math.min(left, 1_000));
      await this.diskTime();
    }
  }

  /** Lets calls to the file system end, which the clock of the test does not wait for. */
  private async diskTime(): Promise<void> {
    const isIdle = () => this.files.running === 0 && !isReadingFiles();
    for (let idle = 0; idle < 25; idle = isIdle() ? idle + 1 : 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async stop(): Promise<void> {
    await this.plane.close();
    this.live.close();
  }
}

/** Calls that do not go through `RecordFiles`: where a folder is, and of which disk. */
const isReadingFiles = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));

export function recordTask(
  channelNo: number,
  {
    store = 'cloud',
    when = 'always',
  }: Partial<Pick<RecordTask, 'when'>> & { store?: 'cloud' | 'device' } = {},
): RecordTask {
  return {
    key: { tenantId: 't', channelId: `channel-${channelNo}`, store },
    camera: { tenantId: 't', deviceSerial: 'CAM1', channelNo, profile: 'sub' },
    when,
  };
}
