import type { StreamKey, TrackSet } from '../../ports.ts';
import type { StreamEnd } from '../../stream/reader.ts';
import type { SharedBytes } from './shared-bytes.ts';

/**
 * One connected viewer, as the output sees it. Implemented by its transports. The output calls `open` once, then
 * `write` as often as there is capacity, then `end` once; `end` may come first or not at all.
 */
export interface LiveViewer {
  /** The stream exists and its tracks are known. */
  open(tracks: TrackSet): void;
  /** False while too much is waiting to be sent; the output then calls `resume` as it goes. */
  hasCapacity(): boolean;
  write(bytes: SharedBytes): void;
  /** Around several writes that follow each other at once. */
  cork(): void;
  uncork(): void;
  /** `lastTag` says why, in the stream; null when nothing was sent yet or nothing can be. */
  end(end: StreamEnd, lastTag: SharedBytes | null): void;
}

/** What a transport holds of its viewer. All three may be called in any order and twice. */
export interface ViewerSubscription {
  /** The viewer took something of what waited; there may be room again. */
  resume(): void;
  /** The viewer has gone; `end` is not called. */
  close(): void;
  /** The transport ends the stream: `end` is called with the last tag. */
  finish(end: StreamEnd): void;
}

/** All streams there are, for those who connect viewers to them. */
export interface ViewableStreams {
  /** Starts the source if this is the first viewer. `viewer` may be called before this returns. */
  subscribe(key: StreamKey, viewer: LiveViewer): ViewerSubscription;
}
