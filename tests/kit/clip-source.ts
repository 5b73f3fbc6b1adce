import type { Clock } from '../../lib/kernel/clock.ts';
import type { MediaSource, SourceFailure, SourceSink, TrackSet } from '../../lib/media/ports.ts';
import type { CodedClip } from './coded-clip.ts';

/** A camera that plays a clip in a loop and in real time, and that a test can freeze or disconnect. */
export class ClipSource implements MediaSource {
  private sink: SourceSink | null = null;
  private cancel: (() => void) | null = null;
  private nextUnit = 0;
  private round = 0;
  private startedAt = 0;
  /** Number of units sent. */
  sent = { video: 0, audio: 0 };

  constructor(
    private readonly clip: CodedClip,
    private readonly clock: Clock,
    private readonly firstDtsMs = 0,
    private readonly tracks: TrackSet = clip.tracks,
  ) {}

  get isRunning(): boolean {
    return this.sink !== null;
  }

  start(sink: SourceSink): void {
    this.sink = sink;
    this.startedAt = this.clock.monotonic();
    sink.tracks(this.tracks);
    this.play();
  }

  stop(): void {
    this.sink = null;
    this.cancel?.();
    this.cancel = null;
  }

  fail(failure: SourceFailure): void {
    const { sink } = this;
    this.stop();
    sink?.failed(failure);
  }

  /** Stays connected but sends nothing, as a hung camera does. */
  freeze(): void {
    this.cancel?.();
    this.cancel = null;
  }

  private play(): void {
    const elapsed = this.clock.monotonic() - this.startedAt;
    while (this.sink && this.dueMs() <= elapsed) {
      const unit = this.clip.units[this.nextUnit]!;
      const shift = this.round * this.clip.durationMs + this.firstDtsMs;
      this.sent[unit.kind] += 1;
      this.sink.unit({
        ...unit,
        dtsMs: unit.dtsMs + shift,
        ptsMs: unit.ptsMs + shift,
        wallMs: this.clock.now(),
      });
      this.nextUnit += 1;
      if (this.nextUnit < this.clip.units.length) continue;
      this.nextUnit = 0;
      this.round += 1;
    }
    if (this.sink) this.cancel = this.clock.after(Math.max(1, this.dueMs() - elapsed), () => this.play());
  }

  private dueMs(): number {
    return this.clip.units[this.nextUnit]!.dtsMs + this.round * this.clip.durationMs;
  }
}
