import type { Ms } from '../../../lib/kernel/units.ts';
import type { StreamClock } from '../stream-clock.ts';

/**
 * Latency of the frame on the screen, from the playback position: a frame callback would report it once, when the frame
 * appears, and not at all while playback waits for data.
 */
export class ScreenLatency {
  private newest: { readonly mediaMs: Ms; readonly arrivedAt: Ms } | null = null;

  constructor(private readonly clock: StreamClock) {}

  /** A video frame has arrived. */
  received(mediaMs: Ms, arrivedAt: Ms): void {
    this.newest = { mediaMs, arrivedAt };
  }

  /** `positionMs`: media time of the playback position. Null before the first clock tag. */
  at(positionMs: Ms, now: Ms): Ms | null {
    const { newest } = this;
    if (newest === null || positionMs < newest.mediaMs) return this.clock.latencyOf(positionMs, now);
    // The position is ahead of the data, so each frame is shown when it arrives.
    return this.clock.latencyOf(newest.mediaMs, newest.arrivedAt);
  }
}
