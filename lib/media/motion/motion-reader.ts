import type { Ms } from '../../kernel/units.ts';
import type { AccessUnit, TrackSet } from '../ports.ts';
import type { ReaderPolicy, StreamReader } from '../stream/reader.ts';
import { MotionDetector } from './motion-detector.ts';

export const motionReaderPolicy: ReaderPolicy = {
  start: 'nextKey',
  maxQueuedBytes: 4 * 1024 * 1024,
  whenFull: 'skip',
};

/** Motion that lasts is reported this often. */
const repeatMs: Ms = 5_000;

/** Looks for motion in a camera's stream. Nothing is copied or decoded. */
export class MotionReader implements StreamReader {
  private detector: MotionDetector;
  private reportedAt: Ms | null = null;

  constructor(
    private readonly options: {
      readonly sensitivity: number;
      /** When the frame was received, monotonic: the camera's own clock may be wrong. */
      readonly onMotion: (receivedAt: Ms) => void;
      readonly onEnd: () => void;
    },
  ) {
    this.detector = new MotionDetector(options.sensitivity);
  }

  tracks(_tracks: TrackSet): void {
    this.forget();
  }

  restarted(): void {
    this.forget();
  }

  unit({ kind, data, isKey, dtsMs }: AccessUnit, receivedAt: Ms): void {
    if (kind !== 'video') return;
    const isMoving = this.detector.frame(data.byteLength, isKey, dtsMs);
    if (isMoving === false) this.reportedAt = null;
    if (!isMoving || (this.reportedAt !== null && dtsMs - this.reportedAt < repeatMs)) return;
    this.reportedAt = dtsMs;
    this.options.onMotion(receivedAt);
  }

  status(): void {
    // The stream reconnects by itself.
  }

  end(): void {
    this.options.onEnd();
  }

  /** Another encoder or scale: earlier sizes mean nothing. */
  private forget(): void {
    this.detector = new MotionDetector(this.options.sensitivity);
    this.reportedAt = null;
  }
}
