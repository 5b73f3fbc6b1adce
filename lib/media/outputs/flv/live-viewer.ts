import type { StreamKey, TrackSet } from '../../ports.ts';
import type { StreamEnd } from '../../stream/reader.ts';
import type { SharedBytes } from './shared-bytes.ts';

/**
 * One connected viewer, as the output sees it. Implemented by its transports. The output calls `open` once,
 * then `write` while there is capacity, then `end` once; `end` may be the first call or be omitted.
 */
export interface LiveViewer {
  /** The stream exists. `tracks`: null while they are not known, because the camera's next key frame is awaited. */
  open(tracks: TrackSet | null): void;
  /** False while too much is waiting to be sent; the output then calls `resume` as it goes. */
  hasCapacity(): boolean;
  write(bytes: SharedBytes): void;
  /** Wraps several consecutive writes. */
  cork(): void;
  uncork(): void;
  /**
   * Media was written, or no more follows for now because the camera is away. Called when that changes, and not at the
   * end; at first nothing flows.
   */
  flows?(isFlowing: boolean): void;
  /** `lastTag` gives the reason within the stream; null if nothing was sent yet or can be sent. */
  end(end: StreamEnd, lastTag: SharedBytes | null): void;
}

/** Used by a transport. All three may be called in any order and repeatedly. */
export interface ViewerSubscription {
  /** The viewer received queued data; there may be capacity again. */
  resume(): void;
  /** The viewer disconnected; `end` is not called. */
  close(): void;
  /** The transport ends the stream: `end` is called with the last tag. */
  finish(end: StreamEnd): void;
}

/** Access to all streams, for transports. */
export interface ViewableStreams {
  /** Starts the source if this is the first viewer. `viewer` may be called before this returns. */
  subscribe(key: StreamKey, viewer: LiveViewer): ViewerSubscription;
}
