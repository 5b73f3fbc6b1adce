/** Recordings of a demo camera on the disk, made as fast as the machine allows, by a clock that tests set. */
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Clock } from '../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../lib/kernel/units.ts';
import { type SegmentHead, SegmentMuxer } from '../../lib/media/outputs/recorder/segment-muxer.ts';
import type { MediaKey, MediaSource, RecordingKey, StreamProfile } from '../../lib/media/ports.ts';
import { encodeGops, type Gop } from '../../lib/media/recordings/gop-index.ts';
import { withLabel } from '../../lib/media/recordings/segment-label.ts';
import { dayFolder, dayOf, gopIndexPath, segmentPath } from '../../lib/media/recordings/segment-path.ts';
import { createDemoSource } from '../../lib/media/sources/demo/demo-camera.ts';
import { FakeClock } from './fake-clock.ts';

/** Frames per second of the demo cameras. */
export const demoFps = 15;
/** Number of the frame that the demo camera shows at a time. */
export const demoFrameAt = (time: EpochMs): number => Math.floor((time * demoFps) / 1_000);

export interface RecordedStretch {
  readonly root: string;
  readonly key: RecordingKey;
  readonly from: EpochMs;
  readonly durationMs: Ms;
  readonly scene?: string;
  readonly profile?: StreamProfile;
  /** Of an encrypted device. */
  readonly encryption?: MediaKey;
  /** By default the demo camera. */
  readonly source?: (clock: Clock) => MediaSource;
}

/** Each call is a run of its own. Returns the GOPs in the order of writing. */
export async function recordMinutes(stretch: RecordedStretch): Promise<readonly Gop[]> {
  const { root, key, from, durationMs, scene = 'harbour', profile = 'sub', encryption } = stretch;
  const demo = (clock: Clock) => createDemoSource({ scene, profile, clock, hasFrameCode: true });
  const files = new SegmentSink(root, key);
  const clock = new FakeClock(from);
  let muxer: SegmentMuxer | null = null;
  let zeroMs: EpochMs | null = null;
  const source = (stretch.source ?? demo)(clock);
  source.start({
    tracks(tracks) {
      muxer = new SegmentMuxer(encryption ? { ...tracks, encryption } : tracks, (part) => files.write(part));
    },
    unit(unit) {
      // The first unit gives the time; all others keep the camera's intervals.
      zeroMs ??= unit.wallMs - unit.dtsMs;
      muxer?.unit(unit, zeroMs + unit.dtsMs);
    },
    failed(failure) {
      throw new Error(failure.message);
    },
  });
  // A frame at the end would belong to the next stretch.
  await clock.advance(durationMs - 1);
  source.stop();
  (muxer as SegmentMuxer | null)?.interrupt();
  files.seal();
  return files.gops;
}

type Part = Parameters<ConstructorParameters<typeof SegmentMuxer>[1]>[0];

/** Writes what the recorder writes, without its order and its syncs. */
class SegmentSink {
  readonly gops: Gop[] = [];
  private segment: { readonly head: SegmentHead; readonly startMs: EpochMs; size: number } | null = null;
  private gop: Gop | null = null;

  constructor(
    private readonly root: string,
    private readonly key: RecordingKey,
  ) {}

  write(part: Part): void {
    const path = () => segmentPath(this.root, this.key, this.segment!.startMs);
    if (this.segment?.head !== part.segment) {
      this.seal();
      let startMs = Math.floor(part.startMs);
      mkdirSync(dayFolder(this.root, this.key, dayOf(startMs)), { recursive: true });
      while (existsSync(segmentPath(this.root, this.key, startMs))) startMs += 1;
      const head = withLabel(part.segment.bytes, { tenantId: this.key.tenantId, kind: 'schedule' });
      this.segment = { head: part.segment, startMs, size: head.length };
      writeFileSync(path(), head);
    }
    const segment = this.segment!;
    appendFileSync(path(), Buffer.concat(part.chunks));
    if (part.beginsGop) this.endGop();
    this.gop = this.gop
      ? { ...this.gop, durationMs: part.endMs - this.gop.startMs, bytes: this.gop.bytes + part.bytes }
      : {
          startMs: part.startMs,
          durationMs: part.endMs - part.startMs,
          offset: segment.size,
          bytes: part.bytes,
          segmentMs: segment.startMs,
          startsRun: this.gops.length === 0,
        };
    segment.size += part.bytes;
  }

  seal(): void {
    this.endGop();
    this.segment = null;
  }

  private endGop(): void {
    if (!this.gop) return;
    this.gops.push(this.gop);
    appendFileSync(gopIndexPath(this.root, this.key, dayOf(this.gop.segmentMs)), encodeGops([this.gop]));
    this.gop = null;
  }
}
