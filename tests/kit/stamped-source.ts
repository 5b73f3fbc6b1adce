import type { VideoTrack } from '../../lib/codec/tracks.ts';
import type { Clock } from '../../lib/kernel/clock.ts';
import type { MediaSource, SourceSink } from '../../lib/media/ports.ts';
import { TrackClock } from '../../lib/media/sources/rtsp/track-clock.ts';

export interface StampedOptions {
  readonly fps: number;
  readonly groupMs: number;
  /** Stamped time per elapsed time. */
  readonly speed?: number;
  readonly frameBytes?: number;
}

const rate = 90_000;

const track: VideoTrack = {
  codec: 'h264',
  codecString: 'avc1.42c01e',
  // Baseline, with one parameter set of each kind.
  config: Uint8Array.from([
    1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 2, 0x68, 0xce,
  ]),
  width: 640,
  height: 360,
};

/** A camera in the time of a clock that the test moves: frames without content, placed by their RTP timestamps. */
export class StampedSource implements MediaSource {
  sent = 0;
  /** Requests for key frames. */
  asked = 0;
  private isKeyNext = false;
  private readonly track = new TrackClock(rate);
  private cancel: (() => void) | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly options: StampedOptions,
  ) {}

  start(sink: SourceSink): void {
    sink.tracks({ video: track, audio: null });
    this.send(sink);
    this.cancel = this.clock.every(1_000 / this.options.fps, () => this.send(sink));
  }

  stop(): void {
    this.cancel?.();
  }

  /** The next frame is one. */
  requestKeyFrame(): void {
    this.asked += 1;
    this.isKeyNext = true;
  }

  private send(sink: SourceSink): void {
    const { fps, groupMs, speed = 1, frameBytes = 20 } = this.options;
    const stamp = Math.round((this.sent * rate * speed) / fps);
    const arrival = { atMs: this.clock.monotonic(), wallMs: this.clock.now() };
    const { ms, wallMs } = this.track.time(stamp, arrival);
    const isKey = this.isKeyNext || this.sent % Math.round((groupMs * fps) / 1_000) === 0;
    this.isKeyNext = false;
    this.sent += 1;
    sink.unit({ kind: 'video', dtsMs: ms, ptsMs: ms, wallMs, isKey, data: new Uint8Array(frameBytes) });
  }
}
