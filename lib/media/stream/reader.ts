/**
 * The interface of stream readers and the guarantees of the stream. Readers are the outputs: FLV,
 * transcoding, and others. Imports ports only.
 */
import type { Ms } from '../../kernel/units.ts';
import type { AccessUnit, SourceFailure, StreamCondition, TrackSet } from '../ports.ts';

/** Why a stream ended for a reader or a viewer. `code` is API. */
export interface StreamEnd {
  readonly code: string;
  readonly message: string;
  /** When to retry, if known. */
  readonly retryInMs?: Ms;
}

export const endServerStopping: StreamEnd = { code: 'server.stopping', message: 'The server is stopping.' };

export type ReaderStatus =
  /** Units arrive again after a failure. Not sent at the first start, which the first unit indicates. */
  | { readonly state: 'live' }
  /** Sent at the failure and repeated while it lasts. `retryInMs` is null while an attempt is under way. */
  | { readonly state: 'retrying'; readonly failure: SourceFailure; readonly retryInMs: Ms | null }
  /** The stored source was changed: the new one is being started. */
  | { readonly state: 'replaced' }
  /** No unit for this long, although the source has not failed. Repeated about once a second. */
  | { readonly state: 'quiet'; readonly quietMs: Ms }
  /** The camera sends, but readers must wait for its next key frame, for `waitedMs` now. Repeated about once a second. */
  | { readonly state: 'awaitsKey'; readonly waitedMs: Ms };

/**
 * Called by the stream, never concurrently. Order: `tracks`, then units; `restarted`, then `tracks`, then units; and
 * so on; `end` is the last call. Units begin with a key frame (of a stream without video: with any unit) at the
 * start, after `restarted`, and wherever units were skipped. A call that throws ends this reader and no other.
 */
export interface StreamReader {
  /** Before the first unit of a source, and again when codec, size or track set change. */
  tracks(tracks: TrackSet): void;
  /**
   * The unit is shared with other readers: do not write to its data. `receivedAt` is the monotonic time at which the
   * source delivered it; for units from the cache it lies in the past.
   */
  unit(unit: AccessUnit, receivedAt: Ms): void;
  /** The source is started again. Its units will have another time scale; nothing is delivered before `tracks`. */
  restarted(): void;
  /** Delivered at once, even while units wait for this reader. */
  status(status: ReaderStatus): void;
  end(end: StreamEnd): void;
  /** False while nothing more can be accepted; call `resume` when that changes. Absent: units are always accepted. */
  hasCapacity?(): boolean;
}

/** How one reader is served. */
export interface ReaderPolicy {
  /** `cachedGop`: begin with the cached GOP, if there is one. `nextKey`: begin with the next key frame. */
  readonly start: 'cachedGop' | 'nextKey';
  /** Bytes of units that may wait while the reader has no capacity. */
  readonly maxQueuedBytes: number;
  /**
   * When the queue is full. `skip`: drop the queue and continue at the next key frame. `end`: end with
   * `reader.tooSlow`.
   */
  readonly whenFull: 'skip' | 'end';
}

/**
 * A reader's subscription. Its methods may be called at any time, also from within reader calls, and twice.
 */
export interface ReaderSubscription {
  /** The reader has capacity again. */
  resume(): void;
  /** As that of the stream. */
  requestKeyFrame?(): void;
  /** Nothing is delivered afterwards; `end` is not called. */
  close(): void;
}

/** A stream of access units for any number of readers, from a camera or transcoded. */
export interface UnitStream {
  /** Starts the source for the first reader. The reader may be called before this returns. */
  subscribe(reader: StreamReader, policy: ReaderPolicy): ReaderSubscription;
  condition(): StreamCondition;
  /** Asks the camera for a key frame, where it offers that. May be called often. */
  requestKeyFrame?(): void;
  /** Of a replay: recorded time per time on the timeline. Absent: 1. */
  readonly speed?: number;
}
