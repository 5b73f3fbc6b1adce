import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../lib/kernel/logger.ts';
import {
  ChannelRecorder,
  type ChannelRecorderOptions,
  recorderPolicy,
} from '../../lib/media/outputs/recorder/channel-recorder.ts';
import type { MediaKey, MediaSource, RecordedSegment, RecordingKey } from '../../lib/media/ports.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { CameraStream } from '../../lib/media/stream/camera-stream.ts';
import { defaultStreamLimits } from '../../lib/media/stream/limits.ts';
import type { ReaderSubscription } from '../../lib/media/stream/reader.ts';
import { FakeClock } from './fake-clock.ts';
import { MemorySegments } from './memory-segments.ts';

export const recordingKey: RecordingKey = { tenantId: 't', channelId: 'channel-1', store: 'cloud' };

/**
 * A camera that is recorded: real stream, recorder and files, and a clock that the test moves. By default it is the
 * demo camera with its machine-readable line.
 */
export class RecordingCamera {
  readonly clock: FakeClock;
  readonly index = new MemorySegments();
  readonly stream: CameraStream;
  readonly recorder: ChannelRecorder;
  readonly sources: MediaSource[] = [];
  /** Of an encrypted device. Takes effect when the source is replaced. */
  encryption: MediaKey | null;
  readonly subscription: ReaderSubscription;
  private readonly puts: Promise<void>[] = [];

  constructor(
    readonly root: string,
    options: Partial<ChannelRecorderOptions> & {
      readonly clock?: FakeClock;
      readonly source?: (clock: FakeClock) => MediaSource;
      readonly encryption?: MediaKey;
    } = {},
  ) {
    const {
      source,
      encryption = null,
      clock = new FakeClock(Date.UTC(2025, 2, 1, 12)),
      ...recorder
    } = options;
    this.clock = clock;
    this.encryption = encryption;
    this.stream = new CameraStream({
      key: { tenantId: 't', deviceSerial: 'CAM1', channelNo: 1, profile: 'main' },
      sources: () => {
        const opened =
          source?.(clock) ??
          createDemoSource({ scene: 'harbour', profile: 'sub', clock, hasFrameCode: true });
        this.sources.push(opened);
        return opened;
      },
      directory: {
        find: async () => ({ kind: 'demo', scene: 'harbour', profile: 'sub' }),
        encryption: async () => this.encryption,
      },
      clock,
      logger: silentLogger,
      random: () => 0.5,
      limits: defaultStreamLimits,
      onCondition() {},
      onIdle() {},
    });
    this.recorder = new ChannelRecorder({
      root,
      key: recordingKey,
      when: 'always',
      clock,
      logger: silentLogger,
      onSegment: (segment: RecordedSegment) => void this.puts.push(this.index.put([segment])),
      onCondition() {},
      onEnd() {},
      ...recorder,
    });
    this.subscription = this.stream.subscribe(this.recorder, recorderPolicy);
  }

  /** Records for this long; the disk keeps up. */
  async record(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await this.clock.advance(Math.min(left, 1_000));
      await this.recorder.flushed();
    }
  }

  /** Stops recording as SIGTERM does. */
  async stop(): Promise<void> {
    this.subscription.close();
    await this.recorder.close();
    await Promise.all(this.puts);
    this.stream.close({ code: 'server.stopping', message: '' });
  }
}

/** Paths of all segments, oldest first. */
export function segmentFiles(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const segments = names.filter((name) => name.endsWith('.mp4'));
  return segments.sort((a, b) => Number(startOf(a)) - Number(startOf(b))).map((name) => join(root, name));
}

const startOf = (path: string) => path.split('/').at(-1)?.replace('.mp4', '');
