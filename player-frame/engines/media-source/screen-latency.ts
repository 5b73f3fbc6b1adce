import type { Ms } from '../../../lib/kernel/units.ts';
import type { StreamClock } from '../stream-clock.ts';

interface FrameAt {
  readonly mediaMs: Ms;
  readonly at: Ms;
}

/**
 * Latency of the frame on the screen. Browsers report when a frame appears, but only one frame per second is observed,
 * and none appears while playback waits for data.
 */
export class ScreenLatency {
  private newest: FrameAt | null = null;
  private shown: FrameAt | null = null;

  constructor(private readonly clock: StreamClock) {}

  /** A video frame has arrived. */
  received(mediaMs: Ms, at: Ms): void {
    this.newest = { mediaMs, at };
  }

  /** A video frame has appeared on the screen. */
  appeared(mediaMs: Ms, at: Ms): void {
    this.shown = { mediaMs, at };
  }

  /**
   * Since the last call, in which a frame may have appeared. `positionMs`: media time of the playback position. Null
   * before the first clock tag.
   */
  read(positionMs: Ms, now: Ms): Ms | null {
    const { newest, shown } = this;
    this.shown = null;
    const screenMs = shown
      ? this.clock.latencyOf(shown.mediaMs, shown.at)
      : this.clock.latencyOf(positionMs, now);
    // Over a slow connection the position is ahead of the data, and each frame appears when it arrives.
    const arrivalMs = newest && this.clock.latencyOf(newest.mediaMs, newest.at);
    return screenMs === null ? null : Math.max(screenMs, arrivalMs ?? 0);
  }
}
