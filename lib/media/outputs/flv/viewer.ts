import type { Ms } from '../../../kernel/units.ts';
import type { TrackSet } from '../../ports.ts';
import type { SharedBytes } from './shared-bytes.ts';

/** Why a stream ended for a viewer. `code` is API. */
export interface StreamEnd {
  readonly code: string;
  readonly message: string;
  /** When another attempt is worth while, if that is known. */
  readonly retryInMs?: Ms;
}

/**
 * One connected viewer, as the relay sees it. Implemented by the outputs. The relay calls `open` once, then
 * `write` as often as there is room, then `end` once; `end` may come first or not at all.
 */
export interface LiveViewer {
  /** The stream exists and its tracks are known. */
  open(tracks: TrackSet): void;
  /** False while too much is waiting to be sent; the output then calls `resume` as it goes. */
  hasRoom(): boolean;
  write(bytes: SharedBytes): void;
  /** Around several writes that follow each other at once. */
  cork(): void;
  uncork(): void;
  /** `lastTag` says why, in the stream; null when nothing was sent yet or nothing can be. */
  end(end: StreamEnd, lastTag: SharedBytes | null): void;
}

/** What the output holds of a viewer. All three may be called in any order and twice. */
export interface Subscription {
  /** The viewer took something of what waited; there may be room again. */
  resume(): void;
  /** The viewer has gone; `end` is not called. */
  close(): void;
  /** The output ends the stream: `end` is called with the last tag. */
  finish(end: StreamEnd): void;
}
