import type { Clock } from '../../../lib/kernel/clock.ts';
import type { EngineEvent, EngineStats } from '../engine.ts';
import { StallWatch } from '../stall-watch.ts';
import { StatsMeter } from '../stats-meter.ts';
import type { RecordedTimeline } from './recorded-timeline.ts';

type Tracks = Extract<EngineEvent, { type: 'tracks' }>;

/** What only the engine knows. */
type Figures = Pick<EngineStats, 'framesShown' | 'framesDropped' | 'bytes' | 'wallMs' | 'bufferedMs'>;

/** What engines of recordings report: each thing once, and stalls only while progress is expected. */
export class RecordingReports {
  private readonly stall = new StallWatch();
  private readonly meter: StatsMeter;
  private lastTracks = '';
  private hasFirstFrame = false;

  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly emit: (event: EngineEvent) => void,
  ) {
    this.meter = new StatsMeter(clock.monotonic());
  }

  tracks({ video, audio }: Omit<Tracks, 'type'>): void {
    const tracks = JSON.stringify([video, audio]);
    if (tracks === this.lastTracks) return;
    this.lastTracks = tracks;
    this.emit({ type: 'tracks', video, audio });
  }

  /** A frame is on the screen. */
  shown(): void {
    const now = this.clock.monotonic();
    const resumed = this.stall.progress(now);
    if (!this.hasFirstFrame) {
      this.hasFirstFrame = true;
      this.meter.firstFrame(now);
      this.emit({ type: 'firstFrame', at: now });
    }
    if (resumed) this.emit(resumed);
  }

  /** No frame is expected: the recording stands, or is not visible. */
  excuse(isExcused: boolean): void {
    this.stall.excuse(isExcused, this.clock.monotonic());
  }

  /** Called several times per second. */
  checkStall(): void {
    const stalled = this.stall.check(this.clock.monotonic());
    if (!stalled) return;
    this.meter.stalled();
    this.emit(stalled);
  }

  ended(timeline: RecordedTimeline | null): void {
    this.emit({ type: 'ended', reason: timeline?.reachesEnd ? 'rangeEnd' : 'noMoreSegments' });
  }

  /** Called about once per second. */
  stats(figures: Figures): void {
    const rates = this.meter.read(this.clock.monotonic(), figures.framesShown, figures.bytes);
    this.emit({ type: 'stats', stats: { ...figures, latencyMs: null, networkDelayMs: null, ...rates } });
  }
}
